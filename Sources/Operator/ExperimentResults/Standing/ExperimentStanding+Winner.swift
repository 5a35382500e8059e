import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject

extension ExperimentStanding {
    /// The group that all users could get now: the best treatment if one is better, control if none is; nil until
    /// there is a final, reliable verdict.
    package var winner: String? {
        guard [.ok, .unknown].contains(health) else { return nil }
        let design = plan.design
        switch verdict.word {
        case .better:
            guard allowsShipping else { return nil }
            let effects = verdict.reasons.compactMap { reason -> (group: Int, difference: Double)? in
                guard case .effect(let metric, let group, let finding) = reason,
                    design.metrics.indices.contains(metric), design.metrics[metric].role == .goal
                else { return nil }
                let sign: Double = design.metrics[metric].direction == .down ? -1 : 1
                return (group, finding.difference * sign)
            }
            let best = effects.filter { $0.difference > 0 }.max { $0.difference < $1.difference }
            return best.flatMap { design.groups.indices.contains($0.group) ? design.groups[$0.group] : nil }
        case .worse, .harmful, .noDifference:
            return design.groups.indices.contains(design.control) ? design.groups[design.control] : nil
        case .safe:
            let safe = design.treatments.filter { result.treatments[$0]?.word == .safe }
            return allowsShipping && safe.count == 1 ? design.groups[safe[0]] : nil
        case .noData, .untrustworthy, .tooEarly, .undecided, .changed, .notYetKnown: return nil
        }
    }

    /// The value of the key that all users could get now. The names of groups at a source may differ from their values.
    package var winningValue: String? {
        guard let winner else { return nil }
        guard let values = plan.source?.values, let index = plan.design.groups.firstIndex(of: winner) else {
            return winner
        }
        return values[index]
    }
}

/// The keys of experiments: the values that won, and the keys whose experiments are not decided.
package struct ExperimentOutcomes: Sendable {
    /// The values with a final verdict, by key.
    package private(set) var winners: [String: (experiment: String, value: String)] = [:]
    /// The keys of running experiments without a final verdict.
    package private(set) var undecided: Set<String> = []

    package init(_ standings: [ExperimentStanding], keys: [CatalogKey]) {
        let keys = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        for standing in standings {
            guard let name = standing.plan.experiment.key, let key = keys[name] else { continue }
            if let value = standing.winningValue, (try? key.schema.check(value)) != nil {
                winners[name] = (standing.name, value)
            } else if standing.state != .ended {
                undecided.insert(name)
            }
        }
    }
}
