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

/// The values of a server template, as JSON:
/// `{"parameters": {key: {"value", "source", "condition"}}, "conditions": {name: bool}}`.
struct EvaluationDocument {
    /// The document.
    let json: JSONValue

    init(_ evaluation: ServerEvaluation) {
        let parameters = evaluation.parameters.map { key, value in
            var members = JSONObject()
            members["value"] = .string(value.text)
            members["source"] = .string(value.source.rawValue)
            members["condition"] = value.condition.map(JSONValue.string) ?? .null
            return JSONObject.Member(name: key, value: .object(members))
        }
        let conditions = evaluation.conditions.map { JSONObject.Member(name: $0.name, value: .bool($0.holds)) }
        json = [
            "parameters": .object(JSONObject(distinct: parameters)),
            "conditions": .object(JSONObject(distinct: conditions)),
        ]
    }
}
