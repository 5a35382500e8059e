import ExperimentsCore
import ExperimentsOperator

/// Rows of figures for other programs, in columns that are declared once.
struct FigureTable<Row> {
    /// A column: its name, and its cell in a row. An unknown figure is nil.
    typealias Column = (name: String, cell: (Row) -> (any DocumentValue)?)

    let columns: [Column]
    let rows: [Row]

    /// A list of objects. Numbers are numbers, and unknown ones are null.
    var json: String {
        let objects = rows.map { row in
            Document(columns.map { ($0.name, $0.cell(row) ?? JSONValue.null) })
        }
        return objects.json.prettyText + "\n"
    }

    /// The table by RFC 4180. Unknown figures are empty.
    var csv: String {
        ExportTable.line(columns.map(\.name))
            + rows.map { row in ExportTable.line(columns.map { $0.cell(row)?.json.valueText }) }.joined()
    }
}
