import Foundation

/// An exact sum: whatever was added and removed, in whatever order, the same numbers give the same sum, to the last bit.
///
/// If values are large compared with their spread, such as times in milliseconds since 1970, a sum of squares in
/// ordinary numbers has no correct digit of the variance. And after everything was removed again, ordinary additions do
/// not leave 0. Therefore the sum is kept in as many numbers as it needs, mostly one or two. The additions are those of
/// Knuth and Shewchuk (Shewchuk, *Adaptive precision floating-point arithmetic*, 1997), and the products are exact
/// because of a fused multiply-add. Only products and quotients of sums are rounded, to about 31 digits.
///
/// A value that is not finite makes the sum not finite, which is reported as ``MissingEstimate/notFinite``.
public struct PreciseSum: Sendable, Hashable, Codable {
    /// The sum, rounded to one number.
    public private(set) var value: Double
    /// The difference between the sum and `value`, rounded to one number, which is less than the last digit of `value`.
    public private(set) var rest: Double
    /// What `value` and `rest` leave out, each number less than the last digit of the one before. It is mostly empty.
    public private(set) var tail: [Double]

    /// Creates a sum from one number, or from the numbers that were stored.
    public init(_ value: Double = 0, rest: Double = 0, tail: [Double] = []) {
        self = tail.isEmpty ? Self.sum(value, rest) : Self.exactSum(of: value, rest, and: tail)
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(Double.self, forKey: .value), rest: try values.decode(Double.self, forKey: .rest),
            tail: try values.decodeIfPresent([Double].self, forKey: .tail) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(value, forKey: .value)
        try values.encode(rest, forKey: .rest)
        if !tail.isEmpty { try values.encode(tail, forKey: .tail) }
    }

    private enum CodingKeys: String, CodingKey { case value, rest, tail }

    /// The exact product of two numbers.
    static func product(_ a: Double, _ b: Double) -> PreciseSum {
        let high = a * b
        guard high.isFinite else { return PreciseSum(high) }
        return PreciseSum(high, rest: (-high).addingProduct(a, b))
    }

    /// The exact square of a number.
    static func square(_ a: Double) -> PreciseSum { product(a, a) }

    private static func sum(_ a: Double, _ b: Double) -> PreciseSum {
        let (high, low) = exactSum(a, b)
        return PreciseSum(unchecked: high, high.isFinite ? low : 0)
    }

    /// The sum of two numbers, rounded, and the rounding error.
    fileprivate static func exactSum(_ a: Double, _ b: Double) -> (Double, Double) {
        let high = a + b
        let part = high - a
        return (high, (a - (high - part)) + (b - part))
    }

    /// The exact sum of some numbers, computed on the stack: stores add millions of them.
    private static func exactSum(of terms: Double..., and tails: [Double]...) -> PreciseSum {
        let count = tails.reduce(terms.count) { $0 + $1.count }
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count + 2) { buffer in
            var parts = SeparateParts(buffer)
            for term in terms { parts.add(term) }
            for tail in tails { for term in tail { parts.add(term) } }
            let value = parts.takeRounded()
            guard value.isFinite else { return PreciseSum(unchecked: value, 0) }
            let rest = parts.takeRounded()
            var tail: [Double] = []
            while !parts.isEmpty { tail.append(parts.takeRounded()) }
            return PreciseSum(unchecked: value, rest, tail: tail)
        }
    }

    private init(unchecked value: Double, _ rest: Double, tail: [Double] = []) {
        (self.value, self.rest, self.tail) = (value, rest, tail)
    }

    /// Whether it is a number at all.
    var isFinite: Bool { value.isFinite }

    /// Their sum.
    public static func + (a: PreciseSum, b: PreciseSum) -> PreciseSum {
        let (high, first) = exactSum(a.value, b.value)
        guard high.isFinite else { return PreciseSum(unchecked: high, 0) }
        let (low, second) = exactSum(a.rest, b.rest)
        let (middle, third) = exactSum(low, first)
        if second == 0, third == 0, a.tail.isEmpty, b.tail.isEmpty { return sum(high, middle) }
        return exactSum(of: a.value, b.value, a.rest, b.rest, and: a.tail, b.tail)
    }

    /// The sum with the sign turned.
    public static prefix func - (a: PreciseSum) -> PreciseSum {
        PreciseSum(unchecked: -a.value, -a.rest, tail: a.tail.map { -$0 })
    }

    /// Their difference.
    public static func - (a: PreciseSum, b: PreciseSum) -> PreciseSum { a + -b }

    /// Adds another sum to this one.
    public static func += (a: inout PreciseSum, b: PreciseSum) { a = a + b }

    /// Takes another sum from this one.
    public static func -= (a: inout PreciseSum, b: PreciseSum) { a = a - b }

    /// Their product, to about 31 digits.
    static func * (a: PreciseSum, b: PreciseSum) -> PreciseSum {
        let high = product(a.value, b.value)
        guard high.isFinite else { return high }
        return sum(high.value, high.rest + (a.value * b.rest + a.rest * b.value))
    }

    /// Their quotient, to about 31 digits; not finite if `b` is zero.
    static func / (a: PreciseSum, b: Double) -> PreciseSum {
        let first = a.value / b
        guard first.isFinite else { return PreciseSum(unchecked: first, 0) }
        let left = a - product(first, b)
        return sum(first, left.value / b)
    }
}

/// Numbers that have no digit in common, the smallest first, in memory that belongs to the caller.
private struct SeparateParts {
    private let buffer: UnsafeMutableBufferPointer<Double>
    private var count = 0

    /// No numbers, with room for as many as `buffer` has.
    init(_ buffer: UnsafeMutableBufferPointer<Double>) { self.buffer = buffer }

    var isEmpty: Bool { count == 0 }

    mutating func add(_ term: Double) {
        var (sum, kept) = (term, 0)
        for place in 0..<count {
            let (high, low) = PreciseSum.exactSum(sum, buffer[place])
            if low != 0 {
                buffer[kept] = low
                kept += 1
            }
            sum = high
        }
        if sum != 0 {
            buffer[kept] = sum
            kept += 1
        }
        count = kept
    }

    /// Removes the number that is nearest to the sum of all, and returns it; 0 if there are none.
    mutating func takeRounded() -> Double {
        guard count > 0 else { return 0 }
        var (high, low, place) = (buffer[count - 1], 0.0, count - 1)
        while place > 0, low == 0 {
            place -= 1
            (high, low) = PreciseSum.exactSum(high, buffer[place])
        }
        // Half of the last digit was rounded to an even one, and what follows says to which side it belongs.
        if place > 0, (low < 0) == (buffer[place - 1] < 0) {
            let other = high + 2 * low
            if other - high == 2 * low { high = other }
        }
        guard high.isFinite else {
            count = 0
            return high
        }
        add(-high)
        return high
    }
}
