import ExperimentsCore
import ExperimentsOperator
import TerminalUI

extension ExportTable {
    /// All rows of a screen, as they are filtered and sorted.
    init(_ state: DashboardState) {
        let columns: [String]
        let rows: [[String?]]
        switch state.screen {
        case .history:
            let contents = HistoryView.contents
            columns = contents.map(\.name)
            rows = (0..<state.rowCount).compactMap { index in
                state.record(at: index).map { record in contents.map { HistoryView.exportedText($0, record, state) } }
            }
        case .experiments:
            let contents = ExperimentsView.contents
            columns = contents.map(\.name)
            rows = state.list.experiments.map { row in contents.map { ExperimentsView.exportedText($0, row) } }
        default:
            let contents = KeyColumns(state, width: 200).columns.map(\.content)
            columns = contents.map(\.name)
            rows = (0..<state.rowCount).compactMap { index in
                guard state.list.keys.heading(at: index) == nil else { return nil }
                let cell = KeyCell(state, index)
                return contents.map(cell.exportedText)
            }
        }
        self.init(columns: columns, rows: rows)
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

extension Column.Content {
    /// The name in a file.
    fileprivate var name: String { String(describing: self) }
}
