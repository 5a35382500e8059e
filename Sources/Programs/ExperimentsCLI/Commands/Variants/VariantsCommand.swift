import ArgumentParser
import ExperimentsCore
import Variants

struct VariantsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "variants", abstract: "Evaluate, explain, check or simulate flags",
        discussion: """
            Reads a file of flags and variants. Condition types of an app are unknown here; use --assume TYPE=on or \
            TYPE=off to set their result.
            """,
        subcommands: [
            VariantsEvalCommand.self, VariantsExplainCommand.self, VariantsLintCommand.self,
            VariantsSimulateCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments variants explain variants.json --context user_id=7": "Explain the values of a user"
    ]
}

struct VariantsEvalCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Print the values of flags as JSON")
    static let examples: KeyValuePairs = [
        "experiments variants eval variants.json --context user_id=7": "Print the values of a user"
    ]

    @OptionGroup var file: VariantsFile
    @OptionGroup var options: PersonaOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

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

struct VariantsLintCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Find mistakes in flags and variants",
        discussion: """
            Finds unused flags, variants that no user gets, and mods that change a type. Exits with 1 if the file \
            cannot be read, and with 2 on findings if --strict is given.
            """)
    static let examples: KeyValuePairs = ["experiments variants lint variants.json": "Check a file"]

    @OptionGroup var file: VariantsFile

    @Flag(help: "Exit with 2 on findings") var strict = false

    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let findings = try file.document().lint(conditionTypes: try file.conditionTypes())
        try global.print(findings, isStrict: strict, document: Self.document)
    }

    private static func document(_ finding: LintFinding) -> Document {
        ErrorReport(finding.problem).json + ["rule": finding.rule.rawValue]
    }
}

struct VariantsExplainCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain the values of flags",
        discussion: """
            Lists each variant that changes a flag, with its conditions, the values they tested and the results. The \
            last active variant wins.
            """)
    static let examples: KeyValuePairs = [
        "experiments variants explain variants.json --context user_id=7": "Explain which conditions were met"
    ]

    @OptionGroup var file: VariantsFile
    @OptionGroup var options: PersonaOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let registry = try file.registry()
        let persona = try options.persona()
        let flags = try options.flags(of: registry)
        options.remarkUnknownVariants(in: registry, persona)
        let explanations = try registry.explain(flags, for: persona)
        if global.json {
            return try StandardOutput.document(["flags": explanations.map(\.document)])
        }
        let style = PlainText(global.settings)
        let lines = explanations.enumerated().lazy.flatMap { index, explanation -> [StyledText] in
            (index > 0 ? [""] : []) + explanation.lines.map { Self.text($0, style) }
        }
        try StandardOutput.lines(lines)
    }

    private static func text(_ line: ExplanationLine, _ style: PlainText) -> StyledText {
        let ink = line.verdict == .note && line.depth == 0 ? .bold : Ink(line.verdict)
        return StyledText(String(repeating: "  ", count: line.depth)) + style.shown(line.text, ink: ink)
    }
}

struct VariantsSimulateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulate how many users get each variant",
        discussion: """
            Simulated users get random whole numbers for every name that conditions use and that --context does not \
            set. With --ids, they get the identifiers of a file.

            Each share is printed with its 95% confidence interval and the intended share. If the counts differ from \
            the intended shares by more than chance explains, a sample ratio mismatch is reported as a warning; with \
            --strict, exits with 2.
            """)
    static let examples: KeyValuePairs = [
        "experiments variants simulate variants.json": "Simulate a million users",
        "experiments variants simulate variants.json --users 10000 --context country=NO":
            "Simulate users of one country",
    ]

    @OptionGroup var file: VariantsFile

    @Option(help: ArgumentHelp("Number of users", valueName: "number")) var users = 1_000_000

    @Option(
        help: ArgumentHelp(
            "File with an identifier per line, to use instead of random ones", valueName: "file"),
        completion: .file())
    var ids: String?

    @OptionGroup var known: ContextOptions

    @Option(help: ArgumentHelp("Seed of the random users", valueName: "number")) var seed: UInt64 = 0

    @Flag(help: "Exit with 2 on a sample ratio mismatch") var strict = false

    @OptionGroup(title: "Global options") var global: OutputOptions

    func validate() throws {
        guard (0...1_000_000_000).contains(users) else {
            throw ValidationError("invalid --users \(users): expected 0 to 1000000000")
        }
    }

    func run() throws {
        let registry = try file.registry()
        let simulation = try registry.simulate(
            SimulationOptions(
                users: users, ids: try FileBytes.identifiers(in: ids), context: try known.values(), seed: seed
            ))
        try global.settings.print(simulation.document, else: simulation.tables)
        let isMismatch = !simulation.mismatchedVariants.isEmpty || !simulation.mismatchedFlags.isEmpty
        if strict, isMismatch { throw ExitCode(ExitStatus.contractBroken) }
    }
}
