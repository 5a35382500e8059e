import ExperimentsCore
import ExperimentsDashboard
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

/// Prints the values of a key over time.
struct TimelinePrinter {
    private let settings: Settings
    private let session: ProjectSession
    private let whole: KeyTimeline
    private let start: Date?
    private let now: Date
    private static let widest = 100
    private static let labelColumns = 11

    /// - Parameter start: the earliest time to print; nil for everything known.
    init(
        _ settings: Settings, _ session: ProjectSession, of timeline: KeyTimeline, since start: Date?,
        at now: Date
    ) {
        self.settings = settings
        self.session = session
        whole = timeline
        self.start = start
        self.now = now
    }

    /// The printed part. Durations are computed from the whole timeline.
    private var timeline: KeyTimeline { start.map(whole.since) ?? whole }

    /// Prints sentences, a lane, and the values and overrides, oldest first.
    func printTable() throws {
        let style = PlainText(settings)
        var text = StyledText()
        for sentence in whole.sentences(at: now, date: { RFC3339.text(of: $0) }) {
            let ink: Ink = sentence.kind == .stale ? .yellow : sentence.kind == .age ? .plain : .dim
            text += style.shown(sentence.text, ink: ink) + "\n"
        }
        guard !timeline.periods.isEmpty || !timeline.overrides.isEmpty else {
            return try StandardOutput.write(text)
        }
        text += "\n" + lane(style) + "\n"
        let table = Table(["FROM": 20, "UNTIL": 20, "WHAT": 8, "VALUE": 60, "BY": 60], of: rows) { $0.cells }
        try StandardOutput.write(text + table.text(style))
    }

    private func lane(_ style: PlainText) -> StyledText {
        let width = min(Self.widest, Console.columns ?? 80) - Self.labelColumns
        let span =
            start.map { TimelineSpan(seconds: now.timeIntervalSince($0)) }
            ?? TimelineSpan(fitting: whole, at: now)
        let lane = TimelineLane(whole, span, width: width, until: now, .utc)
        func line(_ label: String, _ text: String, ink: Ink) -> StyledText {
            style.shown(label.padding(toLength: Self.labelColumns, withPad: " ", startingAt: 0), ink: .dim)
                + style.shown(text, ink: ink) + "\n"
        }
        return line("source", lane.valueBar.text, ink: .plain)
            + (lane.overrides.isEmpty ? "" : line("override", lane.overrideBar.text, ink: .cyan))
            + line("", lane.tickLine, ink: .dim)
    }

    private var rows: [(from: Date, cells: [Table.Cell])] {
        func time(_ date: Date?) -> Table.Cell {
            date.map { .init(RFC3339.text(of: $0)) } ?? .init("-", .dim)
        }
        let values = timeline.periods.map { period in
            let value = period.value.map { Table.Cell(held: $0.text) } ?? Table.Cell("-", .dim)
            return (
                period.from,
                [
                    time(period.from), time(period.until), .init("source", .dim), value,
                    .init(period.originWords, .dim),
                ]
            )
        }
        let overrides = timeline.overrides.map { period in
            (
                period.from ?? .distantPast,
                [
                    time(period.from), time(period.until), .init("override", .cyan),
                    Table.Cell(held: period.value),
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
            source + whole.document(isStale: !session.staleNames(of: [whole], at: now).isEmpty) + [
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
    /// `value` is absent if the source had none, and null if the source told apps to use their default.
    fileprivate var document: Document {
        [
            "from": from, "notBefore": notBefore, "until": until, "value": value.map(\.text.orNull),
            "bytes": value?.cutBytes, "version": version, "published": publisher, "program": program,
        ]
    }
}

extension KeptValues {
    /// Prints how long each key has been unchanged: the declared keys, and those that the source has or had. The key
    /// unchanged for longest comes first.
    func printTimelines(onlyStale: Bool, _ settings: Settings, at now: Date) throws {
        let all = try timelines(at: now)
        let stale = session.staleNames(of: all, at: now)
        let timelines = all.filter { !onlyStale || stale.contains($0.name) }
        let table = Table(
            ["KEY": 60, "UNCHANGED": 12, "SINCE": 20, "CHANGES": 8, "VALUE": 40, "NOTE": 40], of: timelines
        ) { $0.cells(isStale: stale.contains($0.name), at: now) }
        try settings.print(
            ["keys": timelines.map { $0.document(isStale: stale.contains($0.name)) }], else: table,
            ifEmpty: onlyStale ? "no stale keys" : "no history yet; use `experiments watch` to record it")
    }

    private func timelines(at now: Date) throws -> [KeyTimeline] {
        let declared = Dictionary(session.keys.map { ($0.name, $0) }) { first, _ in first }
        return try log.values.valuesByName()
            .map { KeyTimeline($0.key, declared[$0.key], values: $0.value, at: now) }
            .filter { declared[$0.name] != nil || $0.current?.value != nil }
            .sorted { ($0.current?.from ?? now, $0.name) < ($1.current?.from ?? now, $1.name) }
    }
}

extension ProjectSession {
    /// The names of the keys whose value has been their default, or the same for all users, for a long time.
    func staleNames(of timelines: [KeyTimeline], at now: Date) -> Set<String> {
        let atDefault = timelines.filter { $0.isStale(at: now) }.map(\.name)
        guard !(service.keeper is any PersonaKeeper) else { return Set(atDefault) }
        return Set(atDefault + RetirementCandidate.candidates(timelines, at: now).map(\.key))
    }
}

extension KeyTimeline {
    /// Returns the row of a table of keys.
    fileprivate func cells(isStale: Bool, at now: Date) -> [Table.Cell] {
        let since = unchangedSince
        let age = since.map { ($0.isLeast ? "> " : "") + CountText.age(from: $0.date, to: now) }
        let note = isStale ? "stale" : defaultSince != nil ? "its default" : ""
        return [
            .init(name), .init(age ?? "-"), .init(since.map { RFC3339.text(of: $0.date) } ?? "-", .dim),
            .init(String(changeCount)),
            current?.value.map { Table.Cell(held: $0.text) } ?? .init("-", .dim),
            .init(note, isStale ? .yellow : .dim),
        ]
    }

    /// Returns the facts about a key's values as a whole.
    func document(isStale: Bool) -> Document {
        [
            "key": name, "default": key?.schema.defaultText,
            "unchangedSince": unchangedSince?.date,
            // If nothing older is known, the value may be older.
            "unchangedLonger": unchangedSince?.isLeast,
            "defaultSince": defaultSince?.date,
            "changes": changeCount, "stale": isStale,
            "sameForAll": sameForAll.map { same -> Document in
                [
                    "value": same.value.text, "since": same.since?.date, "longer": same.since?.isLeast,
                    "version": same.version,
                ]
            },
        ]
    }
}
