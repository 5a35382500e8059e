import ExperimentsCore
import Variants

/// An explanation as JSON.
struct ExplanationDocument {
    /// The object.
    let json: JSONValue

    init(_ explanation: FlagExplanation) {
        var members = JSONObject()
        members["flag"] = .string(explanation.flag)
        switch explanation.value {
        case .success(let value): members["value"] = value
        case .failure(let problem): members["problem"] = .string("\(problem)")
        }
        members["baseValue"] = explanation.baseValue
        members["winner"] = explanation.winner.map(JSONValue.string) ?? .null
        members["variants"] = .array(explanation.variants.map(Self.json))
        json = .object(members)
    }

    private static func json(_ variant: VariantExplanation) -> JSONValue {
        var members = JSONObject()
        members["id"] = .string(variant.id)
        members["value"] = variant.value
        members["outcome"] = .string(name(of: variant.outcome))
        members["operator"] = variant.conditionOperator.map { .string($0.rawValue) }
        members["forced"] = variant.forced.map(JSONValue.bool)
        members["conditions"] = .array(variant.conditions.map(json))
        return .object(members)
    }

    private static func json(_ condition: ConditionExplanation) -> JSONValue {
        var members = JSONObject()
        members["type"] = .string(condition.type)
        switch condition.verdict {
        case .met: members["verdict"] = "met"
        case .notMet: members["verdict"] = "not-met"
        case .notAsked: members["verdict"] = "not-asked"
        case .failed(let reason):
            members["verdict"] = "failed"
            members["reason"] = .string(reason)
        }
        members["detail"] = .string(condition.detail)
        return .object(members)
    }

    private static func name(of outcome: VariantExplanation.Outcome) -> String {
        switch outcome {
        case .wins: "wins"
        case .overruled: "overruled"
        case .inactive: "inactive"
        case .failed: "failed"
        }
    }
}
