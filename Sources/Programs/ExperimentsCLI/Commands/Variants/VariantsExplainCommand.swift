import ArgumentParser
import ExperimentsCore
import Variants

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
    @OptionGroup(title: "Global options") var global: GlobalOptions

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
