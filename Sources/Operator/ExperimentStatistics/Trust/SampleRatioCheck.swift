import Foundation

/// Checks whether users were divided as intended. A mismatch means that some users are lost or counted twice, and that
/// the groups cannot be compared.
///
/// Each phase is checked by its own weights, so a change of the split is not a mismatch. The result is a Bayes factor
/// that is valid at any time (after Lindon and Malek, *Anytime-valid inference for multinomial count data*, 2022): a
/// mixture of splits around the intended one, Dirichlet(K × weights), against the intended one. With K = 1000, the
/// probability that it ever exceeds 1000 for a correct split is below 1 in 1000. The chi-square test beside it is valid
/// for a single look only.
/// exceeds 1000 for a sound split is below 1 in 1000. The chi-square test beside it is for one look alone.
public struct SampleRatioCheck: Sendable, Hashable {
    /// The number of users in each group, over all phases.
    public let users: [Int]
    /// The expected number of users in each group.
    public let expected: [Double]
    /// The natural logarithm of the Bayes factor for a mismatch.
    public let logBayesFactor: Double
    /// The p-value of Pearson's chi-square test, over all phases; nil if there are fewer than two groups.
    public let pValue: Double?

    /// Checks the counts of all phases.
    ///
    /// - Parameter concentration: how close to the intended split the alternatives are; usually 1000.
    public init(_ phases: [PhaseCounts], concentration: Double = 1000) {
        var (logFactor, statistic, degrees) = (0.0, 0.0, 0.0)
        for phase in phases {
            let split = phase.split
            logFactor += Self.logBayesFactor(split, concentration)
            let total = split.reduce(0) { $0 + $1.users }
            degrees += Double(max(0, split.count - 1))
            guard total > 0 else { continue }
            statistic += split.reduce(0) {
                let expected = $1.share * total
                let off = $1.users - expected
                return $0 + off / expected * off
            }
        }
        let groups = phases.map { max($0.weights.count, $0.users.count) }.max() ?? 0
        users = (0..<groups).map { group in
            phases.reduce(0) { $0.clampedSum($1.users.indices.contains(group) ? max(0, $1.users[group]) : 0) }
        }
        expected = (0..<groups).map { group in
            phases.reduce(0) {
                let expected = $1.expected
                return $0 + (expected.indices.contains(group) ? expected[group] : 0)
            }
        }
        logBayesFactor = logFactor.isNaN ? 0 : logFactor
        pValue = ChiSquareDistribution.upperTail(statistic, degreesOfFreedom: degrees)
    }

    /// Returns whether there is a mismatch.
    ///
    /// - Parameter alpha: the probability that this is ever reported for a correct split.
    public func isMismatch(alpha: Double = 0.001) -> Bool { logBayesFactor > -log(alpha) }

    /// ln Γ(K) - ln Γ(K + n) + Σ (ln Γ(K wᵢ + nᵢ) - ln Γ(K wᵢ) - nᵢ ln wᵢ).
    ///
    /// With many users these are differences of numbers beyond 10¹⁸ of which nothing would be left. Stirling's formula for
    /// each, with zᵢ = K wᵢ + nᵢ and Z = K + n, leaves Σ zᵢ ln(zᵢ/(Z wᵢ)), which is a sum of Loader's deviances, and terms
    /// that are small.
    private static func logBayesFactor(_ split: [(share: Double, users: Double)], _ k: Double) -> Double {
        let total = split.reduce(0) { $0 + $1.users }
        guard split.count > 1, total > 0, k > 0, k.isFinite else { return 0 }
        let all = k + total
        var sum = GammaFunction.logarithm(k) + 0.5 * log(all) - GammaFunction.stirlingError(all)
        sum += Double(split.count - 1) * GammaFunction.halfLogTwoPi
        for (share, users) in split {
            let (before, after) = (k * share, k * share + users)
            // Shares far below 1/K are no splits of users; what they would say is left out with them.
            guard before > 1e-290 else { return 0 }
            sum += GammaFunction.deviance(of: after, from: all * share)
            sum += GammaFunction.stirlingError(after) - 0.5 * log(after)
            sum += before * log(share) - GammaFunction.logarithm(before)
        }
        return sum
    }
}
