import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The list that a screen shows: its rows, their columns, their order, and how they are drawn and described. Each
/// feature declares its own, and `Screen.list` assigns them to screens.
///
/// A list has no state of its own: its contents are in the dashboard's state.
protocol ScreenList<Row>: Sendable {
    associatedtype Row

    // The rows.

    /// How many rows are listed.
    func count(_ state: DashboardState) -> Int
    /// How many rows there are without a filter.
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
    /// Lists all rows again, after some were left out or picked in other ways than with the filter. Returns whether
    /// there were any.
    func dropChoice(_ state: inout DashboardState) -> Bool
    /// The indices of the rows in which a filter finds something.
    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int]

    // What the row under the cursor is about.

    /// The report's row for the key of this row.
    func reportedRow(_ state: DashboardState) -> ReportRow?
    /// The name of the key that commands are about.
    func subjectName(_ state: DashboardState) -> String?

    // The columns.

    /// The columns to choose from, according to the room.
    func columns(_ state: DashboardState) -> [Column<Row>]
    /// The columns that are written to a file.
    func exportedColumns(_ state: DashboardState) -> [Column<Row>]
    /// The rows that are written to a file.
    func exportedRows(_ state: DashboardState) -> [Row]
    /// The widths of the columns.
    // Declared here, though no list has its own, so that it is compiled for the rows of each: without that, a key press
    // that lists again takes a quarter longer.
    func widths(_ state: DashboardState) -> ColumnWidths

    // The order.

    /// The names of the orders that can be chosen.
    func orders(_ state: DashboardState) -> [String]
    /// Why a command that sorts can do nothing.
    func reasonNotSorting(_ command: Command, _ state: DashboardState) -> String?
    /// Takes the order of a name.
    func sort(by order: String, _ state: inout DashboardState)
    /// Sorts the list according to a command.
    func sort(_ command: Command, _ state: inout DashboardState)
    /// Sorts by the title at a distance from the left edge, which was clicked.
    func sort(at column: Int, _ state: inout DashboardState)

    // What is on the screen.

    /// How the list and the details share a wide screen.
    var arrangement: ListArrangement { get }
    /// The words in the borders of the list's box.
    func title(_ state: DashboardState) -> BoxTitle
    /// The number of lines that show all rows.
    func neededRows(_ state: DashboardState) -> Int
    /// The place of the row at a point of the list.
    func place(at point: CellPoint, _ layout: Layout, _ state: DashboardState) -> Int?
    /// The number of lines above the list.
    func summaryRows(_ state: DashboardState) -> Int
    /// What a row is, in a word.
    var subject: String { get }
    /// The lines of a list without rows, whatever the filter is.
    func emptyWords(_ state: DashboardState) -> [String]
    /// Draws what is above the titles.
    func drawSummary(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas)
    /// Draws the rows with their titles.
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas)
    /// Describes the row under the cursor in the details.
    func describe(_ lines: inout DetailLines)
    /// The details of the row under the cursor, each in its own box if there is room; the first always has one.
    func sections(_ state: DashboardState) -> [DetailSection]

    // What can be done in the details.

    /// Whether the cursor is in the details, and not in the list.
    func isInDetails(_ state: DashboardState) -> Bool
    /// Does what a command means in the details; nil for a command that means the same everywhere.
    func performInDetails(_ command: Command, _ state: inout DashboardState) -> [Effect]?
    /// Takes a click on a row that the details list.
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

    func summaryRows(_ state: DashboardState) -> Int { 0 }

    func drawSummary(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {}

    func neededRows(_ state: DashboardState) -> Int { count(state) }

    func place(at point: CellPoint, _ layout: Layout, _ state: DashboardState) -> Int? {
        let row = state.position.top + point.row - layout.list.row
        return row < count(state) ? row : nil
    }

    var arrangement: ListArrangement { .beside }

    func title(_ state: DashboardState) -> BoxTitle { BoxTitle(state.screen.title, count: state.positionText) }

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

    /// The width that shows all rows uncut.
    func neededColumns(_ state: DashboardState) -> Int {
        columns(state).fitted(to: state.list.widths).reduce(1) { $0 + $1.neededWidth + 1 }
    }

    /// All rows, filtered and sorted, to write to a file.
    func table(_ state: DashboardState) -> ExportTable {
        let columns = exportedColumns(state)
        return ExportTable(
            columns: columns.map(\.name), rows: exportedRows(state).map { row in columns.map { $0.text(row) } })
    }
}
