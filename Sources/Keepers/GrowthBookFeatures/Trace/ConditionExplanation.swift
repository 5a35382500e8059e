import ExperimentsCore

/// Explains for each clause of a condition whether it is true. It evaluates again, so that an evaluation without an
/// explanation records nothing.
struct ConditionExplanation {
    private var evaluation: ConditionEvaluation
    private let subject: AttributeValue

    init(_ evaluation: ConditionEvaluation, _ subject: AttributeValue) {
        self.evaluation = evaluation
        self.subject = subject
    }

    /// Returns a step for each clause; those after the first that fails were not evaluated.
    mutating func steps(of condition: Condition) -> [EvaluationStep] {
        var steps: [EvaluationStep] = []
        var isOver = false
        for clause in condition.clauses {
            let step = step(of: clause, isAsked: !isOver)
            steps.append(step)
            if step.verdict == .failed { isOver = true }
        }
        return steps
    }

    private mutating func step(of clause: Condition.Clause, isAsked: Bool) -> EvaluationStep {
        let verdict: EvaluationStep.Verdict =
            !isAsked ? .notAsked : evaluation.holds(clause, for: subject) == true ? .passed : .failed
        switch clause {
        case .any(let conditions):
            return EvaluationStep(.condition("any of"), verdict, parts: parts(conditions, isAsked))
        case .none(let conditions):
            return EvaluationStep(.condition("none of"), verdict, parts: parts(conditions, isAsked))
        case .all(let conditions):
            return EvaluationStep(.condition("all of"), verdict, parts: parts(conditions, isAsked))
        case .not(let condition):
            return EvaluationStep(.condition("not"), verdict, parts: parts([condition], isAsked))
        case .attribute(let path, let test):
            return EvaluationStep(.condition(text(of: path, test)), verdict)
        case .savedGroup(let id, _): return EvaluationStep(.condition("in the saved group \(id)"), verdict)
        case .malformed(let reason): return EvaluationStep(.condition("cannot be read: \(reason)"), verdict)
        }
    }

    private mutating func parts(_ conditions: [Condition], _ isAsked: Bool) -> [EvaluationStep] {
        conditions.flatMap { condition in
            isAsked
                ? steps(of: condition)
                : condition.clauses.map { step(of: $0, isAsked: false) }
        }
    }

    private func text(of path: AttributePath, _ test: ValueTest) -> String {
        if let marker = Self.markers[path.text] { return marker }
        let value = path.value(in: subject)
        let found = value.isNull ? "not known" : Self.shortened(value.json.compactText)
        return "\(path.text) \(Self.words(of: test, in: evaluation.groups)) (it is \(found))"
    }

    /// The strings that the server writes in place of a saved group that it cannot resolve.
    static let markers = [
        "__sgUnknown__": "a saved group that the server does not know: never true",
        "__sgCycle__": "saved groups that refer to each other: never true",
        "__sgMaxDepth__": "saved groups that are nested too deep: never true",
        "__sgInvalid__": "a saved group that the server cannot read: never true",
    ]

    static func words(of test: ValueTest, in groups: [ExactText: SavedGroup]?) -> String {
        switch test {
        case .literal(let literal): "is \(shortened(literal.json.compactText))"
        case .operators(let operators): operators.map { words(of: $0, in: groups) }.joined(separator: " and ")
        }
    }

    private static func words(of asked: ValueOperator, in groups: [ExactText: SavedGroup]?) -> String {
        let operand = shortened(asked.operand.compactText)
        switch asked.question {
        case .equals: return "is exactly \(operand)"
        case .differs: return "is not exactly \(operand)"
        case .exists(let isWanted): return isWanted ? "is known" : "is not known"
        case .group(let id, let isNegated):
            var size = "which is missing"
            if case .list(let set, _) = groups?[ExactText(id)] { size = "of \(set.count)" }
            return "is \(isNegated ? "not " : "")in the group \(id), \(size)"
        case .pattern(let pattern, _):
            return "\(asked.name) \(operand)"
                + (pattern.problem.map { ", which cannot be searched for: \($0)" } ?? "")
        case .unusable(let reason): return "\(asked.name) \(operand), which is not valid: \(reason)"
        case .unknown: return "\(asked.name) \(operand), an operator that is not known"
        default: return "\(asked.name) \(operand)"
        }
    }

    /// The longest text that is quoted whole.
    private static let longest = 80

    static func shortened(_ text: String) -> String {
        text.count <= longest ? text : text.prefix(longest - 1) + "…"
    }
}
