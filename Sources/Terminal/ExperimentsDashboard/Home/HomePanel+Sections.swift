import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

// The boxes about the source under the cursor.
extension HomePanel {
    func sections(_ state: DashboardState) -> [DetailSection] {
        guard let selected else { return [] }
        let faults = (selected.content?.missing ?? 0) + (selected.content?.incorrect ?? 0)
        let environment = selected.environment == selected.title ? nil : selected.environment
        let notes = [environment, selected.kind].compactMap(\.self)
        return [
            DetailSection(
                BoxTitle(selected.title, notes: notes), .leading,
                columns: 60
            ) { $0.describe(selected) },
            DetailSection(BoxTitle("Latest fetches"), .leading, columns: 60) {
                $0.describeFetches(of: selected)
            },
            DetailSection(
                BoxTitle("Missing and incorrect", count: faults > 0 ? CountText.grouped(faults) : ""),
                columns: 60
            ) { $0.describeFaults(of: selected) },
            DetailSection(BoxTitle("Latest changes"), columns: 60) {
                $0.describeChanges(of: selected.fetches.reversed())
            },
            DetailSection(BoxTitle("Values"), columns: 60, isAboutRow: false, givesWay: true) {
                $0.describeValues(of: selected)
            },
        ]
    }
}

extension DetailLines {
    /// Describes the address of a source and its state.
    mutating func describe(_ source: SourceStanding) {
        let listed = state.project.sources.first { $0.name == source.name }
        if let address = listed?.address { add("address", VisibleText.of(address), .text) }
        let reason = source.problem { TimeText.agoInWords($0, now: state.now) } ?? source.liveStatus.reason
        add(
            "state", [source.shownWord, reason].compactMap(\.self).joined(separator: ": "),
            HomePanel.role(of: source))
        guard let content = source.content else {
            add("fetched", "never", .dim)
            return
        }
        let fetched = content.fetchedAt.map {
            TimeText.dateAndTime($0, in: state.project.localTime) + ", " + TimeText.ago($0, now: state.now)
        }
        add("fetched", fetched ?? "never", .age)
        if let shortest = listed?.shortestInterval {
            add("limit", "at most one fetch every \(TimeText.duration(shortest))", .age)
        }
        add("keys", CountText.grouped(content.keys))
        let counts: [(String, Int, Role)] = [
            ("missing", content.missing, .missing), ("incorrect", content.incorrect, .incorrect),
            ("overrides", content.overrides, .override),
        ]
        for (label, count, role) in counts { add(label, CountText.grouped(count), count == 0 ? .dim : role) }
        if listed?.hasTemplate == true { add("template", "can be edited here") }
    }

    /// Describes the keys of a source without a correct value, with the reasons.
    mutating func describeFaults(of source: SourceStanding) {
        guard let content = source.content else {
            lines.append([Span("Not fetched yet.", .dim)])
            return
        }
        guard !content.faults.isEmpty else {
            lines.append([Span("Every declared key has a correct value.", .ok)])
            return
        }
        let names = Self.width(of: content.faults.map(\.name), limit: width / 2)
        for row in content.faults { add(row, names: names, row.statusReason ?? "", row.status.role) }
        let more = content.missing + content.incorrect - content.faults.count
        if more > 0 { lines.append([Span("… \(CountText.grouped(more)) more", .dim)]) }
    }

    /// Describes the first keys of a source with their values.
    mutating func describeValues(of source: SourceStanding) {
        guard let content = source.content else { return }
        let names = Self.width(of: content.firstRows.map(\.name), limit: width / 2)
        for row in content.firstRows {
            add(row, names: names, row.valueText.map { VisibleText.of($0) } ?? "", .value)
        }
    }

    /// Adds a key with its sign and a text about it.
    private mutating func add(_ row: ReportRow, names: Int, _ text: String, _ role: Role) {
        lines.append([
            Span((KeySign(row.status)?.text ?? " ") + " ", row.status.role),
            Span(Self.padded(row.name, to: names) + "  ", .key),
            Span(DisplayText(text).truncated(to: max(4, width - names - 4)), role),
        ])
    }

    /// Describes the fetches of a source, newest first. Those that changed nothing are folded.
    mutating func describeFetches(of source: SourceStanding) {
        let records = source.fetches
        let rows = FetchList.folded(records.count) { records[$0] }.map { listed in
            FetchList.Row(
                record: records[listed.newest],
                folded: listed.isFolded ? (oldest: records[max(0, listed.oldest)], count: listed.count) : nil)
        }
        let times = rows.map { FetchList.time(of: $0.record, state) }
        let results = rows.map { FetchList.result($0) }
        let (time, result) = (
            Self.width(of: times, limit: 12), Self.width(of: results.map(\.text), limit: 16)
        )
        for (row, (shownTime, shownResult)) in zip(rows, zip(times, results)) {
            let (changes, role) =
                row.folded.map { ("since " + FetchList.time(of: $0.oldest, state), Role.dim) }
                ?? FetchList.changes(row.record)
            lines.append([
                Span(Self.padded(shownTime, to: time) + "  ", .age),
                Span(Self.padded(shownResult.text, to: result) + "  ", shownResult.role),
                Span(DisplayText(changes).truncated(to: max(4, width - time - result - 4)), role),
            ])
        }
    }
}
