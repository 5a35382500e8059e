import ExperimentsCore

/// The shares of an experiment's groups as a source divides users.
package struct SourceShares: Sendable, Hashable {
    /// The shares that are meant, in the order of the groups, together 1; nil if the source does not say.
    package let intended: [Double]?
    /// The shares of simulated users, in the same order; nil if none were simulated.
    package let simulated: [Double]?

    /// Finds each group among the arms: by what the source calls it, else by the value that its users get. Arms that are
    /// no group are left out.
    ///
    /// - Returns: nil if a group is no arm.
    init?(_ arms: [ExperimentSplit.Arm], groups: [String]) {
        guard !arms.isEmpty, !groups.isEmpty else { return nil }
        let byName = groups.map { group in arms.filter { $0.name == group } }
        let byValue = groups.map { group in arms.filter { $0.value == group } }
        guard let found = [byName, byValue].first(where: { $0.allSatisfy { !$0.isEmpty } }) else { return nil }
        intended = Self.shares(found, \.intended)
        simulated = Self.shares(found, \.simulated)
    }

    /// Returns the shares of groups that may not all be arms, in their order; 0 for those that are none.
    ///
    /// - Returns: nil if no group is an arm, or the source does not say the shares.
    static func weights(of groups: [String], in arms: [ExperimentSplit.Arm]) -> [Double]? {
        let byName = groups.filter { group in arms.contains { $0.name == group } }
        let byValue = groups.filter { group in arms.contains { $0.value == group } }
        let known = byName.count >= byValue.count ? byName : byValue
        guard let shares = SourceShares(arms, groups: known)?.intended else { return nil }
        let weights = Dictionary(zip(known, shares)) { first, _ in first }
        return groups.map { weights[$0] ?? 0 }
    }

    /// Returns the groups of an experiment that declares none: the values of the source, or else its names, if they
    /// include all groups in which users were seen.
    static func groups(of arms: [ExperimentSplit.Arm], seen: [String]) -> [String] {
        func distinct(_ texts: [String?]) -> [String] {
            var taken: Set<String> = []
            return texts.compactMap(\.self).filter { taken.insert($0).inserted }
        }
        let (names, values) = (distinct(arms.map(\.name)), distinct(arms.map(\.value)))
        let groups = [values, names].first { $0.count > 1 && Set(seen).isSubset(of: $0) }
        return groups ?? []
    }

    private static func shares(
        _ found: [[ExperimentSplit.Arm]], _ share: (ExperimentSplit.Arm) -> Double?
    ) -> [Double]? {
        var sums: [Double] = []
        for arms in found {
            var sum = 0.0
            for arm in arms {
                guard let share = share(arm), share.isFinite, share >= 0 else { return nil }
                sum += share
            }
            sums.append(sum)
        }
        let total = sums.reduce(0, +)
        return total > 0 ? sums.map { $0 / total } : nil
    }
}
