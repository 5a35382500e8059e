import ExperimentsCore
import Foundation

/// Prints fetches that were just made, their changes, and the resulting values.
struct SeriesPrinter {
    let settings: Settings
    let session: ProjectSession
    let series: FetchSeries
    private var style: PlainText { PlainText(settings) }

    /// Prints the result and the changes of each fetch.
    ///
    /// - Parameter names: the only keys to list, with their values; empty for every fetch and all keys.
    func printFetches(of names: [String]) throws {
        let table =
            names.isEmpty ? Table(fetches: series.records.map { ($0, nil) }) : try changeTable(of: names)
        try settings.print(document(of: names), else: table)
    }

    /// Prints the differences between two fetches, the older one's values first.
    func printDifference(from first: Int, to second: Int, as format: DifferenceFormat) throws {
        let (old, new) = (min(first, second), max(first, second))
        let difference = SnapshotDifference(
            from: try series.snapshot(after: old), to: try series.snapshot(after: new))
        let document: Document = [
            "source": session.document, "compared": [old, new], "changes": difference.document(),
        ]
        try settings.print(document) { _ in
            DifferencesPrinter(settings: settings, sides: ["fetch \(old)", "fetch \(new)"]).text(
                difference, as: format, ending: " after fetch \(old) and fetch \(new)")
        }
    }

    /// Prints every key with its status and value after a fetch, with the current overrides.
    func printValues(at number: Int) throws {
        if let problem = session.overrides.problem { throw problem }
        let record = series.records[number - 1]
        let ended = record.startedAt + record.duration.inSeconds
        let report = Report(
            keys: session.keys, snapshot: try series.snapshot(after: number),
            overrides: session.service.overrideStore.overrides, at: ended, fetchedAt: record.startedAt)
        try settings.print(report.document(of: session, at: ended) + ["fetch": number]) { style in
            ReportTable(report).text(style, source: "\(session.sourceWords) after fetch \(number)")
        }
    }

    private func document(of names: [String]) -> Document {
        let records = series.records.filter { record in
            names.isEmpty || names.contains { record.difference.changes[$0] != nil }
        }
        return [
            "source": session.document, "fetches": records.map { $0.document(listsChanges: true, of: names) },
        ]
    }

    /// Returns the value of each key at the beginning, and each change.
    private func changeTable(of names: [String]) throws -> Table {
        var table = Table(["FETCH": 6, "TIME": 20, "VERSION": 20, "KEY": 60, "WAS": 60, "IS": 60])
        for (index, record) in series.records.enumerated() {
            let first = index == 0 ? try series.snapshot(after: 1) : nil
            for name in names {
                let change = record.difference.changes[name]
                guard
                    let cells = change.map(Table.Cell.both) ?? first.map({ Self.cells(of: $0.entries[name]) })
                else {
                    continue
                }
                table.append(
                    [
                        .init(String(index + 1), .dim), .init(RFC3339.text(of: record.startedAt)),
                        .init(record.version ?? "-"), .init(name),
                    ] + cells)
            }
        }
        return table
    }

    private static func cells(of entry: Snapshot.Entry?) -> [Table.Cell] {
        [.init("-", .dim), entry.map { Table.Cell(held: $0.text) } ?? .init("-", .dim)]
    }
}
