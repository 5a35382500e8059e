import ExperimentsCore
import ExperimentsOperator
import TerminalUI

extension ExportTable {
    /// All rows of a screen, as they are filtered and sorted.
    init(_ state: DashboardState) {
        switch state.screen {
        case .history:
            self.init(HistoryView.columns(state), (0..<state.rowCount).compactMap(state.record))
        case .experiments:
            self.init(ExperimentsView.columns(state), state.list.experiments)
        case .apps: self.init(AppsView.columns(state), state.list.apps)
        default:
            let rows = (0..<state.rowCount).filter { state.list.keys.heading(at: $0) == nil }
            let list = ShownList(state)
            self.init(KeyColumns(state, width: 200).columns, rows.map { KeyRow(list, $0) })
        }
    }

    private init<Row>(_ columns: [Column<Row>], _ rows: [Row]) {
        self.init(columns: columns.map(\.name), rows: rows.map { row in columns.map { $0.text(row) } })
    }

    /// Columns under their titles, as wide as what is in them.
    var plain: String {
        let lines = [columns] + rows.map { row in row.map { DisplayText($0 ?? "").slice(from: 0, columns: .max) } }
        let widths = columns.indices.map { column in lines.reduce(0) { max($0, DisplayText($1[column]).width) } }
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                text += cell
                guard column < line.count - 1 else { break }
                text += String(repeating: " ", count: widths[column] - DisplayText(cell).width + 2)
            }
            let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
            return text[..<end] + "\n"
        }.joined()
    }
}
