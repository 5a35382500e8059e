import ExperimentsOperator
import TerminalUI

/// One column of a list, declared once: its title and width, what a click on the title sorts by, what it draws of a row,
/// and what it writes of it to a file.
struct Column<Row> {
    /// Draws what a row has in the column from a point on, within a width.
    typealias Drawing = (_ row: Row, _ point: CellPoint, _ width: Int, _ canvas: inout Canvas) -> Void

    /// What the column is called in a file.
    let name: String
    let shape: TableColumn
    let sort: KeyOrder.Column?
    /// What a row has in the column, whole; nil where there is nothing.
    let text: (Row) -> String?
    let draw: Drawing

    /// A column that draws in its own way.
    init(
        _ name: String, _ shape: TableColumn, sort: KeyOrder.Column? = nil, text: @escaping (Row) -> String?,
        draw: @escaping Drawing
    ) {
        (self.name, self.shape, self.sort, self.text, self.draw) = (name, shape, sort, text, draw)
    }

    /// A column of short texts, each drawn as it is.
    init(
        _ name: String, _ shape: TableColumn, sort: KeyOrder.Column? = nil, _ role: Role,
        text: @escaping (Row) -> String?
    ) {
        self.init(name, shape, sort: sort, text: text) { row, point, width, canvas in
            canvas.put(text(row) ?? "", at: point, role, maxColumns: width)
        }
    }

    /// A column of texts in which filters mark what they found.
    ///
    /// - Parameters:
    ///   - filters: the list's, and what is looked for in it.
    ///   - field: what a filter calls the texts, if it knows them.
    ///   - cut: where a text is cut that is too long.
    ///   - text: what is written to a file, where it differs from what is drawn.
    ///   - cell: what is drawn.
    init(
        _ name: String, _ shape: TableColumn, finding filters: [Filter], in field: FilterField? = nil,
        cut: Overflow = .middle, text: ((Row) -> String?)? = nil, cell: @escaping (Row) -> (text: String, role: Role)
    ) {
        let written = text ?? { row in cell(row).text.isEmpty ? nil : cell(row).text }
        self.init(name, shape, text: written) { row, point, width, canvas in
            let (text, role) = cell(row)
            let indent = shape.isRightAligned ? max(0, width - DisplayText(text).width) : 0
            let start = CellPoint(column: point.column + indent, row: point.row)
            canvas.put(text, at: start, role, maxColumns: width - indent, overflow: cut)
            for filter in filters {
                canvas.mark(filter, in: text, of: field, at: start, width: width - indent, cut: cut)
            }
        }
    }
}

extension Array {
    /// Which of the columns there is room for, and where.
    func plan<Row>(width: Int) -> ColumnPlan where Element == Column<Row> { ColumnPlan(map(\.shape), width: width) }

    /// The column that the rows are in the order of.
    func sorting<Row>(by sort: KeyOrder) -> TableView.Sorting? where Element == Column<Row> {
        firstIndex { $0.sort == sort.column }.map { TableView.Sorting(by: $0, isReversed: sort.isReversed) }
    }

    /// Draws the rows on screen.
    ///
    /// - Parameters:
    ///   - heading: draws a whole line where it is one, or a sign before a row that follows.
    ///   - row: the row at an index; asked for the visible ones alone.
    func drawRows<Row>(
        _ plan: ColumnPlan, position: ListPosition, count: Int, in rect: CellRect, _ canvas: inout Canvas,
        heading: (inout Canvas, Int, CellRect) -> Bool = { _, _, _ in false }, row: (Int) -> Row?
    ) where Element == Column<Row> {
        var drawn: (index: Int, row: Row?)?
        TableView.drawRows(
            plan, position: position, count: count, in: rect, &canvas, heading: heading,
            cell: { canvas, index, placed, point in
                if drawn?.index != index { drawn = (index, row(index)) }
                guard let row = drawn?.row else { return }
                self[placed.index].draw(row, point, placed.width, &canvas)
            })
    }
}
