import ExperimentsTerminalUI

/// A small table within the details. Its columns share the room like those of a list, and columns without room are left
/// out.
struct SpanTable {
    /// The text of a column for its width.
    typealias Cell = (_ width: Int) -> [Span]

    private let shapes: [TableColumn]
    private let titles: [Cell]
    private let rows: [[Cell]]
    private let rightAligned: Set<Int>

    /// Adjacent numbers need more than the single blank of a list.
    private static let padding = 1

    /// - Parameters:
    ///   - columns: the columns, each with its text for every row.
    init(_ columns: [Column]) {
        shapes = columns.map(\.shape)
        titles = columns.map(\.heading)
        rightAligned = Set(columns.indices.filter { columns[$0].shape.isRightAligned })
        rows = (0..<(columns.map(\.cells.count).min() ?? 0)).map { row in columns.map { $0.cells[row] } }
    }

    /// One column.
    struct Column {
        let shape: TableColumn
        let heading: Cell
        let cells: [Cell]

        /// Creates a column of texts, as wide as the longest.
        ///
        /// - Parameter priority: the columns with the lowest priority are left out first.
        init(_ title: String, priority: Int, least: Int? = nil, isNumber: Bool = false, _ cells: [Span]) {
            let widest = cells.reduce(DisplayText(title).width) { max($0, $1.width) }
            shape = TableColumn(
                title: title, minimum: (least ?? widest) + SpanTable.padding,
                ideal: widest + SpanTable.padding,
                priority: priority, isRightAligned: isNumber, measured: widest + SpanTable.padding)
            heading = { [Span(DisplayText(title).truncated(to: $0), .dim)] }
            self.cells = cells.map { cell in
                { [Span(DisplayText(cell.text).truncated(to: $0, .middle), cell.role)] }
            }
        }

        /// Creates a column that draws itself and takes the remaining room.
        init(_ shape: TableColumn, heading: @escaping Cell, cells: [Cell]) {
            self.shape = shape
            self.heading = heading
            self.cells = cells
        }
    }

    /// Returns the title line and a line for each row.
    func lines(width: Int) -> [[Span]] {
        let plan = ColumnPlan(shapes, width: width + Self.padding)
        return ([titles] + rows).map { line($0, plan) }
    }

    private func line(_ cells: [Cell], _ plan: ColumnPlan) -> [Span] {
        var (spans, used) = ([Span](), 0)
        for placed in plan.columns {
            let room = max(0, placed.width - Self.padding)
            let cell = cells[placed.index](room)
            let width = cell.reduce(0) { $0 + $1.width }
            let indent = rightAligned.contains(placed.index) ? max(0, room - width) : 0
            let gap = placed.offset + indent - used
            if gap > 0 { spans.append(Span(String(repeating: " ", count: gap))) }
            spans += cell
            used = max(used, placed.offset + indent) + width
        }
        return spans
    }
}
