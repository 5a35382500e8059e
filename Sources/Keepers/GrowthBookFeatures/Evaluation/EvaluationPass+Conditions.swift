extension EvaluationPass {
    /// Whether a condition on the user holds.
    func holds(_ condition: Condition) -> Bool {
        ConditionEvaluation.holds(
            condition, for: .user(evaluator.attributes), dialect: dialect, groups: evaluator.payload.groups)
    }

    /// Whether a clause on the user holds that stands by itself.
    func holds(_ clause: Condition.Clause) -> Bool {
        ConditionEvaluation.holds(
            clause, for: .user(evaluator.attributes), dialect: dialect, groups: evaluator.payload.groups)
    }

    /// Whether the condition of a prerequisite holds. It sees no saved groups, but in the strict dialect.
    func holds(_ condition: Condition, of value: AttributeValue) -> Bool {
        ConditionEvaluation.holds(
            condition, for: .feature(value), dialect: dialect,
            groups: dialect == .strict ? evaluator.payload.groups : nil)
    }
}
