import ExperimentsCore
import ExperimentsOperator

extension Table {
    /// Fetches for people: when, how they went, and the names of what they changed.
    ///
    /// - Parameter fetches: the fetches, each with its program if there are fetches of several programs.
    init(fetches: [(record: FetchRecord, program: String?)]) {
        let tellsPrograms = fetches.contains { $0.program != nil }
        var columns: [Table.Column] = [
            .init(title: "TIME", limit: 20), .init(title: "RESULT", limit: 13), .init(title: "TOOK", limit: 8),
            .init(title: "BYTES", limit: 10), .init(title: "VERSION", limit: 20),
        ]
        if tellsPrograms { columns.append(.init(title: "PROGRAM", limit: 20)) }
        self.init(columns + [.init(title: "CHANGED", limit: 200)])
        for (record, program) in fetches {
            let changes = record.failure?.summary ?? record.difference.names.joined(separator: ", ")
            var cells: [Table.Cell] = [
                .init(RFC3339.text(of: record.startedAt)),
                .init(record.statusWord, record.failure == nil ? .green : .red),
                .init(DurationText.text(of: record.duration)), .init(record.bytes > 0 ? "\(record.bytes)" : "-"),
                .init(record.version ?? "-"),
            ]
            if tellsPrograms { cells.append(.init(program ?? "-")) }
            append(cells + [.init(changes.isEmpty ? "-" : changes)])
        }
    }
}

extension Table.Cell {
    /// The old and the new value.
    static func both(_ change: SnapshotDifference.Change) -> [Table.Cell] {
        switch change {
        case .added(let new): [.init("-", .dim), .init(held: new)]
        case .removed(let old): [.init(held: old), .init("-", .dim)]
        case .changed(let old, let new): [.init(held: old), .init(held: new)]
        }
    }

    /// A value that a source held.
    init(held text: String?) {
        guard let text else {
            self.init(Snapshot.Entry.appDefault, .dim)
            return
        }
        self.init(text.isEmpty ? "\"\"" : text)
    }
}
