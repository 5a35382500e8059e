extension EvaluationPass {
    /// Whether a condition on the user holds.
    func holds(_ condition: Condition) -> Bool {
        ConditionEvaluation.holds(
            condition, for: .user(evaluator.attributes.values), dialect: dialect, groups: evaluator.payload.groups)
    }

    /// Whether a clause on the user holds that stands by itself.
    func holds(_ clause: Condition.Clause) -> Bool {
        ConditionEvaluation.holds(
            clause, for: .user(evaluator.attributes.values), dialect: dialect, groups: evaluator.payload.groups)
    }

    /// Whether the condition of a prerequisite holds. It sees no saved groups, but in the strict dialect.
    func holds(_ condition: Condition, of value: AttributeValue) -> Bool {
        ConditionEvaluation.holds(
            condition, for: .feature(value), dialect: dialect,
            groups: dialect == .strict ? evaluator.payload.groups : nil)
    }

    /// Notes the clauses of a condition in the trace, if there is one.
    ///
    /// - Parameter value: the value of a prerequisite; nil for a condition on the user.
    func explain(_ condition: Condition, of value: AttributeValue? = nil) {
        guard let trace else { return }
        let seesGroups = value == nil || dialect == .strict
        let evaluation = ConditionEvaluation(dialect: dialect, groups: seesGroups ? evaluator.payload.groups : nil)
        trace.note(condition, of: value.map { .feature($0) } ?? .user(evaluator.attributes.values), by: evaluation)
    }
}
