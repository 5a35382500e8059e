import ExperimentEvents
import ExperimentStatistics

extension ExperimentPlan {
    /// Sentences about what the totals contain: users who do not count, caps, and events that are missing.
    func remarks(about tally: ExperimentTally) -> [String] {
        [earlyWords(tally)].compactMap(\.self)
            + design.metrics.flatMap { [missingWords($0, tally), capWords($0, tally)].compactMap(\.self) }
    }

    private func earlyWords(_ tally: ExperimentTally) -> String? {
        guard let start, tally.earlyUsers > 0 else { return nil }
        return "\(FigureText.count(tally.earlyUsers, "user was", "users were")) exposed before the start on "
            + "\(EventDay(of: start)) and not since, and \(tally.earlyUsers == 1 ? "does" : "do") not count"
    }

    private func missingWords(_ metric: MetricDesign, _ tally: ExperimentTally) -> String? {
        guard let missing = tally.missingEvents[metric.name] else { return nil }
        let events = missing.count.map { FigureText.count($0, "event") } ?? "some events"
        return
            "'\(metric.name)' lacks \(events), the latest of \(EventDay(of: missing.until)), which were removed before "
            + "it was declared as it is now: import their files again to count them"
    }

    private func capWords(_ metric: MetricDesign, _ tally: ExperimentTally) -> String? {
        guard case .percentile(let share, _) = metric.cap else { return nil }
        let users = "\(FigureText.percent(share)) of the users with a value"
        guard let cap = tally.caps[metric.name] else { return "'\(metric.name)' has no cap until users have a value" }
        return "'\(metric.name)' counts at most \(FigureText.precise(cap)) of a user, which \(users) do not exceed"
    }
}
