import ExperimentStatistics

extension ExperimentStanding {
    /// The group that all users could get now: the best treatment if one is better, control if none is; nil until
    /// there is a final, reliable verdict.
    package var winner: String? {
        guard [.ok, .unknown].contains(health) else { return nil }
        let design = plan.design
        switch verdict.word {
        case .better:
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
        case .noData, .untrustworthy, .tooEarly, .undecided: return nil
        }
    }

    /// The value of the key that all users could get now. A source may name groups otherwise than their values.
    package var winningValue: String? {
        guard let winner else { return nil }
        guard let values = plan.source?.values, let index = plan.design.groups.firstIndex(of: winner) else {
            return winner
        }
        return values[index]
    }
}
