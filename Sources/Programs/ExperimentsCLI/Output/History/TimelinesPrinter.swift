import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Prints of every key how long it is unchanged.
struct TimelinesPrinter {
    private let settings: Settings
    private let kept: KeptValues
    private let now: Date

    init(_ settings: Settings, _ kept: KeptValues, at now: Date) {
        (self.settings, self.kept, self.now) = (settings, kept, now)
    }

    /// Prints the declared keys, and those that the source has or had, the one that is unchanged for longest first.
    func printAll(onlyStale: Bool) throws {
        let timelines = try timelines().filter { !onlyStale || $0.isStale(at: now) }
        if settings.json {
            return try StandardOutput.document(["keys": timelines.map { $0.document(at: now) }])
        }
        let style = PlainText(settings)
        guard !timelines.isEmpty else {
            return try StandardOutput.line(
                style.shown(onlyStale ? "no key is known to be stale" : "no values are kept yet"))
        }
        var table = Table(["KEY": 60, "UNCHANGED": 12, "SINCE": 20, "CHANGES": 8, "VALUE": 40, "NOTE": 40])
        for timeline in timelines { table.append(cells(timeline)) }
        try table.print(style)
    }

    private func timelines() throws -> [KeyTimeline] {
        let declared = Dictionary(kept.session.keys.map { ($0.name, $0) }) { first, _ in first }
        return try kept.log.values.valuesByName()
            .map { KeyTimeline($0.key, declared[$0.key], values: $0.value, at: now) }
            .filter { declared[$0.name] != nil || $0.current?.value != nil }
            .sorted { ($0.current?.from ?? now, $0.name) < ($1.current?.from ?? now, $1.name) }
    }

    private func cells(_ timeline: KeyTimeline) -> [Table.Cell] {
        let since = timeline.unchangedSince
        let age = since.map { ($0.isLeast ? "> " : "") + AgeWords.text(from: $0.date, to: now) }
        let note = timeline.isStale(at: now) ? "stale" : timeline.defaultSince != nil ? "its default" : ""
        return [
            .init(timeline.name), .init(age ?? "-"), .init(since.map { RFC3339.text(of: $0.date) } ?? "-", .dim),
            .init(String(timeline.changeCount)),
            timeline.current?.value.map { Table.Cell(held: $0.text) } ?? .init("-", .dim),
            .init(note, timeline.isStale(at: now) ? .yellow : .dim),
        ]
    }
}

extension KeyTimeline {
    /// The facts about a key's values as a whole.
    func document(at now: Date) -> Document {
        [
            "key": name, "default": key?.schema.defaultText,
            "unchangedSince": unchangedSince?.date,
            // Where nothing older is known, it may be so for longer.
            "unchangedLonger": unchangedSince?.isLeast,
            "defaultSince": defaultSince?.date,
            "changes": changeCount, "stale": isStale(at: now),
            "sameForAll": sameForAll.map { same -> Document in
                [
                    "value": same.value.text, "since": same.since?.date, "longer": same.since?.isLeast,
                    "version": same.version,
                ]
            },
        ]
    }
}
