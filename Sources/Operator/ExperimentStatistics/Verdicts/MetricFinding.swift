/// The finding for one metric of one treatment, as if there were no other.
struct MetricFinding {
    let cell: (metric: Int, group: Int)
    let design: MetricDesign
    let comparison: Result<GroupComparison, MissingEstimate>
    let missing: [MissingData]
    let bounds: EffectBounds
    let change: EffectChange?
    /// The finding of the first look that found harm, and the day of it.
    let harm: (day: Double, finding: EffectFinding)?
    /// Whether a guardrail is safe; nil for other metrics.
    let safety: GuardrailSafety?
    let daysLeft: DaysLeft
    let leastEffect: LeastEffect

    var absence: MissingEstimate? {
        if case .failure(let absence) = comparison { absence } else { nil }
    }

    var verdict: Verdict {
        if let safety { return verdict(on: safety) }
        // The decision of an earlier look is final, even if the current totals have no estimate.
        if let decided { return decided }
        if !missing.isEmpty { return Verdict(.tooEarly, [.missing(missing)]) }
        if let absence { return Verdict(.undecided, [absent(absence)]) }
        if let least = design.leastEffect, design.isSmall(bounds.difference, bounds.lift) {
            return Verdict(.noDifference, [.small(metric: cell.metric, group: cell.group, finding, least)])
        }
        return Verdict(
            .undecided, [.uncertain(metric: cell.metric, group: cell.group, finding, leastEffect, daysLeft)])
    }

    /// The verdict if the effect changed, or if zero is ruled out.
    ///
    /// It comes before "no difference that matters": otherwise, a small effect with the verdict "better" would lose it
    /// when it is measured more precisely.
    private var decided: Verdict? {
        if let change {
            return Verdict(
                .changed,
                [
                    .changed(
                        metric: cell.metric, group: cell.group, day: change.day, before: change.before,
                        now: finding)
                ])
        }
        let word: VerdictWord
        if design.direction.favours(bounds.difference) {
            word = .better
        } else if design.direction.opposes(bounds.difference) {
            word = .worse
        } else {
            return nil
        }
        return Verdict(word, [.effect(metric: cell.metric, group: cell.group, finding)])
    }

    private func verdict(on safety: GuardrailSafety) -> Verdict {
        let (metric, group) = cell
        if let harm {
            let now = absence == nil ? finding : nil
            let isHarmfulNow = now.map { design.direction.opposes($0.differences) } ?? false
            guard !isHarmfulNow else {
                return Verdict(.harmful, [.effect(metric: metric, group: group, finding)])
            }
            return Verdict(
                .harmful, [.harmed(metric: metric, group: group, day: harm.day, then: harm.finding, now: now)]
            )
        }
        if !missing.isEmpty {
            return Verdict(.notYetKnown, [.unmeasured(metric: metric, group: group, missing)])
        }
        if let absence { return Verdict(.notYetKnown, [absent(absence)]) }
        return safety.isSafe
            ? Verdict(.safe, [.safe(metric: metric, group: group, finding, safety)])
            : Verdict(.notYetKnown, [.notYetSafe(metric: metric, group: group, finding, safety)])
    }

    private func absent(_ absence: MissingEstimate) -> VerdictReason {
        .absent(metric: cell.metric, group: cell.group, absence)
    }

    private var finding: EffectFinding {
        let seen = try? comparison.get()
        return EffectFinding(difference: seen?.difference.value ?? .nan, lift: seen?.lift?.value, bounds)
    }
}

/// Whether a guardrail is not worse than its margin.
public struct GuardrailSafety: Sendable, Hashable {
    /// How much worse it may become.
    public let margin: LeastEffect
    /// The worst effect that is not ruled out, as a lift or as a difference, like the margin. Infinite if there is no
    /// bound.
    public let worst: Double
    /// Whether no effect that is not ruled out is worse than the margin.
    public let isSafe: Bool
    /// The number of further users in both groups until it is known to be safe, with a probability of 80%, if there is
    /// no effect; nil if it is safe, or if the number is not known.
    public let usersLeft: Int?

    /// The largest number of further users that is an answer.
    private static let mostUsers = 1e8

    init(
        _ design: MetricDesign, _ bounds: EffectBounds, _ comparison: GroupComparison?,
        _ sequence: ConfidenceSequence?
    ) {
        margin = design.margin
        worst = design.worst(bounds)
        isSafe = design.isSafe(bounds)
        var left: Int?
        if !isSafe, let comparison, let sequence, let limit = margin.difference(from: comparison.control.mean)
        {
            // A share of a mean that may be zero has no meaning.
            let isKnown = if case .lift = margin { bounds.lift.isFinite } else { true }
            let now = comparison.effectiveUnits
            let needed = sequence.units(
                for: limit, comparison.decidingDifference.standardError, at: now)
            let users = ((needed - now) * comparison.units / now).rounded(.up)
            if isKnown, users <= Self.mostUsers { left = max(1, Int(nearest: users)) }
        }
        usersLeft = left
    }
}
