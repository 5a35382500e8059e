import ArgumentParser
import ExperimentsCore
import GrowthBookFeatures

/// Prints the reasons for the values of features.
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
            let document: JSONValue = [
                "schema": .number(DocumentSchema.version),
                "features": .object(
                    JSONObject(setting: explanations.map { .init(name: $0.result.key, value: Self.json($0)) })),
            ]
            return try StandardOutput.document(document)
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

    private static func json(_ explanation: FeatureExplanation) -> JSONValue {
        guard case .object(var members) = explanation.result.json else { return .null }
        members["steps"] = .array(explanation.steps.map(json))
        return .object(members)
    }

    private static func json(_ step: EvaluationStep) -> JSONValue {
        var members: JSONObject = JSONObject()
        members["verdict"] = .string(step.verdict.rawValue)
        members["text"] = .string(step.text)
        if !step.parts.isEmpty { members["parts"] = .array(step.parts.map(json)) }
        return .object(members)
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
