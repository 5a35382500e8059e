import ExperimentsCore
import Foundation

/// An event of a watched source or its keys.
package enum WatchEvent: Sendable {
    /// A fetch has ended. If it failed, the values are those of an earlier time.
    case fetch(FetchRecord, staleSince: Date? = nil)
    /// A key has a new value or status, with its override, and with its row before; nil the first time.
    case key(ReportRow, Override?, was: ReportRow?)
    /// The source no longer has an undeclared name.
    case gone(ReportRow)
    /// The source's content has a problem, but is used anyway.
    case sourceProblem(String)
    /// The overrides cannot be read; nil if they can be read again.
    case overridesProblem(OverrideStoreProblem?)
    /// The source starts or stops announcing its changes.
    case live(LiveStatus)
}

/// The last known state, from which the events of a new report or a new state of the overrides are computed.
package struct ReportChanges: Sendable {
    private var rows = ExactDictionary<ReportRow>()
    private var order: [String] = []
    private var sourceProblems: Set<String> = []
    private var overridesProblem: OverrideStoreProblem?

    package init() {}

    /// Returns the new problems of the source's content, and the keys that changed since the previous report, in the
    /// order of the report.
    package mutating func events(of report: Report) -> [WatchEvent] {
        let problems = report.snapshot.notes.filter { $0.title == SourceNote.problemTitle }.map(\.text)
        var events = problems.filter { !sourceProblems.contains($0) }.map(WatchEvent.sourceProblem)
        sourceProblems = Set(problems)
        var new = ExactDictionary<ReportRow>(minimumCapacity: report.rows.count)
        for row in report.rows {
            let was = rows[row.name]
            if was.map({ Self.differ(row, $0) }) ?? true {
                events.append(.key(row, report.overrides[row.name], was: was))
            }
            new[row.name] = row
        }
        for name in order where new[name] == nil {
            if let row = rows[name] { events.append(.gone(row)) }
        }
        rows = new
        order = report.rows.map(\.name)
        return events
    }

    /// Returns an event if the overrides became unreadable or readable, or are unreadable for another reason.
    package mutating func events(of problem: OverrideStoreProblem?) -> [WatchEvent] {
        guard problem != overridesProblem else { return [] }
        overridesProblem = problem
        return [.overridesProblem(problem)]
    }

    private static func differ(_ row: ReportRow, _ other: ReportRow) -> Bool {
        row.status != other.status || !row.valueText.isExactly(other.valueText) || row.entry != other.entry
            || row.problem != other.problem || row.sourceProblem != other.sourceProblem
    }
}
