import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Prints the stored fetches of a source, as made by dashboards and commands.
struct HistoryPrinter {
    let settings: Settings
    let session: ProjectSession

    /// Prints the history, oldest first.
    ///
    /// - Parameter names: the only keys to list, with their values; empty for every fetch and all keys.
    /// - Throws: `CommandProblem` if no history is stored, `FileProblem` if it cannot be read.
    func printLog(of names: [String]) throws {
        guard let log = session.fetchLog() else {
            throw CommandProblem(
                "no stored fetches with --no-state",
                advice: "Remove --no-state, or use --fetches 3 to fetch now.")
        }
        let fetches = try log.read().filter { fetch in
            names.isEmpty || names.contains { fetch.record.difference.changes[$0] != nil }
        }
        for name in names { try checkKnown(name, fetches, log) }
        let table =
            names.isEmpty
            ? Table(fetches: fetches.map { ($0.record, $0.program) }) : changeTable(fetches, names)
        let words =
            names.isEmpty
            ? "no fetches of \(session.sourceName)" : "no changes of \(names.joined(separator: ", "))"
        try settings.print(
            document(of: fetches, names), else: table,
            ifEmpty: "\(words) yet; use `experiments watch` to record them, or --fetches 3 to fetch now")
    }

    /// Prints every key with its status and value at a moment.
    func printValues(at text: String) throws {
        let date = try KeptValues.date(text, option: "--at")
        let report = try KeptValues(session).report(at: date)
        try settings.print(report, of: session, at: date)
    }

    /// Prints the differences between the values at two moments, the older ones first.
    func printDifference(from first: String, to second: String, as format: DifferenceFormat) throws {
        let dates = try [first, second].map { try KeptValues.date($0, option: "--compare") }.sorted()
        let kept = try KeptValues(session)
        let contents = try dates.map { try kept.content(at: $0) }
        let difference = SnapshotDifference(from: contents[0].snapshot, to: contents[1].snapshot)
        if settings.json {
            return try StandardOutput.document([
                "source": session.document(of: contents[1].snapshot), "compared": dates,
                "changes": difference.document(),
            ])
        }
        let sides = dates.map { RFC3339.text(of: $0) }
        try StandardOutput.write(
            DifferencesPrinter(settings: settings, sides: sides).text(
                difference, as: format, ending: " at \(sides[0]) and \(sides[1])"))
    }

    /// Throws an error for a name that is neither declared nor has a stored value or change.
    private func checkKnown(_ name: String, _ fetches: [LoggedFetch], _ log: FetchLog) throws {
        guard !session.keys.contains(where: { $0.name == name }),
            !fetches.contains(where: { $0.record.difference.changes[name] != nil }),
            try log.values.content(at: Date())?.snapshot.entries[name] == nil
        else { return }
        throw CommandProblem.unknownKey(name, among: session.keys.map(\.name))
    }

    private func document(of fetches: [LoggedFetch], _ names: [String]) -> Document {
        [
            "source": session.document,
            "fetches": fetches.map { fetch in
                fetch.record.document(listsChanges: true, of: names) + ["program": fetch.program]
            },
        ]
    }

    private func changeTable(_ fetches: [LoggedFetch], _ names: [String]) -> Table {
        var table = Table(["TIME": 20, "VERSION": 20, "PROGRAM": 20, "KEY": 60, "WAS": 60, "IS": 60])
        for fetch in fetches {
            for name in names {
                guard let change = fetch.record.difference.changes[name] else { continue }
                table.append(
                    [
                        .init(RFC3339.text(of: fetch.record.startedAt)), .init(fetch.record.version ?? "-"),
                        .init(fetch.program ?? "-"), .init(name),
                    ] + Table.Cell.both(change))
            }
        }
        return table
    }
}

extension Table {
    /// Creates a table of fetches: their times, their results, and the names of what they changed.
    ///
    /// - Parameter fetches: the fetches, each with its program if there are fetches of several programs.
    init(fetches: [(record: FetchRecord, program: String?)]) {
        let tellsPrograms = fetches.contains { $0.program != nil }
        var columns: [Table.Column] = [
            .init(title: "TIME", limit: 20), .init(title: "RESULT", limit: 13),
            .init(title: "TOOK", limit: 8),
            .init(title: "BYTES", limit: 10), .init(title: "VERSION", limit: 20),
        ]
        if tellsPrograms { columns.append(.init(title: "PROGRAM", limit: 20)) }
        self.init(columns + [.init(title: "CHANGED", limit: 200)])
        for (record, program) in fetches {
            let changes = record.failure?.summary ?? record.difference.names.joined(separator: ", ")
            var cells: [Table.Cell] = [
                .init(RFC3339.text(of: record.startedAt)),
                .init(record.statusWord, record.failure == nil ? .green : .red),
                .init(DurationText.text(of: record.duration)),
                .init(record.bytes > 0 ? "\(record.bytes)" : "-"),
                .init(record.version ?? "-"),
            ]
            if tellsPrograms { cells.append(.init(program ?? "-")) }
            append(cells + [.init(changes.isEmpty ? "-" : changes)])
        }
    }
}

extension Table.Cell {
    /// Returns the old and the new value.
    static func both(_ change: SnapshotDifference.Change) -> [Table.Cell] {
        switch change {
        case .added(let new): [.init("-", .dim), .init(held: new)]
        case .removed(let old): [.init(held: old), .init("-", .dim)]
        case .changed(let old, let new): [.init(held: old), .init(held: new)]
        }
    }

    /// Creates a cell for an earlier value of a source.
    init(held text: String?) {
        guard let text else {
            self.init(Snapshot.Entry.appDefault, .dim)
            return
        }
        self.init(text.isEmpty ? "\"\"" : text)
    }
}
