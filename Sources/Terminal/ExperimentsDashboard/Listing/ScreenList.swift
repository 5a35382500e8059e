import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

/// The list that a screen shows: its rows, their columns, their order, and how they are drawn and described. Each
/// feature declares its own, and `Screen.list` assigns them to screens.
///
/// A list has no state of its own: its contents are in the dashboard's state.
protocol ScreenList<Row>: Sendable {
    associatedtype Row

    // The rows.

    /// The number of listed rows.
    func count(_ state: DashboardState) -> Int
    /// The number of rows without a filter.
    func total(_ state: DashboardState) -> Int
    /// The number on the screen's tab.
    func tabCount(_ state: DashboardState) -> Int
    /// The identity of the row at an index.
    func item(at index: Int, _ state: DashboardState) -> String?
    /// The index of the row with an identity.
    func place(of item: String, _ state: DashboardState) -> Int?
    /// The name of the row at an index; nil for the heading of a group.
    func name(at index: Int, _ state: DashboardState) -> String?
    /// Returns a function from an index to its row, or to nil for a heading.
    func rows(_ state: DashboardState) -> (Int) -> Row?
    /// Lists the rows that pass the filter, in their order.
    func chooseRows(_ state: inout DashboardState)
    /// Lists all rows again after some were left out, other than by the filter. Returns whether any were.
    func dropChoice(_ state: inout DashboardState) -> Bool
    /// The indices of the rows that match a filter.
    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int]

    // The subject of the row under the cursor.

    /// The report's row for the key of this row.
    func reportedRow(_ state: DashboardState) -> ReportRow?
    /// The name of the key that commands apply to.
    func subjectName(_ state: DashboardState) -> String?

    // The columns.

    /// The columns to choose from, according to the room.
    func columns(_ state: DashboardState) -> [Column<Row>]
    /// The columns that are written to a file.
    func exportedColumns(_ state: DashboardState) -> [Column<Row>]
    /// The rows that are written to a file.
    func exportedRows(_ state: DashboardState) -> [Row]
    /// The widths of the columns.
    // Declared here although no list has its own, so that it is compiled for the rows of each list. Otherwise a key
    // press that lists again takes a quarter longer.
    func widths(_ state: DashboardState) -> ColumnWidths

    // The order.

    /// The names of the available orders.
    func orders(_ state: DashboardState) -> [String]
    /// The reason why a command that sorts can do nothing.
    func reasonNotSorting(_ command: Command, _ state: DashboardState) -> String?
    /// Sorts by the order with a name.
    func sort(by order: String, _ state: inout DashboardState)
    /// Sorts according to a command.
    func sort(_ command: Command, _ state: inout DashboardState)
    /// Sorts by the clicked title, at a distance from the left edge.
    func sort(at column: Int, _ state: inout DashboardState)

    // What is on the screen.

    /// How the list and the details share a wide screen.
    var arrangement: ListArrangement { get }
    /// The texts in the borders of the list's box.
    func title(_ state: DashboardState) -> BoxTitle
    /// The number of lines that show all rows.
    func neededRows(_ state: DashboardState) -> Int
    /// Returns the index of the row at a point of the list.
    func place(at point: CellPoint, _ layout: Layout, _ state: DashboardState) -> Int?
    /// The width of the longest visible value in the columns that scroll sideways.
    func longestValue(_ state: DashboardState) -> Int
    /// The number of lines above the list.
    func summaryRows(_ state: DashboardState) -> Int
    /// A word for what a row is.
    var subject: String { get }
    /// The text of a list without rows, for any filter.
    func emptyWords(_ state: DashboardState) -> [String]
    /// Draws the lines above the titles.
    func drawSummary(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas)
    /// Draws the rows with their titles.
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas)
    /// Describes the row under the cursor in the details.
    func describe(_ lines: inout DetailLines)
    /// The details of the row under the cursor, each in its own box if there is room; the first always has one.
    func sections(_ state: DashboardState) -> [DetailSection]

    // The cursor in the details.

    /// Whether the cursor is in the details, and not in the list.
    func isInDetails(_ state: DashboardState) -> Bool
    /// Performs a command in the details; returns nil if it has no special meaning there.
    func performInDetails(_ command: Command, _ state: inout DashboardState) -> [Effect]?
    /// Handles a click on a row listed in the details.
    func clickInDetails(at row: Int, _ state: inout DashboardState) -> [Effect]
}

extension ScreenList {
    func tabCount(_ state: DashboardState) -> Int { total(state) }

    func place(of item: String, _ state: DashboardState) -> Int? {
        (0..<count(state)).first { self.item(at: $0, state) == item }
    }

    func name(at index: Int, _ state: DashboardState) -> String? { item(at: index, state) }

    func dropChoice(_ state: inout DashboardState) -> Bool { false }

    func reportedRow(_ state: DashboardState) -> ReportRow? { nil }

    func subjectName(_ state: DashboardState) -> String? { nil }

    func exportedColumns(_ state: DashboardState) -> [Column<Row>] { columns(state) }

    func exportedRows(_ state: DashboardState) -> [Row] { (0..<count(state)).compactMap(rows(state)) }

    func orders(_ state: DashboardState) -> [String] { [] }

    func reasonNotSorting(_ command: Command, _ state: DashboardState) -> String? {
        "only lists of keys and apps can be sorted"
    }

    func sort(by order: String, _ state: inout DashboardState) {}

    func sort(_ command: Command, _ state: inout DashboardState) {}

    func sort(at column: Int, _ state: inout DashboardState) {}

    func longestValue(_ state: DashboardState) -> Int { 0 }

    func summaryRows(_ state: DashboardState) -> Int { 0 }

    func drawSummary(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {}

    func neededRows(_ state: DashboardState) -> Int { count(state) }

    func place(at point: CellPoint, _ layout: Layout, _ state: DashboardState) -> Int? {
        let row = state.position.top + point.row - layout.list.row
        return row < count(state) ? row : nil
    }

    var arrangement: ListArrangement { .beside }

    func title(_ state: DashboardState) -> BoxTitle {
        BoxTitle(state.screen.title, count: state.positionText)
    }

    func sections(_ state: DashboardState) -> [DetailSection] {
        [DetailSection(BoxTitle(""), .leading, describe: describe)]
    }

    func isInDetails(_ state: DashboardState) -> Bool { false }

    func performInDetails(_ command: Command, _ state: inout DashboardState) -> [Effect]? { nil }

    func clickInDetails(at row: Int, _ state: inout DashboardState) -> [Effect] { [] }
}

extension ScreenList {
    func widths(_ state: DashboardState) -> ColumnWidths {
        columns(state).measured(count: count(state), row: rows(state))
    }

    /// Returns the width that shows all rows uncut.
    func neededColumns(_ state: DashboardState) -> Int {
        columns(state).fitted(to: state.list.widths).reduce(1) { $0 + $1.neededWidth + 1 }
    }

    /// Returns all rows, filtered and sorted, for a file.
    func table(_ state: DashboardState) -> ExportTable {
        let columns = exportedColumns(state)
        return ExportTable(
            columns: columns.map(\.name),
            rows: exportedRows(state).map { row in columns.map { $0.text(row) } })
    }
}
