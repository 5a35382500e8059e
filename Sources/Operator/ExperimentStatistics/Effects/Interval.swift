/// A closed interval of numbers. Either end may be infinite.
public struct Interval: Sendable, Hashable {
    /// The smallest value of the interval.
    public var lower: Double
    /// The largest value of the interval.
    public var upper: Double

    /// The interval of all numbers.
    public static let everything = Interval(-.infinity, .infinity)

    /// Creates the interval from `lower` to `upper`, which is empty if `lower` is larger.
    public init(_ lower: Double, _ upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Creates the interval of the numbers within `halfWidth` of `center`; of all numbers if that is unknown.
    init(_ center: Double, within halfWidth: Double) {
        self.init(center - halfWidth, center + halfWidth)
        if lower.isNaN || upper.isNaN { self = .everything }
    }

    /// Whether the interval is empty.
    public var isEmpty: Bool { !(lower <= upper) }

    /// Whether both ends are finite.
    public var isFinite: Bool { lower.isFinite && upper.isFinite }

    /// Whether it lies above zero.
    public var isAboveZero: Bool { lower > 0 && !isEmpty }

    /// Whether it lies below zero.
    public var isBelowZero: Bool { upper < 0 && !isEmpty }

    /// Returns whether all numbers in it are at most `distance` away from zero.
    public func lies(within distance: Double) -> Bool { !isEmpty && lower >= -distance && upper <= distance }

    /// Returns the numbers in both intervals.
    public func intersection(_ other: Interval) -> Interval {
        Interval(max(lower, other.lower), min(upper, other.upper))
    }
}
