/// What a group's totals say of the group: its mean, and how much its units vary.
public struct GroupEstimate: Sendable, Hashable {
    /// The units.
    public let units: Int
    /// The mean of the units' values, or the ratio.
    public let mean: Double
    /// The mean that is left when the part that the past foretells is taken off; the same as `mean` without a past.
    ///
    /// The lift is the difference of these over control's `mean`, and so is not the quotient of two means that are shown.
    public let adjustedMean: Double
    /// The variance of one unit's value, after that adjustment.
    public let variance: Double

    /// The variance of the mean.
    public var varianceOfMean: Double { variance / Double(units) }
}
