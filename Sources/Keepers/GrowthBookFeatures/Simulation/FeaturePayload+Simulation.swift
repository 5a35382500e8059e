import Dispatch
import ExperimentsCore
import ExperimentsLocks
import Foundation

extension FeaturePayload {
    /// Evaluates features for many users, on all processors, and counts the results.
    ///
    /// - Parameters:
    ///   - keys: the keys of the features; nil for all. Unknown keys are ignored.
    ///   - context: the attributes and circumstances that all users have in common.
    ///   - plan: the users: how many, or which.
    public func simulate(
        _ keys: [String]? = nil, for context: EvaluationContext, _ plan: SimulationPlan = SimulationPlan()
    ) -> PayloadSimulation {
        let wanted = keys.map { $0.compactMap { places[ExactText($0)] } } ?? Array(features.indices)
        let counts = Mutex(wanted.map { ArmCounts(features[$0]) })
        let portion = 4096
        let portions = (plan.count + portion - 1) / portion
        let workers = max(1, min(portions, ProcessInfo.processInfo.activeProcessorCount))
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            // A separate payload, because processors that count references to the same objects wait for each other.
            let payload = workers == 1 ? self : (try? FeaturePayload(.object(json), options: options)) ?? self
            for index in stride(from: worker, to: portions, by: workers) {
                let range = index * portion..<min((index + 1) * portion, plan.count)
                let own = payload.count(wanted, of: plan, at: range, like: context)
                counts.withLock { counts in
                    for place in counts.indices { counts[place].add(own[place]) }
                }
            }
        }
        let total = counts.withLock { $0 }
        return PayloadSimulation(
            users: plan.count,
            features: zip(wanted, total).map { features[$0].share($1, payload: self) })
    }

    private func count(
        _ wanted: [Int], of plan: SimulationPlan, at range: Range<Int>, like base: EvaluationContext
    ) -> [ArmCounts] {
        var counts = wanted.map { ArmCounts(features[$0]) }
        let names = identified(by: plan, base)
        var context = base
        for place in range {
            let identifier = plan.identifier(place)
            for name in names { context.attributes[name] = .string(identifier) }
            let user = FeatureEvaluator(self, for: context)
            for (index, feature) in wanted.enumerated() {
                var pass = EvaluationPass(user)
                counts[index].add(pass.decide(feature))
            }
        }
        return counts
    }

    /// Returns the attributes that get the identifier.
    private func identified(by plan: SimulationPlan, _ base: EvaluationContext) -> [String] {
        guard plan.identified.isEmpty else { return plan.identified }
        let known = UserAttributes(base.attributes, of: self).raw
        let free = hashAttributes.indices.filter { known[$0].isNull }.map { hashAttributes[$0] }
        return free.isEmpty ? ["id"] : free
    }
}

extension Feature {
    fileprivate func share(_ counts: ArmCounts, payload: FeaturePayload) -> PayloadSimulation.FeatureShare {
        var arms: [PayloadSimulation.Arm] = []
        for (index, rule) in rules.enumerated() {
            let experiment = rule.experiment(leaf: -1)
            // With fewer than two variations, no user is in the experiment.
            if let experiment, experiment.variations.count < 2 { continue }
            let lengths = experiment?.ranges.map { max(0, $0.end - $0.start) } ?? []
            let total = lengths.reduce(0, +)
            for (variation, users) in counts.ruled(index).enumerated() {
                guard experiment == nil || experiment?.variations.indices.contains(variation) == true else {
                    continue
                }
                let isIntended = total > 0 && lengths.indices.contains(variation) && experiment?.bandit == nil
                guard users > 0 || experiment.map({ !$0.variations[variation].isPassThrough }) ?? false else {
                    continue
                }
                var value: JSONValue = .null
                if case .force(let rollout) = rule.action { value = rollout.value }
                if let experiment { value = experiment.variations[variation].value }
                arms.append(
                    PayloadSimulation.Arm(
                        source: experiment == nil ? .force : .experiment, rule: index + 1,
                        experiment: experiment?.key,
                        variation: experiment?.variations[variation].key, value: value, users: users,
                        intended: isIntended ? lengths[variation] / total : nil))
            }
        }
        if counts.defaults > 0 {
            arms.append(
                PayloadSimulation.Arm(
                    source: .defaultValue, rule: nil, experiment: nil, variation: nil, value: defaultValue,
                    users: counts.defaults, intended: nil))
        }
        for (source, users) in counts.others.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            arms.append(
                PayloadSimulation.Arm(
                    source: source, rule: nil, experiment: nil, variation: nil, value: .null, users: users,
                    intended: nil))
        }
        return PayloadSimulation.FeatureShare(feature: key, arms: arms)
    }
}

extension FeaturePayload {
    /// Returns how rules divide the users to whom they apply: those of experiments, and for a feature without an
    /// experiment its first rollout.
    ///
    /// - Parameters:
    ///   - subjects: the experiments and features to include.
    ///   - users: the number of simulated users.
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        let plan = SimulationPlan(users: users)
        var values: [HashedText]?
        func hashed() -> [HashedText] {
            if let values { return values }
            let all = (0..<plan.count).map { HashedText(plan.identifier($0), options.hashing) }
            values = all
            return all
        }
        return features.flatMap { feature -> [ExperimentSplit] in
            let isWanted = subjects.contains(feature.key)
            let splits = feature.rules.compactMap { rule -> ExperimentSplit? in
                guard case .experiment(let experiment) = rule.action,
                    isWanted || subjects.contains(experiment.key)
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
        guard status == .running, forced == nil, let version, total > 0, lengths.count == variations.count
        else {
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
    fileprivate func rolloutSplit(_ users: [HashedText], _ dialect: EvaluationOptions.Dialect)
        -> ExperimentSplit?
    {
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
                        name: rule.id.isEmpty ? nil : rule.id, value: rollout.value.valueText,
                        intended: share,
                        simulated: simulated),
                ])
        }
        return nil
    }
}
