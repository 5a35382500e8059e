import ExperimentsCore

/// The reasons for the value of a flag: every variant that was considered, and the result.
public struct FlagExplanation: Sendable, Hashable {
    /// The name of the explained flag.
    public let flag: String
    /// The value without any variant.
    public let baseValue: JSONValue
    /// The value, or the reason why there is none.
    public let value: Result<JSONValue, FlagProblem>
    /// The ID of the variant that set the value; nil for the base value.
    public let winner: String?
    /// The variants that change the flag, in order. The last active one sets the value.
    public let variants: [VariantExplanation]
}

/// The result of considering a variant that changes a flag.
public struct VariantExplanation: Sendable, Hashable {
    /// The result of considering a variant.
    public enum Outcome: Sendable, Hashable {
        /// The variant is active, and sets the value of the flag.
        case wins
        /// The variant is active, but a later variant sets the value of the flag.
        case overruled
        /// The variant is not active.
        case inactive
        /// A condition failed, so it is not known whether it is active.
        case failed
    }

    /// The ID of the variant.
    public let id: String
    /// The value that it sets.
    public let value: JSONValue
    /// How its conditions are combined, if there are several.
    public let conditionOperator: Variant.Operator?
    /// Whether it was forced on or off; nil if its conditions decided.
    public let forced: Bool?
    /// Its conditions, in order.
    public let conditions: [ConditionExplanation]
    /// The result of considering it.
    public let outcome: Outcome
}

/// The result of one condition.
public struct ConditionExplanation: Sendable, Hashable {
    /// Whether a condition is met.
    public enum Verdict: Sendable, Hashable {
        /// The user meets the condition.
        case met
        /// The condition is not met.
        case notMet
        /// Not evaluated, because another condition had already decided, or because the variant is forced.
        case notAsked
        /// The app's predicate threw an error.
        case failed(reason: String)
    }

    /// The condition's type, in capitals.
    public let type: String
    /// Whether the condition is met.
    public let verdict: Verdict
    /// The inputs and the question, in words.
    public let detail: String
}

extension FlagExplanation {
    /// The explanation in lines for a screen: the value, each variant, each condition.
    public var lines: [ExplanationLine] {
        var lines = [headline]
        lines.append(
            ExplanationLine(
                "base value: \(baseValue.compactText)",
                winner == nil && (try? value.get()) != nil ? .chosen : .failed, depth: 1))
        for variant in variants {
            lines.append(variant.headline)
            lines += variant.conditions.map(\.line)
        }
        return lines
    }

    private var headline: ExplanationLine {
        switch value {
        case .success(let value):
            ExplanationLine(
                "\(flag) = \(value.compactText), " + (winner.map { "from variant \($0)" } ?? "its base value")
            )
        case .failure(let problem): ExplanationLine("\(flag) cannot be read: \(problem)", .problem)
        }
    }
}

extension VariantExplanation {
    var headline: ExplanationLine {
        let cause =
            switch forced {
            case true?: "forced on"
            case false?: "forced off"
            case nil where conditions.isEmpty: "has no conditions"
            case nil:
                conditionOperator.map { $0 == .and ? "all conditions" : "one condition" } ?? "its condition"
            }
        let (words, said): (String, ExplanationLine.Verdict) =
            switch outcome {
            case .wins: ("wins", .chosen)
            case .overruled: ("active, and a later variant wins", .passed)
            case .inactive: ("not active", .failed)
            case .failed: ("not known", .problem)
            }
        return ExplanationLine("variant \(id) sets \(value.compactText): \(words) (\(cause))", said, depth: 1)
    }
}

extension ConditionExplanation {
    var line: ExplanationLine {
        let (words, said): (String, ExplanationLine.Verdict) =
            switch verdict {
            case .met: ("met", .passed)
            case .notMet: ("not met", .failed)
            case .notAsked: ("not checked", .failed)
            case .failed(let reason): ("failed: \(reason)", .problem)
            }
        return ExplanationLine("\(type) \(words)" + (detail.isEmpty ? "" : ": \(detail)"), said, depth: 2)
    }
}
