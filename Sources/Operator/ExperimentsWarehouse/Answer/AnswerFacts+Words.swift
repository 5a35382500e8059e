import ExperimentEvents
import ExperimentStatistics
import ExperimentsSupport
import Foundation

/// Checks of a warehouse's tables, in words.
extension AnswerFacts {
    /// The age of the latest row of a table, in seconds, from which it is said: six hours.
    private static let staleness: TimeInterval = 6 * 3600

    /// Returns what someone has to check before a decision.
    ///
    /// - Parameter users: the number of users who count.
    func warnings(events: [String], users: Int) -> [String] {
        var warnings: [String] = []
        if unreadExposures > 0 {
            warnings.append(
                "\(FigureText.count(unreadExposures, "exposure has", "exposures have")) a time that the warehouse cannot "
                    + "read, and \(unreadExposures == 1 ? "does" : "do") not count: convert it with `sql`")
        }
        if unreadEvents > 0 {
            warnings.append(
                "\(FigureText.count(unreadEvents, "event has", "events have")) a time that the warehouse cannot read, and "
                    + "\(unreadEvents == 1 ? "does" : "do") not count: convert it with `sql`")
        }
        if users > 0, !events.isEmpty, lastEvent == nil {
            warnings.append(
                "no event of these users is in the warehouse: do metrics use its names of events, and do both tables "
                    + "name users in the same way")
        } else if eventsJustBefore > 0, eventsJustBefore * 10 >= eventsAfter {
            warnings.append(
                "\(FigureText.count(eventsJustBefore, "event is", "events are")) less than a day older than the first "
                    + "exposure of their user, and \(FigureText.grouped(eventsAfter)) came after it: compare the clocks and "
                    + "time zones of both tables")
        }
        return warnings
    }

    /// Returns a sentence about a table that ended some time ago; nil if there is none, or if the experiment has ended.
    func staleness(of experiment: ExperimentDefinition, askedAt: Date) -> String? {
        guard experiment.end.map({ $0 > askedAt }) ?? true else { return nil }
        let rows = [("exposure", lastExposure), ("event of a metric", lastEvent)]
        let parts = rows.compactMap { name, last -> String? in
            guard let last, askedAt.timeIntervalSince(last) >= Self.staleness else { return nil }
            let age = DurationText.text(
                of: .seconds(Int((askedAt.timeIntervalSince(last) / 3600).rounded()) * 3600))
            return "\(age) after the latest \(name)"
        }
        return parts.isEmpty ? nil : "the warehouse was asked " + parts.joined(separator: ", and ")
    }
}
