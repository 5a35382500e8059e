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
        commandName: "lint", abstract: "Find unused flags, variants that nobody gets, and mods that change a type.",
        discussion: "Exits with 1 where the file cannot be loaded. Findings do not count as an error, unless --strict.")
    static let examples = [
        CommandExample("experiments variants lint variants.json", "Check a file before it is shipped")
    ]

    @OptionGroup var file: VariantsFile

    @Flag(help: "Exit with 2 where there is a finding.") var strict = false

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
        commandName: "explain", abstract: "Say why the flags have their values.",
        discussion: """
            Each variant that changes a flag is listed with its conditions, what they looked at and what came of it. \
            The last active variant wins.
            """)
    static let examples = [
        CommandExample("experiments variants explain variants.json --context user_id=7", "Say which conditions held")
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
        StyledText(String(repeating: "  ", count: line.depth)) + style.shown(line.text, ink: Ink(line))
    }
}

extension Ink {
    /// The colour of a line of an explanation.
    fileprivate init(_ line: ExplanationLine) {
        self =
            switch line.verdict {
            case .note: line.depth == 0 ? .bold : .plain
            case .chosen: .green
            case .passed: .plain
            case .failed: .dim
            case .problem: .red
            }
    }
}

struct VariantsSimulateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Compute the share of many users that gets each variant.",
        discussion: """
            Users get random whole numbers for everything that conditions look up and --context does not fix. With \
            --ids, they get the identifiers of a file instead, to see how real ones fall.

            A share comes with the interval in which the true one lies with a confidence of 95%, and the share that \
            the conditions intend. Where counts are not what was intended by more than chance explains, that is a \
            sample-ratio mismatch, told as a warning; --strict exits with 2.
            """)
    static let examples = [
        CommandExample("experiments variants simulate variants.json", "See what shares the conditions give"),
        CommandExample(
            "experiments variants simulate variants.json --users 10000 --context country=NO",
            "Simulate Norwegians alone"),
    ]

    @OptionGroup var file: VariantsFile

    @Option(help: ArgumentHelp("How many users.", valueName: "number")) var users = 1_000_000

    @Option(
        help: ArgumentHelp("A file of identifiers, one in each line, in place of random ones.", valueName: "file"),
        completion: .file())
    var ids: String?

    @OptionGroup var known: ContextOptions

    @Option(help: ArgumentHelp("Another one gives other users.", valueName: "number")) var seed: UInt64 = 0

    @Flag(help: "Exit with 2 where there is a sample-ratio mismatch.") var strict = false

    @OptionGroup(title: "Global options") var global: OutputOptions

    func validate() throws {
        guard (0...1_000_000_000).contains(users) else {
            throw ValidationError("--users is from 0 to 1000000000, found \(users)")
        }
    }

    func run() throws {
        let registry = try file.registry()
        let simulation = try registry.simulate(
            SimulationOptions(
                users: users, ids: try FileBytes.identifiers(in: ids), context: try known.values(), seed: seed))
        if global.json {
            try StandardOutput.document(simulation.document)
        } else {
            try StandardOutput.write(simulation.tables(global.settings))
        }
        let isMismatch = !simulation.mismatchedVariants.isEmpty || !simulation.mismatchedFlags.isEmpty
        if strict, isMismatch { throw ExitCode(ExitStatus.contractBroken) }
    }
}
