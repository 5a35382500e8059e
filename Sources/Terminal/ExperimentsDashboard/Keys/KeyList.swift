import ExperimentsCore
import ExperimentsOperator
import Foundation
import TerminalUI

/// The lists of screens 1 to 4: the keys, those without a value, those with a wrong one, and those with an override.
struct KeyList: ScreenList {
    private let scope: KeyScope

    init(_ scope: KeyScope) { self.scope = scope }

    func count(_ state: DashboardState) -> Int { state.list.keys.count }

    func total(_ state: DashboardState) -> Int { state.source.report.rows.count }

    func tabCount(_ state: DashboardState) -> Int {
        switch scope {
        case .all: state.source.report.rows.count
        case .missing: state.source.report.counts[.missing]
        case .incorrect: state.source.report.counts[.incorrect]
        case .overrides: state.source.report.overrides.entries.count
        }
    }

    func item(at index: Int, _ state: DashboardState) -> String? {
        state.list.keys.item(at: index, of: state.source.report)
    }

    func place(of item: String, _ state: DashboardState) -> Int? {
        state.list.keys.place(of: item, in: state.source.report)
    }

    func name(at index: Int, _ state: DashboardState) -> String? {
        state.list.keys.name(at: index, of: state.source.report)
    }

    func rows(_ state: DashboardState) -> (Int) -> KeyRow? {
        let list = ShownList(state)
        return { list.state.list.keys.heading(at: $0) == nil ? KeyRow(list, $0) : nil }
    }

    /// The width of the longest value on screen, of all columns that are scrolled to the side.
    static func longestValue(_ state: DashboardState) -> Int {
        guard state.screen.listsKeys else { return 0 }
        let columns = KeyColumns(state).columns.filter(\.isScrolled)
        let (shown, top) = (ShownList(state), state.position.top)
        let visible = top..<max(top, min(state.rowCount, top + state.layout.list.rows))
        return visible.reduce(0) { longest, index in
            guard state.list.keys.heading(at: index) == nil else { return longest }
            let row = KeyRow(shown, index)
            return columns.compactMap { $0.text(row) }.reduce(longest) { max($0, DisplayText($1).width) }
        }
    }

    func chooseRows(_ state: inout DashboardState) { state.list.keys.rebuild(state.content, state.listingChoice) }

    func dropChoice(_ state: inout DashboardState) -> Bool {
        guard state.list.choices.onlyChanged else { return false }
        state.list.choices.onlyChanged = false
        state.rebuildListing()
        return true
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.keys.matches(of: filter, in: state.content)
    }

    func reportedRow(_ state: DashboardState) -> ReportRow? {
        state.list.keys.row(at: state.position.cursor, of: state.source.report)
    }

    func subjectName(_ state: DashboardState) -> String? { state.selectedName }

    func columns(_ state: DashboardState) -> [Column<KeyRow>] { KeyColumns(state).columns }

    func exportedColumns(_ state: DashboardState) -> [Column<KeyRow>] { KeyColumns.all(state).columns }

    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        KeyTableView.draw(state, layout, &canvas)
    }

    func describe(_ lines: inout DetailLines) {
        if let name = lines.state.selectedName {
            lines.describeKey(name)
        } else {
            lines.describeHeading()
        }
    }
}

// The order of keys: that of their declaration, or of a column.
extension KeyList {
    func orders(_ state: DashboardState) -> [String] { KeyColumns.all(state).orders.map(\.rawValue) }

    func reasonNotSorting(_ command: Command, _ state: DashboardState) -> String? {
        // Otherwise the title's arrow turns, at least.
        command == .invertSort && state.rowCount < 2 && state.list.sort.column == .declared
            ? "there is nothing to turn" : nil
    }

    func sort(by order: String, _ state: inout DashboardState) {
        guard let column = KeyOrder.Column(rawValue: order) else { return }
        state.list.sort = KeyOrder(column)
        state.rebuildListing()
    }

    func sort(_ command: Command, _ state: inout DashboardState) {
        switch command {
        case .sort: state.list.sort = KeyOrder(next(after: state.list.sort.column, state))
        case .invertSort: state.list.sort.isReversed.toggle()
        case .sortLeft, .sortRight:
            state.list.sort.column = columnBeside(by: command == .sortRight ? 1 : -1, state)
        default: return
        }
        state.rebuildListing()
        let sort = state.list.sort
        guard command == .sortLeft || command == .sortRight, sort.column == .declared else { return }
        // No title has an arrow then.
        let words = "in the order of declaration" + (sort.isReversed ? ", the last first" : "")
        state.notices.notice = Notice(text: words, severity: .success, until: state.now + 2)
    }

    func sort(at column: Int, _ state: inout DashboardState) {
        guard let column = KeyColumns(state).sortColumn(at: column) else { return }
        let sort = state.list.sort
        state.list.sort = sort.column == column ? KeyOrder(column, isReversed: !sort.isReversed) : KeyOrder(column)
        state.rebuildListing()
    }

    /// The order that is offered after another one.
    private func next(after column: KeyOrder.Column, _ state: DashboardState) -> KeyOrder.Column {
        let all = KeyColumns.all(state).orders
        guard let index = all.firstIndex(of: column) else { return all.dropFirst().first ?? .declared }
        return all[(index + 1) % all.count]
    }

    /// The column to the left or right of the one that is sorted by, among those that there is room for. Before the
    /// first and after the last comes the order of declaration.
    private func columnBeside(by step: Int, _ state: DashboardState) -> KeyOrder.Column {
        let columns = [.declared] + KeyColumns(state).sortColumns
        guard let place = columns.firstIndex(of: state.list.sort.column) else {
            return step > 0 ? columns[0] : columns[columns.count - 1]
        }
        return columns[(place + step + columns.count) % columns.count]
    }
}
