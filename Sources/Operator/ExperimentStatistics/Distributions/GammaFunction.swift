import Foundation

/// Parts of the gamma function, from positive numbers up to the largest.
enum GammaFunction {
    /// ½ ln 2π.
    static let halfLogTwoPi = 0.918_938_533_204_672_741_78

    /// ln Γ(x) for x > 0: Stirling's series where x is 15 or more, and below, the recurrence that leads there.
    ///
    /// The error is below 6e-15, or as much relatively, whichever is more. The C library's own function is not used: it
    /// writes a sign to a place that all threads share.
    static func logarithm(_ x: Double) -> Double {
        guard x > 0 else { return .nan }
        guard x < 15 else { return (x - 0.5) * log(x) - x + halfLogTwoPi + stirlingError(x) }
        var (shifted, product) = (x, 1.0)
        while shifted < 15 {
            product *= shifted
            shifted += 1
        }
        return logarithm(shifted) - log(product)
    }

    /// What Stirling's formula leaves out: ln Γ(x) - ((x - ½) ln x - x + ½ ln 2π).
    ///
    /// The series of Abramowitz and Stegun 6.1.41 from 15 on, where it is within 1e-16; the difference itself below.
    static func stirlingError(_ x: Double) -> Double {
        guard x >= 15 else { return logarithm(x) - ((x - 0.5) * log(x) - x + halfLogTwoPi) }
        let s = 1 / (x * x)
        let tail = 1.0 / 1188 - s * 691.0 / 360_360
        return (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s * tail)))) / x
    }

    /// ln Γ(x + ½) - ln Γ(x) for x > 0, without the digits that the difference of two large logarithms loses.
    static func logarithmOfHalfStep(from x: Double) -> Double {
        guard x >= 15 else { return logarithm(x + 0.5) - logarithm(x) }
        return x * log1p(0.5 / x) - 0.5 + 0.5 * log(x) + stirlingError(x + 0.5) - stirlingError(x)
    }

    /// x ln(x/mean) - (x - mean), for x ≥ 0 and mean > 0: never negative, and exact where the two are close.
    ///
    /// Loader, *Fast and accurate computation of binomial probabilities* (2000), where it is called `bd0`.
    static func deviance(of x: Double, from mean: Double) -> Double {
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
