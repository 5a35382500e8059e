import ArgumentParser
import ExperimentsCore
import GrowthBookFeatures

struct GrowthBookExplainCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Say why the features have their values.",
        discussion: """
            Each rule is listed in order, with what it asked, what it found and what came of it: the first that applies \
            decides. Lines from 0 to 1 show which buckets get what, and where the user's own is.
            """)
    static let examples = [
        CommandExample(
            #"experiments growthbook explain features.json --feature checkout --attributes-json "$(cat user.json)""#,
            "Say which rule decided")
    ]

    @OptionGroup var file: GrowthBookFile
    @OptionGroup var user: GrowthBookUser
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let payload = try file.payload(try user.contextObject())
        let evaluator = FeatureEvaluator(payload, for: try user.context())
        let explanations = user.keys(of: payload).map(evaluator.explain)
        if global.json {
            let features = explanations.map { ($0.result.key, Self.document($0)) }
            return try StandardOutput.document(["features": Document(features)])
        }
        let style = PlainText(global.settings)
        let lines = explanations.enumerated().flatMap { index, explanation -> [StyledText] in
            let value = explanation.result.value.compactText
            let heading = style.shown("\(explanation.result.key) is \(value)", ink: .bold)
            return (index > 0 ? ["", heading] : [heading])
                + explanation.lines.map { line in
                    StyledText(String(repeating: "  ", count: line.depth + 1)) + style.shown(line.text, ink: Ink(line))
                }
        }
        try StandardOutput.lines(lines)
    }

    private static func document(_ explanation: FeatureExplanation) -> Document {
        (explanation.result.json.object ?? JSONObject()) + ["steps": explanation.steps.map(document)]
    }

    private static func document(_ step: EvaluationStep) -> Document {
        [
            "verdict": step.verdict.rawValue, "text": step.text,
            "parts": step.parts.isEmpty ? nil : step.parts.map(document),
        ]
    }
}

extension Ink {
    /// The colour of a line of an explanation.
    fileprivate init(_ line: ExplanationLine) {
        self =
            switch line.verdict {
            case .note, .passed: .plain
            case .chosen: .green
            case .failed: .dim
            case .problem: .red
            }
    }
}
