import ExperimentsSupport
import Foundation

/// Checks whether users were divided as intended. A mismatch means that some users are lost or counted twice, and that
/// the groups cannot be compared.
///
/// Each phase is checked by its own weights, so a change of the split is not a mismatch. The result is a Bayes factor
/// that is valid at any time (after Lindon and Malek, *Anytime-valid inference for multinomial count data*, 2022): a
/// mixture of splits around the intended one, Dirichlet(K × weights), against the intended one. With K = 1000, the
/// probability that it ever exceeds 1000 for a correct split is below 1 in 1000. The additional chi-square test is
/// valid only for a single look.
///
/// Users of a group that should get none are a mismatch, too. If the group should get users in an earlier phase, the
/// first users of a later phase may still get into it, because apps learn of a change later. They are a mismatch from
/// 1% of the users of their phase.
public struct SampleRatioCheck: Sendable, Hashable {
    /// The number of users in each group, over all phases.
    public let users: [Int]
    /// The expected number of users in each group.
    public let expected: [Double]
    /// The number of users in each group from the time when the group should get none.
    public let misplaced: [Int]
    /// The natural logarithm of the Bayes factor for a mismatch; infinite if there are misplaced users.
    public let logBayesFactor: Double
    /// The p-value of Pearson's chi-square test, over all phases that had users; nil if there are fewer than two groups.
    public let pValue: Double?

    /// Checks the counts of all phases.
    ///
    /// - Parameters:
    ///   - phases: the counts of each phase.
    ///   - concentration: how close to the intended split the alternatives are; usually 1000.
    public init(_ phases: [PhaseCounts], concentration: Double = 1000) {
        var (statistic, degrees) = (0.0, 0.0)
        var logFactors: [Double] = []
        for phase in phases {
            let split = phase.split
            let total = split.reduce(0) { $0 + $1.users }
            guard total > 0 else { continue }
            logFactors.append(Self.logBayesFactor(split, concentration))
            degrees += Double(max(0, split.count - 1))
            statistic += split.reduce(0) {
                let expected = $1.share * total
                let off = $1.users - expected
                return $0 + off / expected * off
            }
        }
        let groups = phases.map { max($0.weights.count, $0.users.count) }.max() ?? 0
        users = (0..<groups).map { group in
            phases.reduce(0) { $0.clampedSum($1.users(in: group)) }
        }
        expected = (0..<groups).map { group in
            phases.reduce(0) {
                let expected = $1.expected
                return $0 + (expected.indices.contains(group) ? expected[group] : 0)
            }
        }
        misplaced = Self.misplaced(phases, groups: groups)
        if misplaced.contains(where: { $0 > 0 }) {
            // Such users are impossible if the split is correct.
            (logBayesFactor, pValue) = (.infinity, 0)
        } else {
            logBayesFactor = Self.joint(logFactors, areShared: phases.contains { $0.returning > 0 })
            let isSplit = phases.contains { $0.split.count > 1 }
            pValue =
                degrees > 0
                ? ChiSquareDistribution.upperTail(statistic, degreesOfFreedom: degrees) : isSplit ? 1 : nil
        }
    }

    /// Returns the joint Bayes factor of the phases: their product if each has other users. Otherwise, the same users
    /// would count several times, and it is their mean, which is valid in any case.
    private static func joint(_ logFactors: [Double], areShared: Bool) -> Double {
        guard areShared, let largest = logFactors.max(), largest.isFinite else {
            let sum = logFactors.reduce(0, +)
            return sum.isNaN ? 0 : sum
        }
        let mean = logFactors.reduce(0) { $0 + exp($1 - largest) } / Double(logFactors.count)
        return largest + log(mean)
    }

    /// The share of a phase's users from which users of a group from an earlier phase are too many.
    private static var latecomers: Double { 0.01 }

    private static func misplaced(_ phases: [PhaseCounts], groups: Int) -> [Int] {
        var misplaced = Array(repeating: 0, count: groups)
        var known: Set<Int> = []
        // Without any weight, the split is not known.
        for phase in phases where !phase.split.isEmpty {
            let all = (0..<groups).reduce(0.0) { $0 + Double(phase.users(in: $1)) }
            for group in 0..<groups where !phase.hasWeight(group) {
                let users = phase.users(in: group)
                let areFew = Double(users) < latecomers * all
                if !(areFew && known.contains(group)) {
                    misplaced[group] = misplaced[group].clampedSum(users)
                }
            }
            known.formUnion((0..<groups).filter { phase.hasWeight($0) })
        }
        return misplaced
    }

    /// Returns whether there is a mismatch.
    ///
    /// - Parameter alpha: the probability that this is ever reported for a correct split.
    public func isMismatch(alpha: Double = 0.001) -> Bool { logBayesFactor > -log(alpha) }

    /// ln Γ(K) - ln Γ(K + n) + Σ (ln Γ(K wᵢ + nᵢ) - ln Γ(K wᵢ) - nᵢ ln wᵢ).
    ///
    /// With many users these are differences of numbers beyond 10¹⁸, which would lose all digits. With Stirling's
    /// formula for each, zᵢ = K wᵢ + nᵢ and Z = K + n, they become Σ zᵢ ln(zᵢ/(Z wᵢ)), which is a sum of Loader's
    /// deviances, and small terms.
    private static func logBayesFactor(_ split: [(share: Double, users: Double)], _ k: Double) -> Double {
        let total = split.reduce(0) { $0 + $1.users }
        guard split.count > 1, total > 0, k > 0, k.isFinite else { return 0 }
        let all = k + total
        var sum = GammaFunction.logarithm(k) + 0.5 * log(all) - GammaFunction.stirlingError(all)
        sum += Double(split.count - 1) * GammaFunction.halfLogTwoPi
        for (share, users) in split {
            let (before, after) = (k * share, k * share + users)
            // Shares far below 1/K are not realistic splits, so their users are ignored.
            guard before > 1e-290 else { return 0 }
            sum += GammaFunction.deviance(of: after, from: all * share)
            sum += GammaFunction.stirlingError(after) - 0.5 * log(after)
            sum += before * log(share) - GammaFunction.logarithm(before)
        }
        return sum
    }
}

/// The number of users in each group who came while one split was active.
public struct PhaseCounts: Sendable, Hashable {
    /// The weights of the groups, in any unit, in the order of the groups.
    public var weights: [Double]
    /// The number of users in each group, in the same order.
    public var users: [Int]
    /// The number of these users who had been in an earlier phase.
    public var returning: Int

    /// Creates the counts of a phase.
    public init(weights: [Double], users: [Int], returning: Int = 0) {
        self.weights = weights
        self.users = users
        self.returning = returning
    }

    /// The share of the users who had been in an earlier phase, from 0 to 1.
    var shareOfReturning: Double {
        let all = users.indices.reduce(0.0) { $0 + Double(users(in: $1)) }
        return all > 0 ? min(1, max(0, Double(returning)) / all) : 0
    }

    /// Returns the number of users of a group; 0 if it is missing.
    func users(in group: Int) -> Int { users.indices.contains(group) ? max(0, users[group]) : 0 }

    /// Returns whether a group should get users.
    func hasWeight(_ group: Int) -> Bool {
        weights.indices.contains(group) && weights[group] > 0 && weights[group].isFinite
    }

    /// The weights as shares of 1, and the users, of the groups that have a weight. A missing count is 0.
    var split: [(share: Double, users: Double)] {
        let all = weights.enumerated().map { index, weight in
            (weight: weight, users: Double(users(in: index)))
        }.filter { $0.weight > 0 && $0.weight.isFinite }
        let total = all.reduce(0) { $0 + $1.weight }
        guard total.isFinite else { return [] }
        return all.map { ($0.weight / total, $0.users) }
    }

    /// The expected number of users in each group: the users of groups with a weight, by the shares.
    var expected: [Double] {
        let split = split
        let total = split.reduce(0) { $0 + $1.users }
        var shares = split.makeIterator()
        return weights.map { $0 > 0 && $0.isFinite ? (shares.next()?.share ?? 0) * total : 0 }
    }
}

/// Users in more than one group. They are not in any sum, but are counted.
public struct MixedUsers: Sendable, Hashable {
    /// The number of users who were in several groups.
    public let count: Int
    /// The number of all users, including them.
    public let users: Int

    /// Creates a count.
    public init(count: Int, of users: Int) {
        self.users = max(0, users)
        self.count = min(max(0, count), self.users)
    }

    /// The share of all users.
    public var share: Double { users == 0 ? 0 : Double(count) / Double(users) }

    /// Returns whether there are so many that the groups cannot be compared: at least ten and, by default, 1% of the
    /// users; or all users. A few are, for example, people who share a phone.
    public func areTooMany(limit: Double = 0.01) -> Bool {
        count > 0 && (count == users || count >= 10 && share >= limit)
    }
}
