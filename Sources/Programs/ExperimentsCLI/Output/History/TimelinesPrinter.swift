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
            var members = JSONObject()
            members["schema"] = .number(DocumentSchema.version)
            members["keys"] = .array(timelines.map { .object(TimelineDocument($0, at: now).members) })
            return try StandardOutput.document(.object(members))
        }
        let style = PlainText(settings)
        guard !timelines.isEmpty else {
            return try StandardOutput.line(
                style.shown(onlyStale ? "no key is known to be stale" : "no values are kept yet"))
        }
        var table = Table([
            .init(title: "KEY", limit: 60), .init(title: "UNCHANGED", limit: 12), .init(title: "SINCE", limit: 20),
            .init(title: "CHANGES", limit: 8), .init(title: "VALUE", limit: 40), .init(title: "NOTE", limit: 40),
        ])
        for timeline in timelines { table.append(cells(timeline)) }
        try StandardOutput.write(table.text(style, width: Console.columns))
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
            timeline.current?.value.map { FetchTable.cell($0.text) } ?? .init("-", .dim),
            .init(note, timeline.isStale(at: now) ? .yellow : .dim),
        ]
    }
}

/// The facts about a key's values as a whole, as JSON.
struct TimelineDocument {
    /// The members, to which a document about one key adds its own.
    let members: JSONObject

    init(_ timeline: KeyTimeline, at now: Date) {
        var members = JSONObject()
        members["key"] = .string(timeline.name)
        members["default"] = timeline.key?.schema.defaultText.map(JSONValue.string)
        members["unchangedSince"] = timeline.unchangedSince.map { .string(RFC3339.text(of: $0.date)) }
        // Where nothing older is known, it may be so for longer.
        members["unchangedLonger"] = timeline.unchangedSince.map { .bool($0.isLeast) }
        members["defaultSince"] = timeline.defaultSince.map { .string(RFC3339.text(of: $0.date)) }
        members["changes"] = .number(String(timeline.changeCount))
        members["stale"] = .bool(timeline.isStale(at: now))
        members["sameForAll"] = timeline.sameForAll.map(Self.json)
        self.members = members
    }

    private static func json(_ same: SameForAll) -> JSONValue {
        var members = JSONObject()
        members["value"] = same.value.text.map(JSONValue.string)
        members["since"] = same.since.map { .string(RFC3339.text(of: $0.date)) }
        members["longer"] = same.since.map { .bool($0.isLeast) }
        members["version"] = same.version.map { .number(String($0)) }
        return .object(members)
    }
}
