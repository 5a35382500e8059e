/// What the product may take at most. `make bench` fails where a row exceeds one of these; every other goal is only shown.
///
/// A trick that makes the code harder to read stays where one of these would not hold without it.
enum Budget {
    /// A read of a key's value, which allocates nothing either.
    static let read = Quantity.time(.nanoseconds(100))
    /// The evaluation of a GrowthBook feature.
    static let feature = Quantity.time(.microseconds(1))
    /// From the start of the dashboard to its first frame, with the files in memory.
    static let firstFrame = Quantity.time(.milliseconds(60))
    /// The memory of a dashboard with 3,000 keys.
    static let usualMemory = Quantity.bytes(60_000_000)
    /// The memory of a dashboard with 100,000 keys.
    static let largeMemory = Quantity.bytes(250_000_000)
    /// A key press, with 100,000 keys, at the 99th percentile.
    static let keyPress = Quantity.time(.milliseconds(16))
    /// One evaluation of those that `serve` answers, one after the other: 10,000 a second.
    static let evaluation = Quantity.time(.microseconds(100))
    /// An event that is imported.
    static let event = Quantity.time(.microseconds(20))
}

extension BenchmarkRow {
    /// The row, held to a figure of the budget.
    func within(_ limit: Quantity, allocatingNothing: Bool = false) -> BenchmarkRow {
        var row = self
        (row.goal, row.isOfBudget, row.allocatesNothing) = (limit, true, allocatingNothing)
        return row
    }

    /// Whether a figure of the budget is exceeded.
    var isOverBudget: Bool {
        isOfBudget && (verdict == "over" || (allocatesNothing && (allocations ?? 0) >= 0.5))
    }
}
