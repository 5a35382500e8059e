import ExperimentsCore
import Variants

extension FlagExplanation {
    /// `{"flag", "value" or "problem", "baseValue", "winner", "variants"}`.
    var document: Document {
        let outcome: Document =
            switch value {
            case .success(let value): ["flag": flag, "value": value]
            case .failure(let problem): ["flag": flag, "problem": "\(problem)"]
            }
        return outcome + ["baseValue": baseValue, "winner": winner.orNull, "variants": variants.map(\.document)]
    }
}

extension VariantExplanation {
    fileprivate var document: Document {
        [
            "id": id, "value": value, "outcome": outcomeName, "operator": conditionOperator?.rawValue,
            "forced": forced, "conditions": conditions.map(\.document),
        ]
    }

    private var outcomeName: String {
        switch outcome {
        case .wins: "wins"
        case .overruled: "overruled"
        case .inactive: "inactive"
        case .failed: "failed"
        }
    }
}

extension ConditionExplanation {
    fileprivate var document: Document {
        let (word, reason): (String, String?) =
            switch verdict {
            case .met: ("met", nil)
            case .notMet: ("not-met", nil)
            case .notAsked: ("not-asked", nil)
            case .failed(let reason): ("failed", reason)
            }
        return ["type": type, "verdict": word, "reason": reason, "detail": detail]
    }
}
