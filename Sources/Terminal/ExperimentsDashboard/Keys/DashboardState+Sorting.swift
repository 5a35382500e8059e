import Foundation

extension DashboardState {
    mutating func changeSort(_ action: Command) {
        if screen == .apps { return sortApps(action) }
        switch action {
        case .sort: list.sort = KeyOrder(list.sort.column.next(on: screen))
        case .invertSort: list.sort.isReversed.toggle()
        case .sortLeft, .sortRight:
            list.sort.column = columnBeside(by: action == .sortRight ? 1 : -1)
        default: return
        }
        rebuildListing()
        guard action == .sortLeft || action == .sortRight, list.sort.column == .declared else { return }
        // No title has an arrow then.
        let words = "in the order of declaration" + (list.sort.isReversed ? ", the last first" : "")
        notices.notice = Notice(text: words, severity: .success, until: now + 2)
    }

    /// The column to the left or right of the one that is sorted by, among those that there is room for. Before the
    /// first and after the last comes the order of declaration.
    private func columnBeside(by step: Int) -> KeyOrder.Column {
        let columns = [.declared] + KeyColumns(self).sortColumns
        guard let place = columns.firstIndex(of: list.sort.column) else {
            return step > 0 ? columns[0] : columns[columns.count - 1]
        }
        return columns[(place + step + columns.count) % columns.count]
    }
}

extension KeyOrder.Column {
    /// The columns that a screen can be ordered by, in the order in which they are offered.
    public static func columns(of screen: Screen) -> [KeyOrder.Column] {
        switch screen {
        case .keys: [.declared, .key, .status, .value, .source, .type, .changed]
        case .missing: [.declared, .key, .value, .expected, .type]
        case .incorrect: [.declared, .key, .value, .reason, .type]
        case .overrides: [.declared, .key, .status, .value, .upstream, .author, .expires, .note]
        case .experiments, .history, .apps: []
        }
    }

    /// The column that is offered after this one.
    func next(on screen: Screen) -> KeyOrder.Column {
        let all = Self.columns(of: screen)
        guard let index = all.firstIndex(of: self) else { return all.dropFirst().first ?? .declared }
        return all[(index + 1) % all.count]
    }
}
