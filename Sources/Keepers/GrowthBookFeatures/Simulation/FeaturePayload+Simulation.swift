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
            // A payload of its own: processors that count references to the same objects wait for each other.
            let payload = workers == 1 ? self : (try? FeaturePayload(.object(json), options: options)) ?? self
            for index in stride(from: worker, to: portions, by: workers) {
                let range = index * portion..<min((index + 1) * portion, users.count)
                let own = payload.count(wanted, of: users, at: range, like: context)
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
        _ wanted: [Int], of users: SimulatedUsers, at range: Range<Int>, like base: EvaluationContext
    ) -> [ArmCounts] {
        var counts = wanted.map { ArmCounts(features[$0]) }
        let names = identified(by: users.plan, base)
        var context = base
        for place in range {
            let identifier = users.identifier(place)
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
