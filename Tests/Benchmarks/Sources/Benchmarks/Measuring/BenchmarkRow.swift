/// One line of the table.
struct BenchmarkRow {
    /// What was measured.
    let name: String
    /// The usual amount: the median.
    let value: Quantity
    /// The amount at the 99th percentile, or the worst of few.
    var tail: Quantity?
    /// How many blocks of memory one operation allocated, where that was counted.
    var allocations: Double?
    /// The amount that `value`, or `tail` where `isGoalForTail`, should not exceed.
    var goal: Quantity?
    /// Whether the goal is for the 99th percentile.
    var isGoalForTail = false
    /// Whether the goal is a figure of the budget.
    var isOfBudget = false
    /// Whether the budget lets one operation allocate no memory.
    var allocatesNothing = false

    /// `ok`, `over`, or nothing where there is no goal.
    var verdict: String {
        guard let goal, let measured = isGoalForTail ? tail : value, let isMet = measured.isWithin(goal)
        else {
            return ""
        }
        return isMet ? "ok" : "over"
    }
}
