import ArgumentParser

/// Works with files of flags and variants.
struct VariantsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "variants", abstract: "Evaluate, explain, check and simulate a file of flags and variants.",
        discussion: """
            A condition type of an app's own is unknown here; --assume TYPE=on or TYPE=off says what to take its \
            conditions for.
            """,
        subcommands: [
            VariantsEvalCommand.self, VariantsExplainCommand.self, VariantsLintCommand.self,
            VariantsSimulateCommand.self,
        ])
}
