/// The mean of a group, and the variance between its units.
public struct GroupEstimate: Sendable, Hashable {
    /// The number of units.
    public let units: Int
    /// The mean of the units' values, or the ratio.
    public let mean: Double
    /// The mean after the adjustment by earlier data; the same as `mean` without such data.
    ///
    /// The lift is the difference of these means divided by control's `mean`, so it is not the quotient of the two
    /// means that are shown.
    public let adjustedMean: Double
    /// The variance of one unit's value, after the adjustment.
    public let variance: Double

    /// The variance of the mean.
    public var varianceOfMean: Double { variance / Double(units) }
}
