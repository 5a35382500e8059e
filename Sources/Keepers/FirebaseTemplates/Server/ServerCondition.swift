import ExperimentsCore

/// The content of a condition of a server template, ready to be evaluated.
indirect enum ServerCondition: Sendable {
    case constant(Bool)
    case any([ServerCondition])
    case all([ServerCondition])
    /// A share of all users; the seed is by its place among those of the template, so that IDs are hashed once for each.
    case percent(PercentileRange, seed: Int)
    case signal(SignalCondition)
}

/// The test of a custom signal.
struct SignalCondition: Sendable {
    enum Test: Sendable {
        case contains([String])
        case containsNone([String])
        case equals([String])
        case matches([Result<TemplatePattern, PatternProblem>])
        case number(ConditionTest.Comparison, Double?)
        case version(ConditionTest.Comparison, SemanticVersion?)

        /// The reason why no signal can pass the test; nil if one can.
        var flaw: String? {
            switch self {
            case .number(_, nil): "which is not a number"
            case .version(_, nil):
                "which is not a version of up to \(SemanticVersion.serverLimit) numbers with dots between them"
            default: nil
            }
        }
    }

    /// Whether it is met, or the pattern that could not be used before that was decided.
    enum Verdict {
        case holds(Bool)
        case stuck(target: Int, String)
    }

    let key: String
    let test: Test
    /// The path of the condition in its template.
    let path: DocumentPath

    /// An absent signal fails every test, including negative ones.
    func verdict(in context: EvaluationContext) -> Verdict {
        guard let (value, text) = context.signal(key) else { return .holds(false) }
        switch test {
        case .contains(let targets): return .holds(targets.contains { ByteText.contains(text, $0) })
        case .containsNone(let targets): return .holds(!targets.contains { ByteText.contains(text, $0) })
        case .equals(let targets):
            let trimmed = ByteText.trimmed(text)
            return .holds(targets.contains { ByteText.isEqual(trimmed, $0) })
        case .matches(let patterns): return verdict(patterns, text)
        case .number(let comparison, let target):
            guard let target, let number = Self.number(value, text), !number.isNaN else {
                return .holds(false)
            }
            return .holds(comparison.holds(number < target ? -1 : number > target ? 1 : 0))
        case .version(let comparison, let target):
            guard let target, let version = SemanticVersion(text), version.isForServers,
                let order = SemanticVersion.compare(version, target)
            else { return .holds(false) }
            return .holds(comparison.holds(order))
        }
    }

    private func verdict(_ patterns: [Result<TemplatePattern, PatternProblem>], _ text: String) -> Verdict {
        for (index, pattern) in patterns.enumerated() {
            switch pattern {
            case .failure(let problem):
                return .stuck(target: index, "is not a regular expression: \(problem)")
            case .success(let pattern):
                guard let isFound = pattern.isFound(in: text) else {
                    return .stuck(target: index, "takes too many steps to search the signal for")
                }
                if isFound { return .holds(true) }
            }
        }
        return .holds(false)
    }

    private static func number(_ value: JSONValue, _ text: String) -> Double? {
        switch value {
        case .bool(let value): value ? 1 : 0
        case .number(let lexeme): Double(lexeme)
        default: SignalNumber.value(of: text)
        }
    }
}
