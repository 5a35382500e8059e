/// The columns of the lists of keys, screens 1 to 4, and what a click on their titles sorts by.
struct KeyColumns {
    /// The columns in full, also those that there is no room for.
    let columns: [Column]
    private let width: Int

    /// - Parameter width: the columns of the screen that there are for them; nil for those of the list.
    init(_ state: DashboardState, width: Int? = nil) {
        let list = state.layout.list
        self.width = width ?? (list.isEmpty ? state.size.columns : list.columns) - 2
        columns = Self.columns(state, width: self.width)
    }

    /// What a click on the titles sorts by.
    func sortColumn(at column: Int) -> KeyOrder.Column? {
        columns.plan(width: width).columns.last { $0.offset + 1 <= column }.flatMap { columns[$0.index].sort }
    }

    /// What the columns on screen sort by, from left to right.
    var sortColumns: [KeyOrder.Column] {
        columns.plan(width: width).columns.compactMap { columns[$0.index].sort }
    }

    private static func columns(_ state: DashboardState, width: Int) -> [Column] {
        let isNarrow = width < 44
        // The name and the value first; what there is no room for beside them goes.
        func leastWidth(_ least: Int) -> Int { max(least, min(14, width / 3)) }
        let status = Column(
            content: .status, title: isNarrow ? "" : "status", minimum: isNarrow ? 4 : 10, ideal: isNarrow ? 4 : 10,
            priority: 9, sort: .status)
        let keyWidth = state.keyColumnWidth(in: width, isNarrow: isNarrow)
        let key = Column(
            content: .key, title: "key", minimum: isNarrow ? leastWidth(8) : min(keyWidth, 20), ideal: keyWidth,
            weight: state.list.keyColumnShift == 0 && keyWidth < state.list.keyColumnWidth ? 1 : 0, priority: 10,
            sort: .key)
        let type = Column(content: .type, title: "type", minimum: 6, ideal: 6, priority: 3, sort: .type)
        let changed = Column(
            content: .changed, title: "changed", minimum: 9, ideal: 9, priority: 4, sort: .changed)
        func value(_ content: Column.Content, _ title: String) -> Column {
            Column(
                content: content, title: title, minimum: isNarrow ? leastWidth(5) : 16, ideal: 24, weight: 3,
                priority: 8,
                sort: .value)
        }
        switch state.screen {
        case .missing:
            return [
                status, key, value(.value, "default"),
                Column(
                    content: .expected, title: "expected", minimum: 10, ideal: 24, weight: 2, priority: 5,
                    sort: .expected),
                type,
            ]
        case .incorrect:
            return [
                status, key, value(.found, "found"),
                Column(
                    content: .reason, title: "why", minimum: 18, ideal: 40, weight: 3, priority: 7, sort: .reason),
                type,
            ]
        case .overrides:
            let layer = Column(content: .layer, title: "layer", minimum: 9, ideal: 10, priority: 4)
            return [
                status, key, value(.value, "override"),
                Column(
                    content: .upstream, title: "upstream", minimum: 8, ideal: 14, weight: 2, priority: 6,
                    sort: .upstream),
                Column(content: .author, title: "by", minimum: 6, ideal: 10, priority: 4, sort: .author),
                Column(content: .expires, title: "until", minimum: 8, ideal: 10, priority: 5, sort: .expires),
                Column(content: .note, title: "note", minimum: 8, ideal: 16, weight: 1, priority: 3, sort: .note),
            ] + (state.overriding.layers.count > 1 ? [layer] : [])
        default:
            return [
                status, key, value(.value, "value"),
                Column(content: .source, title: "from", minimum: 8, ideal: 8, priority: 5, sort: .source), type,
                changed,
            ]
        }
    }
}
