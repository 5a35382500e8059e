import ArgumentParser

/// The root command. Without a subcommand it opens the dashboard.
struct Experiments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiments",
        abstract: "Remote configuration and A/B tests: the values of your keys, live.",
        usage: "experiments [<options>] [<subcommand>]",
        discussion: """
            Without a subcommand, opens the dashboard for the project file (experiments.yaml) found here or in a folder \
            above. Where standard input or output is not a terminal, does what `list` does instead.

            Exit status: 0 fine; 1 an error; 2 `check` found missing or incorrect keys, or `compare` differences.
            """,
        version: Version.text,
        subcommands: [
            DemoCommand.self, InitCommand.self, ListCommand.self, GetCommand.self, CheckCommand.self,
            WatchCommand.self, LogCommand.self, HistoryCommand.self, ExperimentsCommand.self, CompareCommand.self,
            OverrideCommand.self, RenderCommand.self, BindingsCommand.self, ThemesCommand.self, PathsCommand.self,
            EmulatorCommand.self, VariantsCommand.self, FirebaseCommand.self, TemplateCommand.self,
        ])

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try Dashboard(options.settings).open()
    }
}

/// The version of the program.
enum Version {
    /// As `--version` prints it.
    static let text = "0.1.0"
}
