import ExperimentsCore
import ExperimentsOperator
import TerminalUI

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
