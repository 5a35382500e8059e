import ExperimentsOperator
import Foundation

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
