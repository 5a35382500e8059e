/// The numbers from one to another, both among them; either end may be infinite.
public struct Interval: Sendable, Hashable {
    /// The least of them.
    public var lower: Double
    /// The largest of them.
    public var upper: Double

    /// All numbers.
    public static let everything = Interval(-.infinity, .infinity)

    /// The numbers from `lower` to `upper`; none if the first is larger.
    public init(_ lower: Double, _ upper: Double) {
        (self.lower, self.upper) = (lower, upper)
    }

    /// The numbers no further than `halfWidth` from `center`; all, where that cannot be told.
    init(_ center: Double, within halfWidth: Double) {
        self.init(center - halfWidth, center + halfWidth)
        if lower.isNaN || upper.isNaN { self = .everything }
    }

    /// Whether there is no such number.
    public var isEmpty: Bool { !(lower <= upper) }

    /// Whether both ends are numbers.
    public var isFinite: Bool { lower.isFinite && upper.isFinite }

    /// Whether all of them are above zero.
    public var isAboveZero: Bool { lower > 0 && !isEmpty }

    /// Whether all of them are below zero.
    public var isBelowZero: Bool { upper < 0 && !isEmpty }

    /// Whether all of them are no further than `distance` from zero.
    public func lies(within distance: Double) -> Bool { !isEmpty && lower >= -distance && upper <= distance }

    /// The numbers in both.
    public func intersection(_ other: Interval) -> Interval {
        Interval(max(lower, other.lower), min(upper, other.upper))
    }
}
