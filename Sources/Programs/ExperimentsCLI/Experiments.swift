import ArgumentParser

struct Experiments: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiments",
        abstract: "Remote configuration and A/B tests: the values of your keys, live.",
        usage: "experiments [<options>] [<subcommand>]",
        discussion: """
            Without a subcommand, opens the dashboard for the project file (experiments.yaml) found here or in a folder \
            above. Where standard input or output is not a terminal, does what `list` does instead.

            Exit status: 0 fine; 1 an error; 2 `check` found missing or incorrect keys, `compare` differences, \
            `results` an experiment that is untrustworthy or harmful, `scan` and `generate` a file that is out of date, \
            or `retire` places that are left.
            """,
        version: Version.text,
        subcommands: [
            DemoCommand.self, InitCommand.self, DeclareCommand.self, DropCommand.self, ListCommand.self,
            GetCommand.self, CheckCommand.self, WatchCommand.self, LogCommand.self, HistoryCommand.self,
            TimelineCommand.self, ExperimentsCommand.self, ResultsCommand.self, PowerCommand.self, EventsCommand.self,
            CompareCommand.self, SourcesCommand.self, MatrixCommand.self, PersonaCommand.self, AppsCommand.self,
            OverrideCommand.self, TeamCommand.self, LinkCommand.self,
            RenderCommand.self, BindingsCommand.self, ThemesCommand.self, PathsCommand.self, NotifyCommand.self,
            ServeCommand.self, EmulatorCommand.self, VariantsCommand.self, GrowthBookCommand.self, FirebaseCommand.self,
            TemplateCommand.self, ValuesCommand.self, ScanCommand.self, GenerateCommand.self,
            StaleCommand.self, RetireCommand.self,
        ])
    static let examples = [
        CommandExample("experiments", "Open the dashboard on the project of this folder"),
        CommandExample("experiments --source staging --theme nord", "Open it on another source, in other colours"),
        CommandExample("experiments demo", "Look around without a project"),
    ]

    @OptionGroup(title: "Dashboard options") var dashboard: DashboardOptionGroup

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try Dashboard(dashboard.added(to: options.settings)).open()
    }
}
