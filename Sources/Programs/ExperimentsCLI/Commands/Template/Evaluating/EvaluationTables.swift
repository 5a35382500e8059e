import ExperimentsCore
import FirebaseTemplates

/// The values of a server template, as tables of text.
struct EvaluationTables {
    /// The tables, each line ended by a line feed.
    let text: StyledText

    init(_ evaluation: ServerEvaluation, _ settings: Settings) {
        let style = PlainText(settings)
        let width = Console.columns
        var parameters = Table([
            .init(title: "KEY", limit: 60), .init(title: "SOURCE", limit: 10), .init(title: "CONDITION", limit: 40),
            .init(title: "VALUE", limit: 200),
        ])
        for (key, value) in evaluation.parameters {
            parameters.append([
                .init(key), .init(value.source.rawValue, value.source == .remote ? .green : .dim),
                .init(value.condition ?? ""), .init(value.text),
            ])
        }
        var conditions = Table([.init(title: "CONDITION", limit: 60), .init(title: "HOLDS", limit: 10)])
        for (name, holds) in evaluation.conditions {
            conditions.append([.init(name), .init(holds ? "yes" : "no", holds ? .green : .dim)])
        }
        var parts: [StyledText] = []
        if !evaluation.parameters.isEmpty { parts.append(parameters.text(style, width: width)) }
        if !evaluation.conditions.isEmpty { parts.append(conditions.text(style, width: width)) }
        text = parts.isEmpty ? "the template has no parameters\n" : parts.joined(separator: "\n")
    }
}

extension ServerEvaluation {
    /// The values of a server template: `{"parameters": {key: {"value", "source", "condition"}}, "conditions": {name: bool}}`.
    var document: Document {
        let values = parameters.map { key, value -> (String, Document) in
            (key, ["value": value.text, "source": value.source.rawValue, "condition": value.condition.orNull])
        }
        return ["parameters": Document(values), "conditions": Document(conditions.map { ($0.name, $0.holds) })]
    }
}
