import ExperimentsCore

extension ConditionMeaning {
    /// Returns the test of a condition, in words.
    func question(_ condition: Variant.Condition) -> String {
        switch self {
        case .random(nil): return "without a number from 0 to 1 it is never met"
        case .random(let chance?): return "needs at most \(NumberText.text(of: chance))"
        case .remainder(let key, let lower, let upper):
            return "needs \(key) mod 100 from \(NumberText.text(of: lower)) to \(NumberText.text(of: upper))"
        case .oneOf(let key, let ids, _):
            let shown = ids.prefix(5).joined(separator: ", ")
            return "needs \(key) to be one of \(ids.count > 5 ? "\(ids.count) users: \(shown), …" : shown)"
        case .rollout(let rollout):
            let percentage = Self.percentage(rollout.buckets.count)
            let buckets = rollout.buckets
            let range = buckets.isEmpty ? "none" : "\(buckets.lowerBound)–\(buckets.upperBound - 1)"
            return "needs a bucket of \(range) (\(percentage)%), salt \"\(rollout.salt)\""
        case .custom: return "asks the app about \(condition.arguments.json.found)"
        }
    }

    /// Returns the values of a context that a condition tests, in words.
    func finding(in context: VariantContext) -> String {
        switch self {
        case .random, .custom: return ""
        case .remainder(let key, _, _):
            guard let remainder = context[key]?.remainder, !remainder.isNaN else {
                return Self.misfit(key, in: context, "a number")
            }
            return "\(key) = \(context[key]?.found ?? ""), mod 100 = \(NumberText.text(of: remainder))"
        case .oneOf(let key, _, _):
            guard context[key]?.unit != nil else {
                return Self.misfit(key, in: context, "text or a whole number")
            }
            return "\(key) = \(context[key]?.found ?? "")"
        case .rollout(let rollout):
            guard let unit = context[rollout.key]?.unit else {
                return Self.misfit(rollout.key, in: context, "text or a whole number")
            }
            let bucket = RolloutBucket(unit: unit, salt: rollout.salt)
            return "\(rollout.key) = \(context[rollout.key]?.found ?? ""), bucket \(bucket.number)"
        }
    }

    private static func misfit(_ key: String, in context: VariantContext, _ expected: String) -> String {
        guard let value = context[key] else { return "\(key) is not in the context" }
        return "\(key) = \(value.found) is not \(expected)"
    }

    private static func percentage(_ buckets: Int) -> String {
        NumberText.text(of: Double(buckets) / Double(RolloutBucket.count / 100))
    }
}
