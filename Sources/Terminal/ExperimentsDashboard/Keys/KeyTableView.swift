import ExperimentsCore
import ExperimentsOperator
import Foundation
import TerminalUI

// The lists of keys: screens 1 to 4.
extension KeyList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = KeyColumns(state).columns
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, sorting: columns.sorting(by: state.list.sort), in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            TableView.drawEmpty(Self.emptyWords(state), in: layout.list, &canvas)
            return
        }
        let list = ShownList(state)
        columns.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, line in
            guard let heading = state.list.keys.heading(at: index) else { return false }
            heading.draw(in: line, &canvas)
            return true
        } row: {
            KeyRow(list, $0)
        }
        Self.drawMarks(state, in: layout.list, &canvas)
    }

    /// Marked rows stand out as a whole, under the cursor too.
    private static func drawMarks(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !state.overriding.marks.isEmpty else { return }
        for line in 0..<rect.rows {
            let index = state.position.top + line
            guard index < state.rowCount, index != state.position.cursor else { continue }
            if state.overriding.marks.contains(at: index, in: state.list.keys, of: state.source.report) {
                canvas.frame.layer(canvas.theme[.selectedRow], over: rect.line(line))
            }
        }
    }

    private static func emptyWords(_ state: DashboardState) -> [String] {
        if !state.list.filter.isEmpty {
            return state.list.nothingMatches("no key", state.project.keyMap)
        }
        if state.list.choices.onlyChanged {
            return state.project.keyMap.emptyWords(
                "nothing here was changed by the last fetch that changed anything", .back, does: "shows all keys")
        }
        switch state.screen.scope ?? .all {
        case .missing where state.source.report.counts[.unknown] > 0:
            return state.project.keyMap.emptyWords(
                "nothing was fetched yet, so that nobody knows what is missing", .refetch, does: "fetches now")
        case .missing: return ["no key is missing", "every declared key has a value at the source"]
        case .incorrect: return ["no value is incorrect", "every value is one that its key accepts"]
        case .overrides:
            return state.project.keyMap.emptyWords(
                "no overrides", .setOverride,
                does: "on a key sets one; it is kept in \(state.overriding.path ?? "memory")")
        case .all:
            if state.isBusy { return ["no keys yet", "fetching…"] }
            let fetch = state.project.keyMap.name(of: .refetch).map {
                ", or fetch with \($0) to see what the source has"
            }
            return ["no keys yet", "declare keys in experiments.yaml" + (fetch ?? "")]
        }
    }
}

// The heading of a group of keys: whether it is open, its name, and what is in it.
extension KeyGroups.Heading {
    fileprivate func draw(in rect: CellRect, _ canvas: inout Canvas) {
        var spans = [
            Span(isCollapsed ? "▸ " : "▾ ", .group), Span(name, .group),
            Span(count == 1 ? "  1 key" : "  \(count) keys", .dim),
        ]
        if missing > 0 { spans.append(Span("  \(missing) missing", .missing)) }
        if incorrect > 0 { spans.append(Span("  \(incorrect) incorrect", .incorrect)) }
        if unknown > 0 { spans.append(Span("  \(unknown) unknown", .unknown)) }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}

/// The columns of the lists of keys, screens 1 to 4, and what a click on their titles sorts by.
struct KeyColumns {
    /// All columns, including those for which there is no room.
    let columns: [Column<KeyRow>]
    private let width: Int
    /// Whether every key of the list has the same status.
    private let hasOneStatus: Bool

    /// - Parameter width: the columns of the screen that there are for them; nil for those of the list.
    init(_ state: DashboardState, width: Int? = nil) {
        let list = state.layout.list
        self.width = width ?? (list.isEmpty ? state.size.columns : list.columns) - 2
        hasOneStatus = state.screen.scope == .missing || state.screen.scope == .incorrect
        let scope = state.screen.scope ?? .all
        // What is written to a file has every column.
        let isShort = width == nil && Self.leavesOutChanges(state)
        let wanted = KeyColumn.declarations.filter { column in
            column.scopes.contains(scope) && !(isShort && column == .changed)
                && (column != .layer || state.overriding.layers.count > 1)
        }
        let shapes = KeyColumnShapes(state, width: self.width)
        columns = wanted.map { $0.drawn(shapes.shape(of: $0), in: scope) }.fitted(to: state.list.widths)
    }

    /// Beside the details, room is short: a column in which nothing stands yet goes before a value is cut.
    private static func leavesOutChanges(_ state: DashboardState) -> Bool {
        state.layout.showsDetailsBeside && state.source.changedAt.isEmpty && !state.history.isInThePast
            && state.list.sort.column != .changed && state.list.widths["value"] ?? 0 > KeyColumn.value.width.ideal
    }

    /// All columns of the state's screen, whatever there is room for.
    static func all(_ state: DashboardState) -> KeyColumns { KeyColumns(state, width: roomForAll) }

    private static let roomForAll = 200

    /// The orders that the columns offer, in the order in which they are offered: that of declaration and that of the
    /// names first. Where all keys have one status, it is not offered.
    var orders: [KeyOrder.Column] {
        let sorts = columns.compactMap(\.sort).filter { $0 != .key && ($0 != .status || !hasOneStatus) }
        return [.declared, .key] + sorts
    }

    /// What a click on the titles sorts by.
    func sortColumn(at column: Int) -> KeyOrder.Column? {
        columns.plan(width: width).columns.last { $0.offset + 1 <= column }.flatMap { columns[$0.index].sort }
    }

    /// The columns by which the list can be sorted, from left to right.
    var sortColumns: [KeyOrder.Column] {
        columns.plan(width: width).columns.compactMap { columns[$0.index].sort }
    }
}

/// How wide the columns of a list of keys are: as declared, but on a narrow screen, and where the width depends on the list.
private struct KeyColumnShapes {
    private let state: DashboardState
    private let width: Int
    private let isNarrow: Bool

    init(_ state: DashboardState, width: Int) {
        (self.state, self.width, isNarrow) = (state, width, width < 44)
    }

    func shape(of column: KeyColumn) -> TableColumn {
        let title = column.title(in: state.screen.scope ?? .all)
        let room = column.width
        switch column {
        case .key: return key(title, priority: room.priority)
        case .status where isNarrow: return TableColumn(title: "", minimum: 4, ideal: 4, priority: room.priority)
        case .source:
            // The words are few and short, so that each has room, whatever the values beside them need.
            let words = max(room.least, min(state.list.widths[column.name] ?? room.least, room.ideal))
            return TableColumn(
                title: title, minimum: words, ideal: words, priority: room.priority, isMeasured: room.isMeasured)
        default:
            return TableColumn(
                title: title, minimum: column == .value && isNarrow ? leastWidth(5) : room.least, ideal: room.ideal,
                weight: room.weight, priority: room.priority, isMeasured: room.isMeasured)
        }
    }

    /// Returns the least width of the name and the value, which come first. Columns without room beside them are left
    /// out.
    private func leastWidth(_ least: Int) -> Int { max(least, min(14, width / 3)) }

    private func key(_ title: String, priority: Int) -> TableColumn {
        let ideal = state.list.keyColumnWidth(in: width, isNarrow: isNarrow)
        let grows = state.list.keyColumnShift == 0 && ideal < state.list.keyColumnWidth
        return TableColumn(
            title: title, minimum: isNarrow ? leastWidth(8) : min(ideal, 20), ideal: ideal, weight: grows ? 1 : 0,
            priority: priority, measured: grows ? state.list.keyColumnWidth : nil)
    }
}

extension KeyColumn {
    /// The column as a list of keys draws it.
    fileprivate func drawn(_ shape: TableColumn, in scope: KeyScope) -> Column<KeyRow> {
        let text = text
        let column = Column<KeyRow>(
            fileName(in: scope), shape, sort: sorting == nil ? nil : self, text: { text($0.key) }, draw: drawing)
        return look == .value ? column.scrolled : column
    }

    private var drawing: Column<KeyRow>.Drawing {
        let text = text
        func plain(_ role: Role) -> Column<KeyRow>.Drawing {
            { row, point, width, canvas in canvas.put(text(row.key) ?? "", at: point, role, maxColumns: width) }
        }
        switch look {
        case .plain: return plain(.text)
        case .faint: return plain(.dim)
        case .mistake: return plain(.incorrect)
        case .value: return { row, point, width, canvas in row.drawValue(text(row.key), at: point, width, &canvas) }
        case .own: break
        }
        switch self {
        case .status: return { row, point, width, canvas in row.drawStatus(at: point, width, &canvas) }
        case .key: return { row, point, width, canvas in row.drawName(at: point, width, &canvas) }
        case .type: return { row, point, width, canvas in row.drawType(at: point, width, &canvas) }
        case .changed: return { row, point, width, canvas in row.drawChange(at: point, width, &canvas) }
        case .expires:
            return { row, point, width, canvas in canvas.put(row.shortExpiry, at: point, .age, maxColumns: width) }
        default: return plain(.text)
        }
    }
}
