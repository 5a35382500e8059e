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
    init(_ settings: Settings, _ session: ProjectSession, _ timeline: KeyTimeline, since start: Date?, at now: Date) {
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
        var table = Table([
            .init(title: "FROM", limit: 20), .init(title: "UNTIL", limit: 20), .init(title: "WHAT", limit: 8),
            .init(title: "VALUE", limit: 60), .init(title: "BY", limit: 60),
        ])
        for row in rows { table.append(row.cells) }
        try StandardOutput.write(text + table.text(style, width: Console.columns))
    }

    private func lane(_ style: PlainText) -> StyledText {
        let width = min(Self.widest, Console.columns ?? 80) - Self.labelColumns
        let seconds = start.map(now.timeIntervalSince) ?? TimelineScale(fitting: whole, at: now).seconds
        let lane = TimelineLane(whole, seconds: seconds, width: width, until: now, .utc)
        func line(_ label: String, _ text: String, _ ink: Ink) -> StyledText {
            style.shown(label.padding(toLength: Self.labelColumns, withPad: " ", startingAt: 0), ink: .dim)
                + style.shown(text, ink: ink) + "\n"
        }
        return line("source", lane.valueLine, .plain) + (lane.overrideLine.map { line("overrides", $0, .cyan) } ?? "")
            + line("", lane.tickLine, .dim)
    }

    private var rows: [(from: Date, cells: [Table.Cell])] {
        func time(_ date: Date?) -> Table.Cell { date.map { .init(RFC3339.text(of: $0)) } ?? .init("-", .dim) }
        let values = timeline.periods.map { period in
            let value = period.value.map { FetchTable.cell($0.text) } ?? Table.Cell("-", .dim)
            return (
                period.from,
                [time(period.from), time(period.until), .init("source", .dim), value, .init(period.originWords, .dim)]
            )
        }
        let overrides = timeline.overrides.map { period in
            (
                period.from ?? .distantPast,
                [
                    time(period.from), time(period.until), .init("override", .cyan), FetchTable.cell(period.value),
                    .init(period.originWords, .dim),
                ]
            )
        }
        return (values + overrides).map { (from: $0.0, cells: $0.1) }.sorted { $0.from < $1.from }
    }

    /// Prints `{"schema", "source", "key", "unchangedSince", …, "values", "overrides"}`.
    func printDocument() throws {
        func time(_ date: Date) -> JSONValue { .string(RFC3339.text(of: date)) }
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["source"] = .object(JSONObject(distinct: [.init(name: "name", value: .string(session.sourceName))]))
        for member in TimelineDocument(whole, at: now).members.members { members[member.name] = member.value }
        members["values"] = .array(timeline.periods.map { .object(Self.members(of: $0)) })
        members["overrides"] = .array(
            timeline.overrides.map { period in
                var members = JSONObject()
                members["from"] = period.from.map(time)
                members["until"] = period.until.map(time)
                members["value"] = .string(period.value)
                members["author"] = period.origin.author.map(JSONValue.string)
                members["program"] = period.origin.program.map(JSONValue.string)
                members["note"] = period.note.map(JSONValue.string)
                return .object(members)
            })
        try StandardOutput.document(.object(members))
    }

    /// `value` is absent where the source had nothing, null where it said to use the app's default.
    private static func members(of period: KeyTimeline.Period) -> JSONObject {
        var members = JSONObject()
        members["from"] = .string(RFC3339.text(of: period.from))
        members["notBefore"] = period.notBefore.map { .string(RFC3339.text(of: $0)) }
        members["until"] = period.until.map { .string(RFC3339.text(of: $0)) }
        if let value = period.value { members["value"] = value.text.map(JSONValue.string) ?? .null }
        members["bytes"] = period.value?.cutBytes.map { .number(String($0)) }
        members["version"] = period.version.map(JSONValue.string)
        members["published"] = period.publisher.map(JSONValue.string)
        members["program"] = period.program.map(JSONValue.string)
        return members
    }
}
