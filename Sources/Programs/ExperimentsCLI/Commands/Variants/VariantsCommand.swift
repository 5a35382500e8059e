import ArgumentParser
import ExperimentsCore
import Variants

struct VariantsCommand: ExemplifiedCommand {
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
    static let examples = [
        CommandExample("experiments variants explain variants.json --context user_id=7", "Say why a user gets what")
    ]
}

struct VariantsEvalCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Print the values of the flags, as a JSON object.")
    static let examples = [
        CommandExample("experiments variants eval variants.json --context user_id=7", "Print the values of a user")
    ]

    @OptionGroup var file: VariantsFile
    @OptionGroup var options: PersonaOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let registry = try file.registry()
        let persona = try options.persona()
        let flags = try options.flags(of: registry)
        options.remarkUnknownVariants(in: registry, persona)
        let wanted = Set(flags)
        let members = try registry.readings(for: persona).filter { wanted.contains($0.flag) }
            .map { ($0.flag, try $0.value.get()) }
        try StandardOutput.json(Document(members).json)
    }
}
