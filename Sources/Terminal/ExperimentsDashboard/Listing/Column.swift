import ExperimentsOperator
import ExperimentsTerminalUI

/// A column of a list, declared once: its title and width, its order, how it is drawn, and its text in files.
struct Column<Row> {
    /// Draws a row's cell from a point on, within a width.
    typealias Drawing = (_ row: Row, _ point: CellPoint, _ width: Int, _ canvas: inout Canvas) -> Void

    /// The name of the column in a file.
    let name: String
    private(set) var shape: TableColumn
    let sort: KeyOrder.Column?
    /// Whether its texts scroll sideways.
    private(set) var isScrolled = false
    /// Whether it is hidden while all of its cells are equal.
    private(set) var isOptional = false
    /// The whole text of a row in the column; nil if there is none.
    let text: (Row) -> String?
    /// Returns the shown text of a row, if it depends on the column's width.
    let shown: (Row) -> String?
    let draw: Drawing

    /// Creates a column with its own drawing.
    ///
    /// - Parameter shown: a text as wide as the drawn cell, if it differs from the text.
    init(
        _ name: String, _ shape: TableColumn, sort: KeyOrder.Column? = nil, text: @escaping (Row) -> String?,
        shown: ((Row) -> String?)? = nil, draw: @escaping Drawing
    ) {
        self.name = name
        self.shape = shape
        self.sort = sort
        self.text = text
        self.draw = draw
        self.shown = shown ?? text
    }

    /// Creates a column of short texts, drawn unchanged.
    init(
        _ name: String, _ shape: TableColumn, sort: KeyOrder.Column? = nil, _ role: Role,
        text: @escaping (Row) -> String?
    ) {
        self.init(name, shape, sort: sort, text: text) { row, point, width, canvas in
            canvas.put(text(row) ?? "", at: point, role, maxColumns: width)
        }
    }

    /// Creates a column of texts in which filters mark matches.
    ///
    /// - Parameters:
    ///   - filters: the filter and the search of the list.
    ///   - field: the name of the column in filters, if it has one.
    ///   - cut: the end at which long texts are cut.
    ///   - text: the text in files, if it differs from the drawn text.
    ///   - cell: the drawn text.
    init(
        _ name: String, _ shape: TableColumn, finding filters: [Filter], in field: FilterField? = nil,
        cut: Overflow = .middle, text: ((Row) -> String?)? = nil,
        cell: @escaping (Row) -> (text: String, role: Role)
    ) {
        let written = text ?? { row in cell(row).text.isEmpty ? nil : cell(row).text }
        self.init(name, shape, text: written, shown: { cell($0).text }) { row, point, width, canvas in
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

extension Column {
    /// The column, with texts that scroll sideways.
    var scrolled: Column {
        var column = self
        column.isScrolled = true
        return column
    }

    /// The column, hidden while all of its cells are equal.
    var optional: Column {
        var column = self
        column.isOptional = true
        return column
    }

    /// The width that shows all of its texts, as far as measured.
    var neededWidth: Int { shape.measured ?? shape.ideal }

    fileprivate func fitted(to width: Int?) -> Column {
        guard let width else { return self }
        var column = self
        column.shape.measured = width
        return column
    }
}

/// The widths of columns, by name; 0 for one that is left out.
typealias ColumnWidths = [String: Int]

/// The measurements of a column.
private struct MeasuredColumn {
    private(set) var width: Int
    private var first: String?
    private var differs = false
    private var count = 0

    init(least: Int) { width = least }

    /// Whether the column is useless: all cells are empty, or there are several and all are equal.
    var saysNothing: Bool { !differs && (first?.isEmpty ?? true || count > 2) }

    mutating func take(_ text: String) {
        width = max(width, DisplayText(text).width(upTo: ColumnSample.widest))
        count += 1
        if first == nil { first = text } else if !differs, first != text { differs = true }
    }
}

/// The rows that are measured: all rows of a short list; in a long one, the first rows and a sample of the others.
enum ColumnSample {
    /// The maximum measured width. Only large values are wider, and no screen shows them whole.
    static let widest = 200
    private static let size = 64

    static func rows(of count: Int) -> [Int] {
        guard count > 2 * size else { return Array(0..<max(0, count)) }
        return Array(0..<size) + (0..<size).map { size + $0 * (count - size) / size }
    }
}

extension Array {
    /// Returns the widths of the columns that are measured: the width of the widest of some rows.
    ///
    /// - Parameters:
    ///   - count: the number of rows. If there are very many, a sample is measured, which does not depend on the scroll
    ///     position.
    ///   - row: the row at an index.
    func measured<Row>(count: Int, row: (Int) -> Row?) -> ColumnWidths where Element == Column<Row> {
        let measured = filter { $0.shape.isMeasured || $0.isOptional }
        guard !measured.isEmpty else { return [:] }
        var columns = measured.map { MeasuredColumn(least: DisplayText($0.shape.title).width) }
        for index in ColumnSample.rows(of: count) {
            guard let row = row(index) else { continue }
            for (place, column) in measured.enumerated() { columns[place].take(column.shown(row) ?? "") }
        }
        var widths = ColumnWidths()
        for (column, measure) in zip(measured, columns) {
            if column.isOptional, measure.saysNothing {
                widths[column.name] = 0
            } else if column.shape.isMeasured {
                widths[column.name] = measure.width
            }
        }
        return widths
    }

    /// Returns the columns with the measured widths.
    func fitted<Row>(to widths: ColumnWidths) -> [Column<Row>] where Element == Column<Row> {
        filter { !$0.isOptional || widths[$0.name] != 0 }.map { $0.fitted(to: widths[$0.name]) }
    }

    /// Returns the columns that fit, and their places.
    func plan<Row>(width: Int) -> ColumnPlan where Element == Column<Row> {
        ColumnPlan(map(\.shape), width: width)
    }

    /// Returns the column that the rows are sorted by.
    func sorting<Row>(by sort: KeyOrder) -> TableView.Sorting? where Element == Column<Row> {
        firstIndex { $0.sort == sort.column }.map { ($0, sort.isReversed) }
    }

    /// Draws the visible rows.
    ///
    /// - Parameters:
    ///   - heading: draws the line if it is a heading; otherwise a sign before the row.
    ///   - row: returns the row at an index; called only for visible rows.
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
