import ExperimentsSupport
import Foundation

/// Student's distribution, for any positive degrees of freedom, whole or not.
struct StudentDistribution {
    let degreesOfFreedom: Double

    /// The distribution; nil unless the degrees of freedom are above zero.
    init?(degreesOfFreedom: Double) {
        guard degreesOfFreedom > 0 else { return nil }
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// Returns the probability of a value at least as far from zero as `t`.
    ///
    /// It is I_x(ν/2, ½) with x = ν/(ν + t²) (Abramowitz and Stegun 26.7.1), computed as a tail, so that it is exact if
    /// it is small. The relative error is below 1e-11 if the result is above 1e-290, for 0.5 to 1e16 degrees.
    func twoSidedTail(_ t: Double) -> Double {
        guard !t.isNaN else { return .nan }
        guard degreesOfFreedom.isFinite, degreesOfFreedom < 1e18 else {
            return min(1, 2 * NormalDistribution.upperTail(abs(t)))
        }
        let ratio = t / degreesOfFreedom * t
        guard ratio.isFinite else { return 0 }
        return HalfBeta(a: degreesOfFreedom / 2, ratio: ratio).value
    }

    /// The density at `t`.
    func density(_ t: Double) -> Double {
        guard degreesOfFreedom.isFinite, degreesOfFreedom < 1e18 else { return NormalDistribution.density(t) }
        let half = degreesOfFreedom / 2
        let scale = GammaFunction.logarithmOfHalfStep(from: half) - 0.5 * log(degreesOfFreedom * Double.pi)
        return exp(scale - (half + 0.5) * log1p(t / degreesOfFreedom * t))
    }

    /// Returns the number that is exceeded with a probability of `tail`; infinite for 0 and 1, NaN outside.
    ///
    /// The relative error is below 1e-12 for tails down to 1e-12 and 0.5 degrees of freedom or more.
    func quantile(upperTail tail: Double) -> Double {
        guard tail > 0, tail < 1 else { return tail == 0 ? .infinity : tail == 1 ? -.infinity : .nan }
        if tail > 0.5 { return -quantile(upperTail: 1 - tail) }
        if tail == 0.5 { return 0 }
        return tail > 0.2 ? nearQuantile(tail) : farQuantile(tail)
    }

    /// Each step squares the error. After a step of this size, the next one would not change any digit.
    private static let lastStep = 1e-9

    /// Newton's method on the tail, which is convex from zero on, so each step stays on the same side.
    private func nearQuantile(_ tail: Double) -> Double {
        var t = 0.0
        for _ in 0..<60 {
            let step = (0.5 * twoSidedTail(t) - tail) / density(t)
            guard step.isFinite else { break }
            t += step
            if abs(step) <= Self.lastStep * t { break }
        }
        return t
    }

    /// Newton's method on the logarithm of the tail as a function of that of t, which is concave and nearly straight
    /// for heavy tails. After one step, all others come from the right.
    private func farQuantile(_ tail: Double) -> Double {
        var logarithm = log(guess(tail))
        for _ in 0..<100 {
            let t = exp(logarithm)
            let own = 0.5 * twoSidedTail(t)
            let step = log(own / tail) * own / (t * density(t))
            guard step.isFinite else { break }
            logarithm += step
            if abs(step) < Self.lastStep { break }
        }
        return exp(logarithm)
    }

    /// The start of the iteration: the expansion around the normal quantile of Cornish and Fisher (Abramowitz and
    /// Stegun 26.7.5), and for few degrees of freedom, the power law of the far tail.
    private func guess(_ tail: Double) -> Double {
        let z = NormalDistribution.quantile(upperTail: tail)
        let v = degreesOfFreedom
        guard v < 3 else {
            let z2 = z * z
            let first = (z2 + 1) / 4
            let second = ((5 * z2 + 16) * z2 + 3) / 96
            let third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384
            return z * (1 + (first + (second + third / v) / v) / v)
        }
        // tail ≈ (ν/t²)^(ν/2) / (ν B(ν/2, ½)).
        let logBeta =
            GammaFunction.halfLogTwoPi - 0.5 * log(2.0) - GammaFunction.logarithmOfHalfStep(from: v / 2)
        let power = 0.5 * log(v) - (log(tail) + log(v) + logBeta) / v
        return min(exp(power), 1e290)
    }
}

/// The regularised incomplete beta function I_x(a, ½), where x = 1/(1 + ratio).
///
/// The ratio (1 - x)/x is used instead of x, because near 1 it has digits that x does not have.
struct HalfBeta {
    let a: Double
    let ratio: Double

    private var x: Double { 1 / (1 + ratio) }
    private var y: Double { ratio / (1 + ratio) }
    private var logX: Double { -log1p(ratio) }

    /// The value, computed in the way that needs few steps.
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

    /// The value for large a, for which the continued fraction would need thousands of steps: the expansion in
    /// incomplete gamma functions Γ(½ + 2n, u), the first of which is an `erfc` (DiDonato and Morris, ACM Transactions
    /// on Mathematical Software 18, 1992, equations 9 to 9.6, their BGRAT with b = ½).
    private var normalSeries: Double {
        let t = a - 0.25
        let u = -t * logX
        let tail = erfc(u.squareRoot())
        // u^b e^-u / Γ(b). If it is zero, so is the sum.
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
