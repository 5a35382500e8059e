/// Derives the verdict from the trust checks and all metrics. The first verdict that applies is used.
struct ExperimentJudgement {
    let design: ExperimentDesign
    let split: SampleRatioCheck
    let mixed: MixedUsers
    let metrics: [MetricResult]

    /// Returns the verdict on one treatment.
    func verdict(on group: Int) -> Verdict {
        if let verdict = absence ?? distrust { return verdict }
        let own = metrics.compactMap { metric in
            metric.treatments.first { $0.group == group }.map {
                (design.metrics[metric.metric].role, metric.metric, $0)
            }
        }
        // Missing units and missing time are the same for all metrics, because they count the same users.
        if let common = own.first(where: { $0.2.missing.contains { !$0.isOfMetric } }) {
            return Verdict(.tooEarly, [.missing(common.2.missing)])
        }
        let harm = own.filter { $0.0 == .guardrail && $0.2.verdict.word == .harmful }
        if !harm.isEmpty { return Verdict(.harmful, harm.flatMap(\.2.verdict.reasons)) }
        let goals = own.filter { $0.0 == .goal }
        guard !goals.isEmpty else { return Verdict(.undecided, [.noGoal]) }
        return decision(goals.map { ($0.1, $0.2.verdict) })
    }

    /// Returns the joint decision of the goals. Goals with too little data are left out, unless all have too little.
    private func decision(_ goals: [(metric: Int, verdict: Verdict)]) -> Verdict {
        func of(_ word: VerdictWord) -> [(metric: Int, verdict: Verdict)] { goals.filter { $0.verdict.word == word } }
        let (better, worse) = (of(.better), of(.worse))
        if !better.isEmpty, !worse.isEmpty {
            let disagreement = VerdictReason.disagreement(better: better.map(\.metric), worse: worse.map(\.metric))
            return Verdict(.undecided, [disagreement] + (better + worse).flatMap(\.verdict.reasons))
        }
        for word in [VerdictWord.better, .worse] {
            let those = of(word)
            if !those.isEmpty { return Verdict(word, those.flatMap(\.verdict.reasons)) }
        }
        let early = of(.tooEarly)
        if early.count == goals.count { return Verdict(.tooEarly, early.flatMap(\.verdict.reasons)) }
        let small = of(.noDifference)
        if small.count == goals.count { return Verdict(.noDifference, small.flatMap(\.verdict.reasons)) }
        return Verdict(.undecided, (of(.undecided) + early).flatMap(\.verdict.reasons))
    }

    /// Returns the verdict on the experiment: the most urgent one of its treatments.
    func verdict(_ verdicts: [Verdict]) -> Verdict {
        let urgency: [VerdictWord] = [.harmful, .better, .undecided, .worse, .tooEarly, .noDifference]
        for word in urgency {
            let those = verdicts.filter { $0.word == word }
            if !those.isEmpty { return Verdict(word, those.flatMap(\.reasons)) }
        }
        return verdicts.first ?? absence ?? distrust ?? Verdict(.undecided, [.noGoal])
    }

    private var absence: Verdict? {
        let users = split.users.reduce(0) { $0.clampedSum($1) }
        if users == 0 { return mixed.count == 0 ? Verdict(.noData, [.noExposures]) : nil }
        // The sums of a metric without events are all zero.
        let isSilent = metrics.allSatisfy { $0.groups.allSatisfy { $0 == nil || $0?.mean == 0 && $0?.variance == 0 } }
        return isSilent && !metrics.isEmpty ? Verdict(.noData, [.noEvents(users: users)]) : nil
    }

    private var distrust: Verdict? {
        var reasons: [VerdictReason] = []
        if split.isMismatch() { reasons.append(.mismatch(split)) }
        if mixed.areTooMany() { reasons.append(.mixed(mixed)) }
        return reasons.isEmpty ? nil : Verdict(.untrustworthy, reasons)
    }
}
