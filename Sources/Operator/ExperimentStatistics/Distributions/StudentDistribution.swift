import Foundation

/// Student's distribution, for any positive degrees of freedom, whole or not.
struct StudentDistribution {
    let degreesOfFreedom: Double

    /// The distribution; nil unless the degrees of freedom are above zero.
    init?(degreesOfFreedom: Double) {
        guard degreesOfFreedom > 0 else { return nil }
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// The chance to be at least as far from zero as `t`.
    ///
    /// It is I_x(ν/2, ½) with x = ν/(ν + t²) (Abramowitz and Stegun 26.7.1), computed as a tail, and so exact where it
    /// is small. The relative error is below 1e-11 wherever the result is above 1e-290, for 0.5 to 1e16 degrees.
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

    /// The number that is exceeded with a chance of `tail`; infinite at 0 and 1, not a number outside.
    ///
    /// The relative error is below 1e-12 for tails down to 1e-12 and 0.5 degrees of freedom or more.
    func quantile(upperTail tail: Double) -> Double {
        guard tail > 0, tail < 1 else {
            return tail == 0 ? .infinity : tail == 1 ? -.infinity : .nan
        }
        if tail > 0.5 { return -quantile(upperTail: 1 - tail) }
        if tail == 0.5 { return 0 }
        return tail > 0.2 ? nearQuantile(tail) : farQuantile(tail)
    }

    /// Each step squares the error: after one of this size, the next would change no digit.
    private static let lastStep = 1e-9

    /// Newton's method on the tail, which is convex from zero on: from there, each step stays on this side.
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

    /// Newton's method on the logarithm of the tail over that of t, which is concave and nearly straight in heavy
    /// tails: after one step, all others come from the right.
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

    /// Where to begin: the expansion around the normal quantile of Cornish and Fisher (Abramowitz and Stegun 26.7.5),
    /// and for few degrees of freedom, the power that the tail follows far out.
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
        let logBeta = GammaFunction.halfLogTwoPi - 0.5 * log(2.0) - GammaFunction.logarithmOfHalfStep(from: v / 2)
        let power = 0.5 * log(v) - (log(tail) + log(v) + logBeta) / v
        return min(exp(power), 1e290)
    }
}
