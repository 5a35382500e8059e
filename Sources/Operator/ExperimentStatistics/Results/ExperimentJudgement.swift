/// Derives the verdict from the trust checks and all metrics. The first verdict that applies is used.
struct ExperimentJudgement {
    let design: ExperimentDesign
    let split: SampleRatioCheck
    let mixed: MixedUsers
    let metrics: [MetricResult]

    /// A metric of a treatment.
    private struct Finding {
        let metric: Int
        let role: MetricRole
        let result: TreatmentResult

        var word: VerdictWord { result.verdict.word }
        var reasons: [VerdictReason] { result.verdict.reasons }
    }

    /// Returns the verdict on one treatment.
    func verdict(on group: Int) -> Verdict {
        if let absence { return absence }
        let own = metrics.compactMap { metric in
            metric.treatments.first { $0.group == group }.map {
                Finding(metric: metric.metric, role: design.metrics[metric.metric].role, result: $0)
            }
        }
        let guardrails = own.filter { $0.role == .guardrail }
        let harm = guardrails.filter { $0.word == .harmful }.flatMap(\.reasons)
        let doubts = distrust + broken(own)
        if !doubts.isEmpty { return Verdict(.untrustworthy, doubts + harm) }
        if !harm.isEmpty { return Verdict(.harmful, harm) }
        let open = guardrails.filter { $0.word != .safe }.flatMap(\.reasons)
        let goals = own.filter { $0.role == .goal }
        guard !goals.isEmpty else {
            guard !guardrails.isEmpty else { return Verdict(.undecided, [.noGoal]) }
            return open.isEmpty
                ? Verdict(.safe, guardrails.flatMap(\.reasons)) : Verdict(.notYetKnown, open)
        }
        let decision = decision(goals)
        return decision.word == .better ? Verdict(.better, decision.reasons, open: open) : decision
    }

    /// Returns the joint decision of the goals. Goals with too little data are left out, unless all have too little.
    private func decision(_ goals: [Finding]) -> Verdict {
        func of(_ word: VerdictWord) -> [Finding] { goals.filter { $0.word == word } }
        let better = of(.better)
        let worse = of(.worse)
        if !better.isEmpty, !worse.isEmpty {
            let disagreement = VerdictReason.disagreement(
                better: better.map(\.metric), worse: worse.map(\.metric))
            return Verdict(.undecided, [disagreement] + (better + worse).flatMap(\.reasons))
        }
        for word in [VerdictWord.changed, .better, .worse] {
            let those = of(word)
            if !those.isEmpty { return Verdict(word, those.flatMap(\.reasons)) }
        }
        let early = of(.tooEarly)
        if early.count == goals.count { return Verdict(.tooEarly, lacks(early)) }
        let small = of(.noDifference)
        if small.count == goals.count { return Verdict(.noDifference, small.flatMap(\.reasons)) }
        return Verdict(.undecided, (of(.undecided) + early).flatMap(\.reasons))
    }

    /// Returns what goals lack. Missing users and missing time are the same for all, so they are said once.
    private func lacks(_ goals: [Finding]) -> [VerdictReason] {
        let common = goals.first { $0.result.missing.contains { !$0.isOfMetric } }
        return common?.reasons ?? goals.flatMap(\.reasons)
    }

    /// Returns the ratios whose denominators are lost in a group.
    private func broken(_ own: [Finding]) -> [VerdictReason] {
        own.filter(\.result.isBroken).compactMap { finding in
            finding.result.absence.map { .absent(metric: finding.metric, group: finding.result.group, $0) }
        }
    }

    /// The verdicts, the most urgent first.
    static let urgency: [VerdictWord] = [
        .noData, .untrustworthy, .harmful, .better, .changed, .undecided, .notYetKnown, .worse, .tooEarly,
        .noDifference, .safe,
    ]

    /// Returns the verdict on the experiment: the most urgent one of its treatments.
    func verdict(_ verdicts: [Verdict]) -> Verdict {
        for word in Self.urgency {
            let those = verdicts.filter { $0.word == word }
            guard let first = those.first else { continue }
            // Those about all groups are the same for each.
            let reasons = word == .noData ? first.reasons : those.flatMap(\.reasons)
            return Verdict(word, distinct(reasons), open: distinct(those.flatMap(\.open)))
        }
        if let absence { return absence }
        return distrust.isEmpty ? Verdict(.undecided, [.noGoal]) : Verdict(.untrustworthy, distrust)
    }

    private func distinct(_ reasons: [VerdictReason]) -> [VerdictReason] {
        var known: Set<VerdictReason> = []
        return reasons.filter { known.insert($0).inserted }
    }

    private var absence: Verdict? {
        let users = split.users.reduce(0) { $0.clampedSum($1) }
        if users == 0 { return mixed.count == 0 ? Verdict(.noData, [.noExposures]) : nil }
        // The sums of a metric without events are all zero. If guardrails have none, nothing bad has happened yet.
        let hasOthers = design.metrics.contains { $0.role != .guardrail }
        // Users whose windows are open may have events that do not count yet.
        let isSilent = metrics.allSatisfy { metric in
            metric.groups.allSatisfy { $0 == nil || $0?.mean == 0 && $0?.variance == 0 }
                && metric.treatments.allSatisfy { ($0.waiting?.users ?? 0) == 0 }
        }
        return isSilent && hasOthers ? Verdict(.noData, [.noEvents(users: users)]) : nil
    }

    private var distrust: [VerdictReason] {
        var reasons: [VerdictReason] = []
        if split.isMismatch() { reasons.append(.mismatch(split)) }
        if mixed.areTooMany() { reasons.append(.mixed(mixed)) }
        return reasons
    }
}
