import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Prints what a key held when.
struct TimelinePrinter {
    private let settings: Settings
    private let session: ProjectSession
    private let whole: KeyTimeline
    private let start: Date?
    private let now: Date
    private static let widest = 100
    private static let labelColumns = 11

    /// - Parameter start: from when on it is printed; nil for all that is known.
    init(_ settings: Settings, _ session: ProjectSession, of timeline: KeyTimeline, since start: Date?, at now: Date) {
        (self.settings, self.session, whole, self.start, self.now) = (settings, session, timeline, start, now)
    }

    /// The printed part. Lengths of time are computed from the whole timeline.
    private var timeline: KeyTimeline { start.map(whole.since) ?? whole }

    /// Prints sentences, a lane, and the values and overrides one by one, the oldest first.
    func printTable() throws {
        let style = PlainText(settings)
        var text = StyledText()
        for sentence in whole.sentences(at: now, date: { RFC3339.text(of: $0) }) {
            let ink: Ink = sentence.kind == .stale ? .yellow : sentence.kind == .age ? .plain : .dim
            text += style.shown(sentence.text, ink: ink) + "\n"
        }
        guard !timeline.periods.isEmpty || !timeline.overrides.isEmpty else { return try StandardOutput.write(text) }
        text += "\n" + lane(style) + "\n"
        var table = Table(["FROM": 20, "UNTIL": 20, "WHAT": 8, "VALUE": 60, "BY": 60])
        for row in rows { table.append(row.cells) }
        try StandardOutput.write(text + table.text(style, width: Console.columns))
    }

    private func lane(_ style: PlainText) -> StyledText {
        let width = min(Self.widest, Console.columns ?? 80) - Self.labelColumns
        let seconds = start.map(now.timeIntervalSince) ?? TimelineScale(fitting: whole, at: now).seconds
        let lane = TimelineLane(whole, seconds: seconds, width: width, until: now, .utc)
        func line(_ label: String, _ text: String, ink: Ink) -> StyledText {
            style.shown(label.padding(toLength: Self.labelColumns, withPad: " ", startingAt: 0), ink: .dim)
                + style.shown(text, ink: ink) + "\n"
        }
        return line("source", lane.valueLine, ink: .plain)
            + (lane.overrideLine.map { line("overrides", $0, ink: .cyan) } ?? "")
            + line("", lane.tickLine, ink: .dim)
    }

    private var rows: [(from: Date, cells: [Table.Cell])] {
        func time(_ date: Date?) -> Table.Cell { date.map { .init(RFC3339.text(of: $0)) } ?? .init("-", .dim) }
        let values = timeline.periods.map { period in
            let value = period.value.map { Table.Cell(held: $0.text) } ?? Table.Cell("-", .dim)
            return (
                period.from,
                [time(period.from), time(period.until), .init("source", .dim), value, .init(period.originWords, .dim)]
            )
        }
        let overrides = timeline.overrides.map { period in
            (
                period.from ?? .distantPast,
                [
                    time(period.from), time(period.until), .init("override", .cyan), Table.Cell(held: period.value),
                    .init(period.originWords, .dim),
                ]
            )
        }
        return (values + overrides).map { (from: $0.0, cells: $0.1) }.sorted { $0.from < $1.from }
    }

    /// Prints `{"source", "key", "unchangedSince", …, "values", "overrides"}`.
    func printDocument() throws {
        let source: Document = ["source": ["name": session.sourceName] as Document]
        try StandardOutput.document(
            source + whole.document(at: now) + [
                "values": timeline.periods.map(\.document),
                "overrides": timeline.overrides.map { period -> Document in
                    [
                        "from": period.from, "until": period.until, "value": period.value,
                        "author": period.origin.author, "program": period.origin.program, "note": period.note,
                    ]
                },
            ])
    }
}

extension KeyTimeline.Period {
    /// `value` is absent where the source had nothing, null where it said to use the app's default.
    fileprivate var document: Document {
        [
            "from": from, "notBefore": notBefore, "until": until, "value": value.map(\.text.orNull),
            "bytes": value?.cutBytes, "version": version, "published": publisher, "program": program,
        ]
    }
}
