import ExperimentsCore

extension FeaturePayload {
    /// Returns how rules divide the users to whom they apply: those of experiments, and for a feature without an
    /// experiment its first rollout.
    ///
    /// - Parameters:
    ///   - subjects: the experiments and features that are asked about.
    ///   - users: how many users are simulated.
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        let plan = SimulationPlan(users: users)
        var values: [HashedText]?
        func hashed() -> [HashedText] {
            if let values { return values }
            let users = SimulatedUsers(plan: plan)
            let all = (0..<users.count).map { HashedText(users.identifier($0), options.hashing) }
            values = all
            return all
        }
        return features.flatMap { feature -> [ExperimentSplit] in
            let isWanted = subjects.contains(feature.key)
            let splits = feature.rules.compactMap { rule -> ExperimentSplit? in
                guard case .experiment(let experiment) = rule.action, isWanted || subjects.contains(experiment.key)
                else { return nil }
                return experiment.split(of: feature.key, hashed())
            }
            guard splits.isEmpty, isWanted else { return splits }
            return feature.rolloutSplit(hashed(), options.dialect).map { [$0] } ?? []
        }
    }
}

extension Experiment {
    /// Returns the split of the users who take part; nil if it is not by chance.
    fileprivate func split(of feature: String, _ users: [HashedText]) -> ExperimentSplit? {
        let lengths = ranges.map { max(0, $0.end - $0.start) }
        let total = lengths.reduce(0, +)
        guard status == .running, forced == nil, let version, total > 0, lengths.count == variations.count else {
            return nil
        }
        var counts = variations.map { _ in 0 }
        for user in users {
            let place = ranges.place(of: seed.bucket(of: user, version))
            if counts.indices.contains(place) { counts[place] += 1 }
        }
        let all = counts.reduce(0, +)
        return ExperimentSplit(
            experiment: key, key: feature,
            arms: variations.indices.map { place in
                ExperimentSplit.Arm(
                    name: variations[place].key, value: variations[place].value.valueText,
                    intended: lengths[place] / total,
                    simulated: all > 0 ? Double(counts[place]) / Double(all) : nil)
            })
    }
}

extension Feature {
    /// Returns the split by the feature's first rule for a part of the users; nil if there is none.
    fileprivate func rolloutSplit(
        _ users: [HashedText], _ dialect: EvaluationOptions.Dialect
    ) -> ExperimentSplit? {
        for rule in rules {
            guard case .force(let rollout) = rule.action, let version = rollout.version else { continue }
            let range = rollout.shownShare
            let share = min(1, range.end) - max(0, range.start)
            guard share > 0, share < 1 else { continue }
            let count = users.count { rollout.share.contains(rollout.seed.bucket(of: $0, version), dialect) }
            let simulated = users.isEmpty ? nil : Double(count) / Double(users.count)
            return ExperimentSplit(
                experiment: key, key: key,
                arms: [
                    .init(
                        name: nil, value: defaultValue.valueText, intended: 1 - share,
                        simulated: simulated.map { 1 - $0 }),
                    .init(
                        name: rule.id.isEmpty ? nil : rule.id, value: rollout.value.valueText, intended: share,
                        simulated: simulated),
                ])
        }
        return nil
    }
}
