import ArgumentParser

struct Experiments: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiments",
        abstract: "Inspect and override remote config, and read A/B tests, live",
        usage: "experiments [<options>] [<subcommand>]",
        discussion: """
            Without a subcommand, opens the dashboard for the project file (experiments.yaml) in this or a parent folder. \
            If standard input or output is not a terminal, runs `list` instead.

            Exit codes: 0 success; 1 error; 2 `check` found missing or incorrect keys, `compare` found differences, \
            `results` found an untrustworthy or harmful experiment, `rollout step` took a value back, `scan` or \
            `generate` found a file that is out of date, or `retire` left places to change by hand.
            """,
        version: Version.line,
        groupedSubcommands: [
            CommandGroup(
                name: "Start", subcommands: [DemoCommand.self, InitCommand.self, CompletionCommand.self]),
            CommandGroup(
                name: "Keys",
                subcommands: [
                    ListCommand.self, GetCommand.self, CheckCommand.self, WatchCommand.self,
                    DeclareCommand.self,
                    DropCommand.self,
                ]),
            CommandGroup(
                name: "Override and test",
                subcommands: [
                    OverrideCommand.self, PersonaCommand.self, MatrixCommand.self, AppsCommand.self,
                    LinkCommand.self,
                ]),
            CommandGroup(
                name: "History",
                subcommands: [
                    LogCommand.self, HistoryCommand.self, TimelineCommand.self, CompareCommand.self,
                    SourcesCommand.self,
                ]),
            CommandGroup(
                name: "Experiments",
                subcommands: [
                    ExperimentsCommand.self, ResultsCommand.self, PowerCommand.self, EventsCommand.self,
                    RolloutCommand.self,
                ]),
            CommandGroup(
                name: "Publish",
                subcommands: [TemplateCommand.self, ValuesCommand.self, FirebaseCommand.self]),
            CommandGroup(
                name: "Code",
                subcommands: [ScanCommand.self, GenerateCommand.self, StaleCommand.self, RetireCommand.self]),
            CommandGroup(
                name: "Serve", subcommands: [ServeCommand.self, EmulatorCommand.self, MCPCommand.self]),
            CommandGroup(
                name: "Files of other systems", subcommands: [VariantsCommand.self, GrowthBookCommand.self]),
            CommandGroup(
                name: "Dashboard",
                subcommands: [
                    BindingsCommand.self, ThemesCommand.self, PathsCommand.self, RenderCommand.self,
                    NotifyCommand.self, TeamCommand.self,
                ]),
        ])
    static let examples: KeyValuePairs = [
        "experiments": "Open the dashboard for the project in this folder",
        "experiments --source staging --theme nord": "Open it for another source, with another theme",
        "experiments demo": "Try it without a project",
    ]

    @OptionGroup(title: "Dashboard options") var dashboard: DashboardOptionGroup

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try Dashboard(dashboard.added(to: options.settings)).open()
    }
}
