import ExperimentsCore
import ExperimentsOperator

/// Prints the values of keys in several columns.
struct MatrixPrinter {
    private let matrix: ValueMatrix
    private let rows: [ValueMatrix.Row]
    private let overridden: Set<String>
    private static let cellLimit = 40

    /// - Parameters:
    ///   - rows: the rows to print.
    ///   - overridden: the names that have an override.
    init(_ matrix: ValueMatrix, _ rows: [ValueMatrix.Row], overridden: Set<String>) {
        self.matrix = matrix
        self.rows = rows
        self.overridden = overridden
    }

    /// Returns a table, and below it the number of keys that differ.
    func text(_ style: PlainText) -> StyledText {
        let count = matrix.differingCount
        let same = matrix.rows.count - count
        let verdict = count == 0 ? "identical" : "\(count) different"
        let ending = count == 0 ? " (\(CountText.count(same, "key")))" : ", \(same) identical"
        let summary = style.shown(verdict, ink: count == 0 ? .green : .yellow) + style.shown(ending) + "\n"
        guard !rows.isEmpty else { return summary }
        let table = Table(
            [.init(title: "KEY", limit: 60)]
                + matrix.columns.map { .init(title: $0.title, limit: Self.cellLimit) },
            of: rows
        ) { row in
            let name = row.name + (overridden.contains(row.name) ? " *" : "")
            return [.init(name)] + matrix.columns.indices.map { cell(row, $0) }
        }
        return table.text(style) + "\n" + summary
    }

    private func cell(_ row: ValueMatrix.Row, _ column: Int) -> Table.Cell {
        let text = row.excerpt(at: column, columns: Self.cellLimit) ?? "-"
        guard let cell = row.cells[column] else { return .init(text, .dim) }
        switch cell.status {
        case .missing, .incorrect: return .init(text, Ink(cell.status))
        default: return .init(text, row.differs(at: column) ? .yellow : cell.usesDefault ? .dim : .plain)
        }
    }

    /// `{"columns": [{"title", "version", "fetchedAt", "stale", "problem"}], "differing", "keys": [{"name", "differs",
    /// "overridden", "values": [{"status", "value"}, null, …]}]}`.
    var document: Document {
        [
            "columns": matrix.columns.map { column -> Document in
                [
                    "title": column.title, "version": column.snapshot?.version,
                    "fetchedAt": column.snapshot?.fetchedAt, "stale": column.isStale ? true : nil,
                    "problem": column.problem,
                ]
            },
            "differing": matrix.differingCount,
            "keys": rows.map { row -> Document in
                [
                    "name": row.name, "differs": row.differs, "overridden": overridden.contains(row.name),
                    "values": row.cells.map { cell in cell.map(Self.document).orNull },
                ]
            },
        ]
    }

    private static func document(_ cell: ReportRow) -> Document {
        ["status": cell.status.rawValue, "value": cell.valueText.orNull]
    }
}
