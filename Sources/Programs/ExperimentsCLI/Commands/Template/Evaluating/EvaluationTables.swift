import ExperimentsCore
import FirebaseTemplates

extension ServerEvaluation {
    /// The values of a server template as tables, each line ended by a line feed.
    func tables(_ settings: Settings) -> StyledText {
        let style = PlainText(settings)
        let width = Console.columns
        var values = Table(["KEY": 60, "SOURCE": 10, "CONDITION": 40, "VALUE": 200])
        for (key, value) in parameters {
            values.append([
                .init(key), .init(value.source.rawValue, value.source == .remote ? .green : .dim),
                .init(value.condition ?? ""), .init(value.text),
            ])
        }
        var holding = Table(["CONDITION": 60, "HOLDS": 10])
        for (name, holds) in conditions {
            holding.append([.init(name), .init(holds ? "yes" : "no", holds ? .green : .dim)])
        }
        var parts: [StyledText] = []
        if !parameters.isEmpty { parts.append(values.text(style, width: width)) }
        if !conditions.isEmpty { parts.append(holding.text(style, width: width)) }
        return parts.isEmpty ? "the template has no parameters\n" : parts.joined(separator: "\n")
    }

    /// The values of a server template: `{"parameters": {key: {"value", "source", "condition"}}, "conditions": {name: bool}}`.
    var document: Document {
        let values = parameters.map { key, value -> (String, Document) in
            (key, ["value": value.text, "source": value.source.rawValue, "condition": value.condition.orNull])
        }
        return ["parameters": Document(values), "conditions": Document(conditions.map { ($0.name, $0.holds) })]
    }
}
