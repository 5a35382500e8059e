/// The value of one unit, for example a user, for one metric, computed from all its events.
public struct UnitValue: Sendable, Hashable {
    /// 1 or 0 for a proportion, a count or a sum for a mean, or the numerator of a ratio.
    public var value: Double
    /// The denominator of a ratio.
    public var denominator: Double
    /// The same as `value` for the time before the unit's first exposure; 0 if nothing is known.
    public var past: Double

    /// Creates a value.
    public init(_ value: Double, denominator: Double = 0, past: Double = 0) {
        (self.value, self.denominator, self.past) = (value, denominator, past)
    }
}
