import Foundation

/// The regularised incomplete beta function I_x(a, ½), where x = 1/(1 + ratio).
///
/// The ratio (1 - x)/x is given instead of x, because near 1 it has the digits that x has not.
struct HalfBeta {
    let a: Double
    let ratio: Double

    private var x: Double { 1 / (1 + ratio) }
    private var y: Double { ratio / (1 + ratio) }
    private var logX: Double { -log1p(ratio) }

    /// The function's value, by whichever way needs few steps.
    var value: Double {
        if ratio <= 0 { return 1 }
        if a >= 15, ratio < 0.6 { return min(1, normalSeries) }
        if x < (a + 1) / (a + 2.5) { return min(1, factor / a * Self.fraction(a, 0.5, x)) }
        return max(0, 1 - factor / 0.5 * Self.fraction(0.5, a, y))
    }

    /// ln of 1/B(a, ½), which is Γ(a + ½)/(Γ(a) √π).
    private var logScale: Double {
        let logRootPi = GammaFunction.halfLogTwoPi - 0.5 * log(2.0)
        return GammaFunction.logarithmOfHalfStep(from: a) - logRootPi
    }

    /// x^a √y / B(a, ½).
    private var factor: Double { exp(a * logX + 0.5 * log(y) + logScale) }

    /// The continued fraction of Abramowitz and Stegun 26.5.8, by Lentz's method.
    private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
        var c = 1.0
        var d = 1 / nonzero(1 - (a + b) * x / (a + 1))
        var fraction = d
        for count in stride(from: 1.0, to: 10_000, by: 1) {
            let even = count * (b - count) * x / ((a + 2 * count - 1) * (a + 2 * count))
            d = 1 / nonzero(1 + even * d)
            c = nonzero(1 + even / c)
            fraction *= d * c
            let odd = -(a + count) * (a + b + count) * x / ((a + 2 * count) * (a + 2 * count + 1))
            d = 1 / nonzero(1 + odd * d)
            c = nonzero(1 + odd / c)
            fraction *= d * c
            if abs(d * c - 1) < 1e-16 { break }
        }
        return fraction
    }

    private static func nonzero(_ x: Double) -> Double { abs(x) < 1e-300 ? 1e-300 : x }

    /// For large a, where the continued fraction would need thousands of steps: the expansion in incomplete gamma
    /// functions Γ(½ + 2n, u), the first of which is an `erfc` (DiDonato and Morris, ACM Transactions on Mathematical
    /// Software 18, 1992, equations 9 to 9.6, their BGRAT with b = ½).
    private var normalSeries: Double {
        let t = a - 0.25
        let u = -t * logX
        let tail = erfc(u.squareRoot())
        // u^b e^-u / Γ(b); without it, nothing is left of the sum.
        let height = (u / Double.pi).squareRoot() * exp(-u)
        guard tail > 0, height > 0 else { return 0 }
        let scale = height * exp(GammaFunction.logarithmOfHalfStep(from: a)) / t.squareRoot()
        var j = tail / height
        var sum = scale * j
        var power = 1.0
        let halfLogSquare = logX * logX / 4
        for n in 1..<Self.coefficients.count {
            let b2n = 0.5 + 2 * Double(n - 1)
            j = (b2n * (b2n + 1) * j + (u + b2n + 1) * power) / (4 * t * t)
            power *= halfLogSquare
            let next = sum + scale * Self.coefficients[n] * j
            if next == sum { break }
            sum = next
        }
        return sum
    }

    /// p₀, p₁, … of equation 9.4 with b = ½.
    private static let coefficients: [Double] = {
        var p = [1.0]
        var factorials = [1.0]
        for number in 1..<60 { factorials.append((factorials.last ?? 1) * Double(number)) }
        for n in 1..<28 {
            var sum = 0.0
            for m in 1..<max(n, 1) { sum += (0.5 * Double(m) - Double(n)) * p[n - m] / factorials[2 * m + 1] }
            p.append(sum / Double(n) - 0.5 / factorials[2 * n + 1])
        }
        return p
    }()
}
