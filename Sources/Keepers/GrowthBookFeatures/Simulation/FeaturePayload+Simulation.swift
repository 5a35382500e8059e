import Dispatch
import ExperimentsCore
import Foundation
import Locks

extension FeaturePayload {
    /// Evaluates features for many users, on all processors, and counts the results.
    ///
    /// - Parameters:
    ///   - keys: the keys of the features; nil for all. Unknown keys are ignored.
    ///   - context: the attributes and circumstances that all users have in common.
    public func simulate(
        _ keys: [String]? = nil, for context: EvaluationContext, _ plan: SimulationPlan = SimulationPlan()
    ) -> PayloadSimulation {
        let wanted = keys.map { $0.compactMap { places[ExactText($0)] } } ?? Array(features.indices)
        let users = SimulatedUsers(plan: plan)
        let counts = Mutex(wanted.map { ArmCounts(features[$0]) })
        let portion = 4096
        let portions = (users.count + portion - 1) / portion
        let workers = max(1, min(portions, ProcessInfo.processInfo.activeProcessorCount))
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            // A payload of its own: processors that count references to the same objects wait for each other, where
            // rules have to be asked in full.
            let payload = workers == 1 ? self : (try? FeaturePayload(.object(json), options: options)) ?? self
            var base = FeatureEvaluator(payload, for: context)
            let replaced = payload.replacedPlaces(plan, base)
            let fixed = payload.fixed(for: base, varying: Set(replaced.compactMap(\.slot)))
            base = FeatureEvaluator(fixed, like: base, attributes: base.attributes)
            for index in stride(from: worker, to: portions, by: workers) {
                let range = index * portion..<min((index + 1) * portion, users.count)
                let own = fixed.count(wanted, for: range, of: users, base, replaced)
                counts.withLock { counts in
                    for place in counts.indices { counts[place].add(own[place]) }
                }
            }
        }
        let total = counts.withLock { $0 }
        return PayloadSimulation(
            users: users.count,
            features: zip(wanted, total).map { features[$0].share($1, payload: self) })
    }

    private func count(
        _ wanted: [Int], for range: Range<Int>, of users: SimulatedUsers, _ base: FeatureEvaluator,
        _ replaced: [(slot: Int?, place: Int?)]
    ) -> [ArmCounts] {
        var counts = wanted.map { ArmCounts(features[$0]) }
        for place in range {
            let identifier = users.identifier(place)
            let hashed = HashedValue(identifier, options.hashing)
            let facts = UserFacts(base.attributes.facts, replaced, by: identifier, hashed, graph)
            var evaluator: FeatureEvaluator?
            for (index, feature) in wanted.enumerated() {
                if let decision = base.decision(at: feature, for: facts) {
                    counts[index].add(decision)
                    continue
                }
                // The user in full is made for those alone who need it.
                let user =
                    evaluator
                    ?? FeatureEvaluator(
                        self, like: base,
                        attributes: UserAttributes(base.attributes, replaced, by: identifier, hashed, facts))
                evaluator = user
                var pass = EvaluationPass(user)
                counts[index].add(pass.decide(feature))
            }
        }
        return counts
    }

    /// Where an identifier goes: among the values that conditions look at, and those that are hashed.
    private func replacedPlaces(_ plan: SimulationPlan, _ base: FeatureEvaluator) -> [(slot: Int?, place: Int?)] {
        let free = hashAttributes.indices.filter { base.attributes.raw[$0].isNull }.map { hashAttributes[$0] }
        let names = plan.identified.isEmpty ? (free.isEmpty ? ["id"] : free) : plan.identified
        return names.map { name in
            (
                paths.firstIndex { JavaScriptText.isSame($0.text, name) },
                hashAttributes.firstIndex { JavaScriptText.isSame($0, name) }
            )
        }
    }
}

extension Feature {
    fileprivate func share(_ counts: ArmCounts, payload: FeaturePayload) -> PayloadSimulation.FeatureShare {
        var arms: [PayloadSimulation.Arm] = []
        for (index, rule) in rules.enumerated() {
            let experiment = rule.experiment(leaf: -1)
            // With fewer than two variations, nobody is in it.
            if let experiment, experiment.variations.count < 2 { continue }
            let lengths = experiment?.ranges.map { max(0, $0.end - $0.start) } ?? []
            let total = lengths.reduce(0, +)
            for (variation, users) in counts.ruled(index).enumerated() {
                guard experiment == nil || experiment?.variations.indices.contains(variation) == true else { continue }
                let isIntended = total > 0 && lengths.indices.contains(variation) && experiment?.bandit == nil
                guard users > 0 || experiment.map({ !$0.variations[variation].isPassThrough }) ?? false else {
                    continue
                }
                var value: JSONValue = .null
                if case .force(let rollout) = rule.action { value = rollout.value }
                if let experiment { value = experiment.variations[variation].value }
                arms.append(
                    PayloadSimulation.Arm(
                        source: experiment == nil ? .force : .experiment, rule: index + 1, experiment: experiment?.key,
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
