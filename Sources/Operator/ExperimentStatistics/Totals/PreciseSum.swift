/// An exact sum: the same numbers give the same sum to the last bit, regardless of the order in which numbers were
/// added and removed.
///
/// If values are large compared with their spread, such as times in milliseconds since 1970, a sum of squares in
/// ordinary numbers has no correct digit of the variance. Also, ordinary additions do not leave 0 after everything was
/// removed again. Therefore the sum is stored in as many numbers as it needs, usually one or two. The additions are
/// those of Knuth and Shewchuk (Shewchuk, *Adaptive precision floating-point arithmetic*, 1997), and the products are
/// exact because of a fused multiply-add. Only products and quotients of sums are rounded, to about 31 digits.
///
/// A value that is not finite makes the sum not finite, which is reported as ``MissingEstimate/notFinite``.
public struct PreciseSum: Sendable, Hashable, Codable {
    /// The sum, rounded to one number.
    public private(set) var value: Double
    /// The difference between the sum and `value`, rounded to one number, which is less than the last digit of `value`.
    public private(set) var rest: Double
    /// The remainder beyond `value` and `rest`; each number is less than the last digit of the one before. Usually
    /// empty.
    public private(set) var tail: [Double]

    /// Creates a sum from one number, or from the numbers that were stored.
    public init(_ value: Double = 0, rest: Double = 0, tail: [Double] = []) {
        self = tail.isEmpty ? Self.sum(value, rest) : Self.exactSum(of: value, rest, and: tail)
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(Double.self, forKey: .value),
            rest: try values.decode(Double.self, forKey: .rest),
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

    /// Returns the rounded sum of two numbers, and the rounding error.
    fileprivate static func exactSum(_ a: Double, _ b: Double) -> (Double, Double) {
        let high = a + b
        let part = high - a
        return (high, (a - (high - part)) + (b - part))
    }

    /// Returns the exact sum of some numbers, computed on the stack, because stores add millions of them.
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
        self.value = value
        self.rest = rest
        self.tail = tail
    }

    /// Whether the sum is finite.
    var isFinite: Bool { value.isFinite }

    /// Returns the sum of two sums.
    public static func + (a: PreciseSum, b: PreciseSum) -> PreciseSum {
        let (high, first) = exactSum(a.value, b.value)
        guard high.isFinite else { return PreciseSum(unchecked: high, 0) }
        let (low, second) = exactSum(a.rest, b.rest)
        let (middle, third) = exactSum(low, first)
        if second == 0, third == 0, a.tail.isEmpty, b.tail.isEmpty { return sum(high, middle) }
        return exactSum(of: a.value, b.value, a.rest, b.rest, and: a.tail, b.tail)
    }

    /// Returns the sum with the opposite sign.
    public static prefix func - (a: PreciseSum) -> PreciseSum {
        PreciseSum(unchecked: -a.value, -a.rest, tail: a.tail.map { -$0 })
    }

    /// Returns the difference of two sums.
    public static func - (a: PreciseSum, b: PreciseSum) -> PreciseSum { a + -b }

    /// Adds another sum to this one.
    public static func += (a: inout PreciseSum, b: PreciseSum) { a = a + b }

    /// Subtracts another sum from this one.
    public static func -= (a: inout PreciseSum, b: PreciseSum) { a = a - b }

    /// Returns the product, to about 31 digits.
    static func * (a: PreciseSum, b: PreciseSum) -> PreciseSum {
        let high = product(a.value, b.value)
        guard high.isFinite else { return high }
        return sum(high.value, high.rest + (a.value * b.rest + a.rest * b.value))
    }

    /// Returns the quotient, to about 31 digits; not finite if `b` is zero.
    static func / (a: PreciseSum, b: Double) -> PreciseSum {
        let first = a.value / b
        guard first.isFinite else { return PreciseSum(unchecked: first, 0) }
        let left = a - product(first, b)
        return sum(first, left.value / b)
    }
}

/// Numbers without common digits, smallest first, in memory that belongs to the caller.
private struct SeparateParts {
    private let buffer: UnsafeMutableBufferPointer<Double>
    private var count = 0

    /// Creates an empty list, with room for as many numbers as `buffer` has.
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

    /// Removes the number nearest to the sum of all, and returns it; 0 if there are none.
    mutating func takeRounded() -> Double {
        guard count > 0 else { return 0 }
        var (high, low, place) = (buffer[count - 1], 0.0, count - 1)
        while place > 0, low == 0 {
            place -= 1
            (high, low) = PreciseSum.exactSum(high, buffer[place])
        }
        // Half of the last digit was rounded to an even one. What follows decides in which direction it should have
        // been.
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
