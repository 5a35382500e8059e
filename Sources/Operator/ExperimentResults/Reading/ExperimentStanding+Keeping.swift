import ExperimentEvents
import ExperimentStatistics

extension ExperimentStanding {
    /// By how much of its width an interval must have closed for a look to be kept: what comes in every second would else
    /// fill the store with looks that say nothing new.
    private static let leastNarrowing = 0.02

    /// Returns those of the looks so far that should be kept beside what is kept already: all where nothing is kept yet of
    /// the same definition; else one that changes the verdict, so that no verdict is taken back, or that narrows the interval
    /// by more than a fiftieth.
    package func looksToKeep(beside kept: [StoredLook]) -> [StoredLook] {
        let begun = Set(kept.map { Cell($0) })
        return looks.filter { look in
            guard begun.contains(Cell(look)) else { return true }
            // All but the look of now are kept already, or were not worth it.
            return look.look.day == days && matters(look)
        }
    }

    /// What a look is at.
    private struct Cell: Hashable {
        let metric: String
        let group: String
        let definition: String

        init(_ look: StoredLook) { (metric, group, definition) = (look.metric, look.group, look.definition) }
    }

    private func matters(_ kept: StoredLook) -> Bool {
        guard let metric = plan.design.metrics.firstIndex(where: { $0.name == kept.metric }),
            let group = plan.design.groups.firstIndex(of: kept.group),
            let treatment = result.metrics.first(where: { $0.metric == metric })?.treatments
                .first(where: { $0.group == group }),
            let steps = evidence[metric, group]?.steps(alpha: treatment.level),
            let place = steps.lastIndex(where: { $0.look == kept.look })
        else { return false }
        guard place > 0 else { return true }
        let (before, after) = (steps[place - 1], steps[place])
        if before.difference.rulesOutZero != after.difference.rulesOutZero { return true }
        let design = plan.design.metrics[metric]
        if design.isSmall(before.difference, before.lift) != design.isSmall(after.difference, after.lift) {
            return true
        }
        let old = before.difference.upper - before.difference.lower
        let new = after.difference.upper - after.difference.lower
        return !(new > old * (1 - Self.leastNarrowing))
    }
}

extension Interval {
    fileprivate var rulesOutZero: Bool { isAboveZero || isBelowZero }
}
