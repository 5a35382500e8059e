/// Means, variances and covariances of one group's totals.
struct Moments {
    let totals: GroupTotals
    let estimator: Estimator

    private var n: Double { Double(totals.units) }

    var isFinite: Bool {
        let sums = [totals.sum, totals.sumSquares, totals.denominator.sum, totals.denominator.sumSquares]
        let others = [
            totals.denominator.productSum, totals.past.sum, totals.past.sumSquares, totals.past.productSum,
        ]
        return (sums + others).allSatisfy(\.isFinite)
    }

    /// The mean of the values; for a ratio, the quotient of the two sums. 0 where there is nothing to divide by.
    var mean: Double {
        let divisor = estimator == .ratio ? totals.denominator.sum.value : n
        return divisor == 0 ? 0 : totals.sum.value / divisor
    }

    /// The variance of one unit's value; 0 where there are too few units to have one.
    var variance: Double {
        switch estimator {
        case .proportion: return mean * (1 - mean)
        case .mean: return valueVariance
        case .ratio:
            let denominatorMean = totals.denominator.sum.value / n
            guard totals.units > 1, denominatorMean != 0 else { return 0 }
            let both = covariance(totals.denominator)
            let below = Self.scatter(totals.denominator.sumSquares, totals.denominator.sum, totals.denominator.sum, n)
            let ratio = mean
            let spread = valueVariance - 2 * ratio * both + ratio * ratio * below / (n - 1)
            return spread / (denominatorMean * denominatorMean)
        }
    }

    private var valueVariance: Double {
        totals.units > 1 ? Self.scatter(totals.sumSquares, totals.sum, totals.sum, n) / (n - 1) : 0
    }

    /// The mean of the past.
    var pastMean: Double { n == 0 ? 0 : totals.past.sum.value / n }

    /// The variance of the past.
    var pastVariance: Double {
        if estimator == .proportion { return pastMean * (1 - pastMean) }
        guard totals.units > 1 else { return 0 }
        return Self.scatter(totals.past.sumSquares, totals.past.sum, totals.past.sum, n) / (n - 1)
    }

    /// The covariance of the value and the past.
    var pastCovariance: Double { covariance(totals.past) }

    /// The covariance of the value and a second number. That of two proportions is divided as their variances are.
    private func covariance(_ second: PairedSums) -> Double {
        guard totals.units > 1 else { return 0 }
        return Self.scatter(second.productSum, totals.sum, second.sum, n) / (estimator == .proportion ? n : n - 1)
    }

    /// Σab - Σa Σb / n, in which nearly everything may cancel.
    ///
    /// What is left below the last digits of the sums is what they were rounded by, and is zero.
    private static func scatter(_ products: PreciseSum, _ a: PreciseSum, _ b: PreciseSum, _ n: Double) -> Double {
        let scatter = (products - a * b / n).value
        return abs(scatter) <= abs(products.value) * 0x1p-80 ? 0 : scatter
    }
}
