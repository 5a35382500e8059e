import Foundation

/// A sum with about 32 digits, as two numbers, of which the second holds what does not fit into the first.
///
/// If values are large compared with their spread, such as times in milliseconds since 1970, a sum of squares in
/// ordinary numbers has no correct digit of the variance. This one has, in whatever order values are added and removed,
/// and without an estimate of the mean. The additions are those of Knuth and Dekker (Dekker, *A floating-point
/// technique for extending the available precision*, 1971), and the products are exact because of a fused multiply-add.
///
/// A value that is not finite makes the sum not finite, which is reported as ``MissingEstimate/notFinite``.
public struct PreciseSum: Sendable, Hashable, Codable {
    /// The sum, rounded to one number.
    public private(set) var value: Double
    /// The difference between the sum and `value`, which is less than its last digit.
    public private(set) var rest: Double

    /// Creates a sum from one number, or from the two that were stored.
    public init(_ value: Double = 0, rest: Double = 0) {
        self = Self.sum(value, rest)
    }

    /// The exact product of two numbers.
    static func product(_ a: Double, _ b: Double) -> PreciseSum {
        let high = a * b
        guard high.isFinite else { return PreciseSum(high) }
        return PreciseSum(high, rest: (-high).addingProduct(a, b))
    }

    /// The exact square of a number.
    static func square(_ a: Double) -> PreciseSum { product(a, a) }

    private static func sum(_ a: Double, _ b: Double) -> PreciseSum {
        let high = a + b
        guard high.isFinite else { return PreciseSum(unchecked: high, 0) }
        let part = high - a
        return PreciseSum(unchecked: high, (a - (high - part)) + (b - part))
    }

    private init(unchecked value: Double, _ rest: Double) {
        (self.value, self.rest) = (value, rest)
    }

    /// Whether it is a number at all.
    var isFinite: Bool { value.isFinite }

    /// Their sum.
    public static func + (a: PreciseSum, b: PreciseSum) -> PreciseSum {
        let high = sum(a.value, b.value)
        guard high.isFinite else { return high }
        let low = sum(a.rest, b.rest)
        let first = sum(high.value, high.rest + low.value)
        return sum(first.value, first.rest + low.rest)
    }

    /// The sum with the sign turned.
    public static prefix func - (a: PreciseSum) -> PreciseSum { PreciseSum(unchecked: -a.value, -a.rest) }

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

    /// Their quotient, to about 31 digits; not finite where `b` is zero.
    static func / (a: PreciseSum, b: Double) -> PreciseSum {
        let first = a.value / b
        guard first.isFinite else { return PreciseSum(unchecked: first, 0) }
        let left = a - product(first, b)
        return sum(first, left.value / b)
    }
}
