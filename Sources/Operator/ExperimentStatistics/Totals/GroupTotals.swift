/// Everything that the statistics need for one group and one metric: the number of units, and sums over them.
///
/// Totals can be added over days and segments. Units can be added, removed and replaced one by one, in any order, with
/// the same result, because the sums are exact (see ``PreciseSum``). A store has to store all numbers of each sum.
public struct GroupTotals: Sendable, Hashable, Codable {
    /// The number of exposed units, including those without events, whose value is 0.
    public var units: Int
    /// The number of units whose value is not 0.
    public var unitsWithValue: Int
    /// The sum of the values.
    public var sum: PreciseSum
    /// The sum of the squares of the values.
    public var sumSquares: PreciseSum
    /// The sums of the denominators of a ratio.
    public var denominator: PairedSums
    /// The sums of the units' values before their first exposure.
    public var past: PairedSums

    /// Creates totals, by default of no units.
    ///
    /// - Parameters:
    ///   - units: the number of units.
    ///   - unitsWithValue: the number of units whose value is not 0; by default, the number for a proportion with this
    ///     sum.
    ///   - sum: the sum of the values.
    ///   - sumSquares: the sum of the squares; by default, that of values that are all 0 or 1.
    ///   - denominator: the sums of the denominators of a ratio.
    ///   - past: the sums of the values from before the first exposure.
    public init(
        units: Int = 0, unitsWithValue: Int? = nil, sum: PreciseSum = .init(), sumSquares: PreciseSum? = nil,
        denominator: PairedSums = .init(), past: PairedSums = .init()
    ) {
        self.units = units
        self.unitsWithValue = unitsWithValue ?? max(0, min(units, Int(nearest: sum.value)))
        self.sum = sum
        self.sumSquares = sumSquares ?? sum
        self.denominator = denominator
        self.past = past
    }

    /// Creates the totals of a group in which `converted` units converted.
    public init(units: Int, converted: Int) {
        self.init(units: units, unitsWithValue: converted, sum: PreciseSum(Double(converted)))
    }

    /// Adds a unit.
    public mutating func add(_ unit: UnitValue) { count(unit, 1) }

    /// Removes a unit with a known value, for example because it is in two groups.
    public mutating func remove(_ unit: UnitValue) { count(unit, -1) }

    /// Replaces a unit's old value by its new one.
    public mutating func replace(_ old: UnitValue, with new: UnitValue) {
        remove(old)
        add(new)
    }

    private mutating func count(_ unit: UnitValue, _ sign: Int) {
        units = units.clampedSum(sign)
        if unit.value != 0 { unitsWithValue = unitsWithValue.clampedSum(sign) }
        sum.count(PreciseSum(unit.value), sign)
        sumSquares.count(.square(unit.value), sign)
        // Most metrics have neither, and the store adds many units.
        if unit.denominator != 0 { denominator.count(unit.denominator, with: unit.value, sign) }
        if unit.past != 0 { past.count(unit.past, with: unit.value, sign) }
    }

    /// Returns the combined totals.
    public static func + (a: GroupTotals, b: GroupTotals) -> GroupTotals {
        GroupTotals(
            units: a.units.clampedSum(b.units), unitsWithValue: a.unitsWithValue.clampedSum(b.unitsWithValue),
            sum: a.sum + b.sum, sumSquares: a.sumSquares + b.sumSquares,
            denominator: a.denominator + b.denominator,
            past: a.past + b.past)
    }

    /// Adds the totals of other units.
    public static func += (a: inout GroupTotals, b: GroupTotals) { a = a + b }
}

/// Sums of a second number of each unit, and of its products with the unit's value.
public struct PairedSums: Sendable, Hashable, Codable {
    /// The sum of the numbers.
    public var sum: PreciseSum
    /// The sum of their squares.
    public var sumSquares: PreciseSum
    /// The sum of each number times the unit's value.
    public var productSum: PreciseSum

    /// Creates sums, by default of numbers that are all 0.
    public init(sum: PreciseSum = .init(), sumSquares: PreciseSum = .init(), productSum: PreciseSum = .init())
    {
        self.sum = sum
        self.sumSquares = sumSquares
        self.productSum = productSum
    }

    fileprivate mutating func count(_ number: Double, with value: Double, _ sign: Int) {
        sum.count(PreciseSum(number), sign)
        sumSquares.count(.square(number), sign)
        productSum.count(.product(number, value), sign)
    }

    fileprivate static func + (a: PairedSums, b: PairedSums) -> PairedSums {
        PairedSums(
            sum: a.sum + b.sum, sumSquares: a.sumSquares + b.sumSquares,
            productSum: a.productSum + b.productSum)
    }
}

extension PreciseSum {
    fileprivate mutating func count(_ other: PreciseSum, _ sign: Int) {
        if sign < 0 { self -= other } else { self += other }
    }
}

/// The value of one unit, for example a user, for one metric, computed from all its events.
public struct UnitValue: Sendable, Hashable {
    /// 1 or 0 for a proportion, a count or a sum for a mean, or the numerator of a ratio.
    public var value: Double
    /// The denominator of a ratio.
    public var denominator: Double
    /// The same as `value`, for the time before the unit's first exposure; 0 if it is not known.
    public var past: Double

    /// Creates a value.
    public init(_ value: Double, denominator: Double = 0, past: Double = 0) {
        self.value = value
        self.denominator = denominator
        self.past = past
    }
}

extension Int {
    /// The integer nearest to `value`, or the nearest one in the type's range; 0 for NaN.
    package init(nearest value: Double) {
        let rounded = value.rounded()
        self = rounded.isNaN ? 0 : Int(exactly: rounded) ?? (rounded < 0 ? .min : .max)
    }

    /// The sum, or the largest or smallest number if the sum does not fit.
    package func clampedSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

/// The largest value that counts for one unit, so that a few enormous values do not dominate.
///
/// The same cap applies to all groups, because a cap for each group would hide the difference. A percentile is computed
/// over all groups together, and changes with the data. Code that stores totals should compute it from time to time,
/// and use the same number in between.
public enum Cap: Sendable, Hashable {
    /// The maximum for each value.
    case value(Double)
    /// A quantile of all values, for example 0.99, or of only the positive values, as the maximum for each value.
    case percentile(Double, ofPositive: Bool)

    /// Returns the cap as a number; nil if there are no values for a percentile, or the quantile is not valid.
    ///
    /// A percentile between two values is interpolated (type 7 of Hyndman and Fan, 1996, as in R and NumPy).
    ///
    /// - Parameter values: the values of the units of all groups, in any order. Values that are not finite are
    ///   ignored.
    public func limit(among values: some Sequence<Double>) -> Double? {
        switch self {
        case .value(let limit): return limit.isNaN ? nil : limit
        case .percentile(let share, let ofPositive):
            guard share >= 0, share <= 1 else { return nil }
            let sorted = values.filter { $0.isFinite && (!ofPositive || $0 > 0) }.sorted()
            guard let last = sorted.last else { return nil }
            let place = share * Double(sorted.count - 1)
            let index = min(sorted.count - 1, Int(nearest: place.rounded(.down)))
            let next = index + 1 < sorted.count ? sorted[index + 1] : last
            return sorted[index] + (place - Double(index)) * (next - sorted[index])
        }
    }
}
