import Foundation

/// The standard normal distribution.
enum NormalDistribution {
    /// The density at `z`.
    static func density(_ z: Double) -> Double { exp(-0.5 * z * z) / (2 * Double.pi).squareRoot() }

    /// The chance to be at most `z`: half of erfc(-z/√2), by the C library's `erfc`.
    ///
    /// The relative error is below 1e-15 + z² · 2e-16, down to the smallest normal numbers.
    static func cumulative(_ z: Double) -> Double { 0.5 * erfc(-z * 0.5.squareRoot()) }

    /// The chance to be above `z`, as exact in the far tail as `cumulative` is at `-z`.
    static func upperTail(_ z: Double) -> Double { cumulative(-z) }

    /// The mean excess of a normal number over `z`, in which a smaller number counts as 0: φ(z) - z Φ(-z).
    ///
    /// The two terms are nearly equal in the far tail. There, Φ(-z) = φ(z)/(z + 1/(z + 2/(z + …))) (Laplace; Abramowitz
    /// and Stegun 26.2.14) turns the difference into Φ(-z)/(z + 2/(z + 3/(z + …))), without a loss of digits. The
    /// relative error is below 1e-13 for z up to 10, and grows with z² · 2e-16 from there.
    static func meanExcess(over z: Double) -> Double {
        guard z > 3 else { return density(z) - z * upperTail(z) }
        // Computed from its far end. 120 terms are more than needed for z = 3.
        var fraction = z
        for term in stride(from: 120.0, through: 2, by: -1) { fraction = z + term / fraction }
        return upperTail(z) / fraction
    }

    /// Returns the number that is exceeded with a probability of `tail`; infinite for 0 and 1, NaN outside.
    ///
    /// Wichura's rational functions (Applied Statistics 37, 1988, algorithm AS 241, PPND16): a relative error below
    /// 2e-15, for tails of 1e-300, too.
    static func quantile(upperTail tail: Double) -> Double {
        guard tail > 0, tail < 1 else { return tail == 0 ? .infinity : tail == 1 ? -.infinity : .nan }
        let offset = 0.5 - tail
        if abs(offset) <= 0.425 { return offset * Self.central.value(at: 0.180625 - offset * offset) }
        // Beyond 1/2, the other tail does not have more digits than `tail`.
        let root = (-log(offset > 0 ? tail : 1 - tail)).squareRoot()
        let size = root <= 5 ? Self.outer.value(at: root - 1.6) : Self.far.value(at: root - 5)
        return offset > 0 ? size : -size
    }

    /// For tails from 0.075 to 0.925.
    private static let central = RationalFunction(
        above: [
            3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
            1.3731693765509461125e+4,
            4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4,
            2.5090809287301226727e+3,
        ],
        below: [
            1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
            2.1213794301586595867e+4,
            3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3,
        ])
    /// For tails down to e⁻²⁵.
    private static let outer = RationalFunction(
        above: [
            1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
            3.64784832476320460504e0,
            1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2,
            7.74545014278341407640e-4,
        ],
        below: [
            1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
            1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
            1.05075007164441684324e-9,
        ])
    /// For tails below that.
    private static let far = RationalFunction(
        above: [
            6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
            2.96560571828504891230e-1,
            2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5,
            2.01033439929228813265e-7,
        ],
        below: [
            1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
            7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
            2.04426310338993978564e-15,
        ])
}

/// A quotient of two polynomials, whose coefficients begin with the lowest power.
private struct RationalFunction {
    let above: [Double]
    let below: [Double]

    func value(at x: Double) -> Double { Self.sum(above, at: x) / Self.sum(below, at: x) }

    private static func sum(_ coefficients: [Double], at x: Double) -> Double {
        coefficients.reversed().reduce(0) { $0 * x + $1 }
    }
}
