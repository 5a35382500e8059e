import ExperimentsCore
import Foundation

/// The lists of keys: screens 1 to 4.
enum KeyTableView {
    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = columns(state, width: layout.list.columns - 2)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, sorting: columns.sorting(by: state.sort), in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            TableView.drawEmpty(emptyWords(state), in: layout.list, &canvas)
            return
        }
        TableView.drawRows(
            plan, position: state.position, count: state.rowCount, in: layout.list, &canvas,
            heading: { canvas, index, line in
                guard let heading = state.listing.heading(at: index) else { return false }
                GroupHeadingView.draw(heading, in: line, &canvas)
                return true
            },
            cell: { canvas, index, placed, point in
                let content = columns[placed.index].content
                KeyCell(state, index).draw(content, at: point, width: placed.width, &canvas)
            })
        drawMarks(state, in: layout.list, &canvas)
    }

    /// Marked rows stand out as a whole, under the cursor too.
    private static func drawMarks(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !state.marks.isEmpty else { return }
        for line in 0..<rect.rows {
            let index = state.position.top + line
            guard index < state.rowCount, index != state.position.cursor else { continue }
            if state.isMarked(at: index) { canvas.frame.layer(canvas.theme[.selectedRow], over: rect.line(line)) }
        }
    }

    /// What a click on the titles sorts by.
    static func sortColumn(at column: Int, _ state: DashboardState) -> KeyOrder.Column? {
        let columns = columns(state, width: state.layout.list.columns - 2)
        let plan = columns.plan(width: state.layout.list.columns - 2)
        return plan.columns.last { $0.offset + 1 <= column }.flatMap { columns[$0.index].sort }
    }

    /// What the columns on screen sort by, from left to right.
    static func sortColumns(_ state: DashboardState) -> [KeyOrder.Column] {
        let width = (state.layout.list.isEmpty ? state.size.columns : state.layout.list.columns) - 2
        let columns = columns(state, width: width)
        return columns.plan(width: width).columns.compactMap { columns[$0.index].sort }
    }

    /// What the columns of a screen show, also those that there is no room for.
    static func contents(_ state: DashboardState) -> [Column.Content] {
        columns(state, width: 200).map(\.content)
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
            weight: state.keyColumnShift == 0 && keyWidth < state.keyColumnWidth ? 1 : 0, priority: 10, sort: .key)
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
            ] + (state.overrideLayers.count > 1 ? [layer] : [])
        default:
            return [
                status, key, value(.value, "value"),
                Column(content: .source, title: "from", minimum: 8, ideal: 8, priority: 5, sort: .source), type,
                changed,
            ]
        }
    }

    private static func emptyWords(_ state: DashboardState) -> [String] {
        if !state.filter.isEmpty {
            return state.emptyWords("no key matches “\(state.filter.text)”", .back, "clears the filter")
        }
        if state.choices.onlyChanged {
            return state.emptyWords(
                "nothing here was changed by the last fetch that changed anything", .back, "shows all keys")
        }
        switch state.screen {
        case .missing where state.report.counts[.unknown] > 0:
            return state.emptyWords(
                "nothing was fetched yet, so that nobody knows what is missing", .refetch, "fetches now")
        case .missing: return ["no key is missing", "every declared key has a value at the source"]
        case .incorrect: return ["no value is incorrect", "every value is one that its key accepts"]
        case .overrides:
            return state.emptyWords(
                "no overrides", .setOverride, "on a key sets one; it is kept in \(state.overridesPath ?? "memory")")
        default:
            if state.isBusy { return ["no keys yet", "fetching…"] }
            let fetch = state.keyMap.name(of: .refetch).map { ", or fetch with \($0) to see what the source has" }
            return ["no keys yet", "declare keys in experiments.yaml" + (fetch ?? "")]
        }
    }
}
