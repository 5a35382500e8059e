import ExperimentEvents
import ExperimentStatistics

extension ExperimentPlan {
    /// Sentences about what the totals contain: users who do not count, caps, and events that are missing.
    func remarks(about tally: ExperimentTally) -> [String] {
        [earlyWords(tally), tally.uncounted.map(uncountedWords)].compactMap(\.self)
            + design.metrics.flatMap { [missingWords($0, tally), capWords($0, tally)].compactMap(\.self) }
    }

    private func earlyWords(_ tally: ExperimentTally) -> String? {
        guard let start, tally.earlyUsers > 0 else { return nil }
        return "\(FigureText.count(tally.earlyUsers, "user was", "users were")) exposed before the start on "
            + "\(EventDay(of: start)) and not since, and \(tally.earlyUsers == 1 ? "does" : "do") not count"
    }

    private func uncountedWords(_ events: UncountedEvents) -> String {
        let named = events.names.map { "'\($0)'" }.joined(separator: ", ")
        guard events.all > 0 else {
            return "no event came that is called \(named): do the metrics name it as the app does?"
        }
        let reasons = [
            (events.ofOthers, "of users who were not exposed while it ran"),
            (events.before, "from before their user's first exposure"),
            (events.withoutValue, "without the value that the metric adds up"),
            (events.outsideWindow, "outside of the metrics' windows"),
            (events.ofMixed, "of users who saw several groups"),
        ]
        let told = reasons.filter { $0.0 > 0 }.sorted { $0.0 > $1.0 }.map { "\(FigureText.grouped($0.0)) \($0.1)" }
        return "\(FigureText.count(events.all, "event")) called \(named) came, and none counts: "
            + told.joined(separator: ", ")
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
