/// The finding for one metric of one treatment, as if there were no other.
struct MetricFinding {
    let cell: (metric: Int, group: Int)
    let design: MetricDesign
    let comparison: Result<GroupComparison, MissingEstimate>
    let missing: [MissingData]
    let difference: Interval
    let lift: Interval
    let daysLeft: DaysLeft
    let leastEffect: LeastEffect

    var absence: MissingEstimate? {
        if case .failure(let absence) = comparison { absence } else { nil }
    }

    var verdict: Verdict {
        // What an earlier look decided stands, even where totals of today have no estimate.
        if let decided { return decided }
        if !missing.isEmpty { return Verdict(.tooEarly, [.missing(missing)]) }
        switch comparison {
        case .failure(let absence):
            return Verdict(.undecided, [.absent(metric: cell.metric, group: cell.group, absence)])
        case .success:
            if let least = design.leastEffect, design.isSmall(difference, lift) {
                return Verdict(.noDifference, [.small(metric: cell.metric, group: cell.group, finding, least)])
            }
            return Verdict(
                .undecided,
                [.uncertain(metric: cell.metric, group: cell.group, finding, leastEffect, daysLeft)])
        }
    }

    /// The verdict where zero is ruled out. A guardrail that got worse is harmful.
    ///
    /// It comes before "no difference that matters": a small effect that was called better would else lose that word when
    /// it is known more exactly.
    private var decided: Verdict? {
        let word: VerdictWord
        if design.direction.favours(difference) {
            word = .better
        } else if design.direction.opposes(difference) {
            word = design.role == .guardrail ? .harmful : .worse
        } else {
            return nil
        }
        return Verdict(word, [.effect(metric: cell.metric, group: cell.group, finding)])
    }

    private var finding: EffectFinding {
        let seen = try? comparison.get()
        return EffectFinding(
            difference: seen?.difference.value ?? .nan, differences: difference, lift: seen?.lift?.value, lifts: lift)
    }
}
