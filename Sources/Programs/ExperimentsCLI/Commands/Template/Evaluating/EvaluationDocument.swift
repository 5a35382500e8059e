import ExperimentsCore
import FirebaseTemplates

/// What a server template comes to, as JSON:
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
