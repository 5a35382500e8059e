import ExperimentsCore

/// Something that happens to a source or its keys while somebody watches.
package enum WatchEvent: Sendable {
    /// A fetch is over.
    case fetch(FetchRecord)
    /// A key comes to something; its override, if there is one; and what it came to before, nil the first time.
    case key(ReportRow, Override?, was: ReportRow?)
    /// A name that nobody declares is no longer at the source.
    case gone(ReportRow)
    /// The overrides cannot be read; nil once they can be again.
    case overridesProblem(OverrideStoreProblem?)
    /// The source begins or ceases to announce its changes.
    case live(LiveStatus)
}

/// What was known last: turns a new report, or a new state of the overrides, into the events that it makes.
package struct ReportChanges: Sendable {
    private var rows: [String: ReportRow] = [:]
    private var order: [String] = []
    private var overridesProblem: OverrideStoreProblem?

    package init() {}

    /// The keys that come to something else than in the report before, in the order of the report.
    package mutating func events(of report: Report) -> [WatchEvent] {
        var events: [WatchEvent] = []
        var new: [String: ReportRow] = Dictionary(minimumCapacity: report.rows.count)
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

    /// Whether the overrides became unreadable, readable again, or unreadable for another reason.
    package mutating func events(of problem: OverrideStoreProblem?) -> [WatchEvent] {
        guard problem != overridesProblem else { return [] }
        overridesProblem = problem
        return [.overridesProblem(problem)]
    }

    private static func differ(_ row: ReportRow, _ other: ReportRow) -> Bool {
        row.status != other.status || row.valueText != other.valueText || row.entry != other.entry
            || row.problem != other.problem
    }
}
