import ArgumentParser
import ExperimentsCore
import Variants

/// Prints why flags come to what they do.
struct VariantsExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Say why the flags have their values.",
        discussion: """
            Each variant that changes a flag is listed with its conditions, what they looked at and what came of it. \
            The last active variant wins.
            """)

    @OptionGroup var file: VariantsFile
    @OptionGroup var options: PersonaOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let registry = try file.registry()
        let persona = try options.persona()
        let flags = try options.flags(of: registry)
        options.remarkUnknownVariants(in: registry, persona)
        let explanations = try flags.map { try registry.explain($0, for: persona) }
        if global.json {
            let document: JSONValue = [
                "schema": .number(DocumentSchema.version),
                "flags": .array(explanations.map { ExplanationDocument($0).json }),
            ]
            return try StandardOutput.document(document)
        }
        let style = PlainText(global.settings)
        for (index, explanation) in explanations.enumerated() {
            if index > 0 { try StandardOutput.line("") }
            for line in explanation.lines {
                let indentation = String(repeating: "  ", count: line.depth)
                try StandardOutput.line(StyledText(indentation) + style.shown(line.text, ink: Ink(line)))
            }
        }
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
