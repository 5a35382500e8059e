import ExperimentsCore
import ExperimentsOperator
import TerminalUI

extension ExportTable {
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
