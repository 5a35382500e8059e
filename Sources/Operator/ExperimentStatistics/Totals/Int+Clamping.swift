extension Int {
    /// The whole number nearest to `value`, or nearest to it among those that there are; 0 for what is no number.
    init(nearest value: Double) {
        let rounded = value.rounded()
        self = rounded.isNaN ? 0 : Int(exactly: rounded) ?? (rounded < 0 ? .min : .max)
    }

    /// The sum, or the largest or smallest number where there is no such number.
    package func clampedSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
