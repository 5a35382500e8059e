import Foundation

/// Pearson's chi-squared test: whether counts differ from the intended shares by more than chance explains.
public struct ChiSquaredTest: Sendable, Hashable {
    /// The sum of the squared differences, each divided by the expected count. Infinite if something happened whose
    /// intended share is 0.
    public let statistic: Double
    /// The number of possible results minus one.
    public let degreesOfFreedom: Int
    /// The probability of differences at least as large as these by chance.
    public let probability: Double

    /// Tests counts against intended shares, which add up to 1; nil if only one result is possible.
    public init?(counts: [Int], intended: [Double]) {
        let total = Double(counts.reduce(0, +))
        var statistic = 0.0
        var possible = 0
        for (count, share) in zip(counts, intended) {
            let expected = total * share
            // Exact shares that cancel out can leave a remainder that is not quite zero.
            guard share > 1e-12 else {
                if count > 0 { statistic = .infinity }
                continue
            }
            possible += 1
            statistic += (Double(count) - expected) * (Double(count) - expected) / expected
        }
        guard possible > 1 || statistic.isInfinite, total > 0 else { return nil }
        self.statistic = statistic
        degreesOfFreedom = max(possible - 1, 1)
        probability = ChiSquaredDistribution(degreesOfFreedom: degreesOfFreedom).upperTail(statistic)
    }
}

/// The distribution of a chi-squared statistic.
struct ChiSquaredDistribution {
    let degreesOfFreedom: Int

    /// Returns the probability of a value of at least `statistic`.
    func upperTail(_ statistic: Double) -> Double {
        guard statistic > 0 else { return 1 }
        guard statistic.isFinite else { return 0 }
        let shape = Double(degreesOfFreedom) / 2
        let x = statistic / 2
        return x < shape + 1 ? 1 - lowerSeries(shape, x) : upperFraction(shape, x)
    }

    /// The regularized lower incomplete gamma function by its series, which converges fast for small `x`.
    private func lowerSeries(_ shape: Double, _ x: Double) -> Double {
        var term = 1 / shape
        var sum = term
        var divisor = shape
        for _ in 0..<10_000 {
            if abs(term) <= abs(sum) * 1e-15 { break }
            divisor += 1
            term *= x / divisor
            sum += term
        }
        return min(1, sum * exp(-x + shape * log(x) - logGamma))
    }

    /// The regularized upper incomplete gamma function by its continued fraction (Lentz's method).
    private func upperFraction(_ shape: Double, _ x: Double) -> Double {
        let tiny = 1e-300
        var b = x + 1 - shape
        var c = 1 / tiny
        var d = 1 / b
        var fraction = d
        for index in 1...10_000 {
            let a = -Double(index) * (Double(index) - shape)
            b += 2
            d = a * d + b
            if abs(d) < tiny { d = tiny }
            c = b + a / c
            if abs(c) < tiny { c = tiny }
            d = 1 / d
            let step = d * c
            fraction *= step
            if abs(step - 1) < 1e-15 { break }
        }
        return fraction * exp(-x + shape * log(x) - logGamma)
    }

    /// The logarithm of the gamma function at half the degrees of freedom, by its recurrence.
    private var logGamma: Double {
        var value = degreesOfFreedom.isMultiple(of: 2) ? 0 : log(Double.pi) / 2
        var argument = degreesOfFreedom.isMultiple(of: 2) ? 1.0 : 0.5
        while argument < Double(degreesOfFreedom) / 2 {
            value += log(argument)
            argument += 1
        }
        return value
    }
}
