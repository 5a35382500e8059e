import Foundation

/// The distribution of a sum of squares of independent normal numbers.
package enum ChiSquareDistribution {
    /// Returns the probability of a value above `x`; nil without degrees of freedom, or if `x` is not a number.
    ///
    /// It is the regularised incomplete gamma function Q(degrees/2, x/2). The relative error is below 1e-12 for up to a
    /// million degrees of freedom. Beyond that, the normal approximation of Wilson and Hilferty is within 1e-6.
    package static func upperTail(_ x: Double, degreesOfFreedom degrees: Double) -> Double? {
        guard degrees > 0, degrees.isFinite, !x.isNaN else { return nil }
        guard x > 0 else { return 1 }
        guard x.isFinite else { return 0 }
        if degrees > 1_000_000 {
            let spread = 2 / (9 * degrees)
            return erfc((cbrt(x / degrees) - (1 - spread)) / (2 * spread).squareRoot()) / 2
        }
        return incompleteGamma(degrees / 2, x / 2)
    }

    /// Γ(a, x)/Γ(a): for x < a + 1 by the series for the lower part (Abramowitz and Stegun 6.5.29), otherwise by the
    /// continued fraction for the upper part (6.5.31) with Lentz's method.
    private static func incompleteGamma(_ a: Double, _ x: Double) -> Double {
        x < a + 1 ? max(0, 1 - lowerSeries(a, x)) : min(1, upperFraction(a, x))
    }

    private static func lowerSeries(_ a: Double, _ x: Double) -> Double {
        var (term, sum, divisor) = (1 / a, 1 / a, a)
        for _ in 0..<limit {
            divisor += 1
            term *= x / divisor
            let next = sum + term
            if next == sum { break }
            sum = next
        }
        return factor(a, x) * sum
    }

    private static func upperFraction(_ a: Double, _ x: Double) -> Double {
        var b = x + 1 - a
        var c = 1 / tiny
        var d = 1 / b
        var fraction = d
        for count in 1..<limit {
            let coefficient = -Double(count) * (Double(count) - a)
            b += 2
            d = 1 / nonzero(coefficient * d + b)
            c = nonzero(b + coefficient / c)
            let change = c * d
            fraction *= change
            if abs(change - 1) < 1e-16 { break }
        }
        return factor(a, x) * fraction
    }

    /// x^a e^-x / Γ(a).
    private static func factor(_ a: Double, _ x: Double) -> Double {
        guard a >= 15 else { return exp(a * log(x) - x - GammaFunction.logarithm(a)) }
        let exponent = GammaFunction.deviance(of: a, from: x) + GammaFunction.stirlingError(a)
        return (a / (2 * Double.pi)).squareRoot() * exp(-exponent)
    }

    private static let limit = 20_000
    private static let tiny = 1e-300

    private static func nonzero(_ x: Double) -> Double { abs(x) < tiny ? tiny : x }
}

/// Parts of the gamma function, for all positive numbers.
package enum GammaFunction {
    /// ½ ln 2π.
    package static let halfLogTwoPi = 0.918_938_533_204_672_741_78

    /// ln Γ(x) for x > 0: Stirling's series if x is at least 15, otherwise the recurrence that leads there.
    ///
    /// The absolute or relative error, whichever is larger, is below 6e-15. The C library's function is not used,
    /// because it writes a sign to memory that all threads share.
    package static func logarithm(_ x: Double) -> Double {
        guard x > 0 else { return .nan }
        guard x < 15 else { return (x - 0.5) * log(x) - x + halfLogTwoPi + stirlingError(x) }
        var (shifted, product) = (x, 1.0)
        while shifted < 15 {
            product *= shifted
            shifted += 1
        }
        return logarithm(shifted) - log(product)
    }

    /// The error of Stirling's formula: ln Γ(x) - ((x - ½) ln x - x + ½ ln 2π).
    ///
    /// From 15 on it is the series of Abramowitz and Stegun 6.1.41, to within 1e-16; below, it is the difference
    /// itself.
    package static func stirlingError(_ x: Double) -> Double {
        guard x >= 15 else { return logarithm(x) - ((x - 0.5) * log(x) - x + halfLogTwoPi) }
        let s = 1 / (x * x)
        let tail = 1.0 / 1188 - s * 691.0 / 360_360
        return (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s * tail)))) / x
    }

    /// ln Γ(x + ½) - ln Γ(x) for x > 0, without the loss of digits in the difference of two large logarithms.
    package static func logarithmOfHalfStep(from x: Double) -> Double {
        guard x >= 15 else { return logarithm(x + 0.5) - logarithm(x) }
        return x * log1p(0.5 / x) - 0.5 + 0.5 * log(x) + stirlingError(x + 0.5) - stirlingError(x)
    }

    /// x ln(x/mean) - (x - mean), for x ≥ 0 and mean > 0: never negative, and exact if the two are close.
    ///
    /// Loader, *Fast and accurate computation of binomial probabilities* (2000), where it is called `bd0`.
    package static func deviance(of x: Double, from mean: Double) -> Double {
        guard x > 0 else { return mean }
        let difference = x - mean
        guard abs(difference) < 0.1 * (x + mean) else { return x * log(x / mean) - difference }
        let v = difference / (x + mean)
        var sum = difference * v
        var power = 2 * x * v
        for term in stride(from: 3.0, to: 1000, by: 2) {
            power *= v * v
            let next = sum + power / term
            if next == sum { break }
            sum = next
        }
        return sum
    }
}
