import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

// The heading of a group of keys: whether it is unfolded, its name, and its counts.
extension KeyGroups.Heading {
    func draw(in rect: CellRect, _ canvas: inout Canvas) {
        var spans = [
            Span(isCollapsed ? "▸ " : "▾ ", .group), Span(name, .group),
            Span("  " + CountText.grouped(count), .dim),
        ]
        for (status, count) in [(KeyStatus.incorrect, incorrect), (.missing, missing), (.unknown, unknown)]
        where count > 0 {
            spans += [Span("  "), status.counted(count)]
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}

/// The columns of the key lists (screens 1 to 4), and the order that a click on each title selects.
struct KeyColumns {
    /// All columns, including those for which there is no room.
    let columns: [Column<KeyRow>]
    private let width: Int
    /// Whether every key of the list has the same status.
    private let hasOneStatus: Bool

    /// - Parameter width: the available columns of the screen; nil for the width of the list.
    init(_ state: DashboardState, width: Int? = nil) {
        let list = state.layout.list
        self.width = width ?? (list.isEmpty ? state.size.columns : list.columns) - 2
        hasOneStatus = state.screen.scope == .missing || state.screen.scope == .incorrect
        let scope = state.screen.scope ?? .all
        let wanted = KeyColumn.declarations.filter { column in
            column.scopes.contains(scope) && (column != .layer || state.overriding.layers.count > 1)
        }
        let shapes = KeyColumnShapes(state, width: self.width)
        let columns = wanted.map { column in
            column.drawn(shapes.shape(of: column), in: scope, isOptional: column != state.list.sort.column)
        }
        // An exported file has every column.
        self.columns =
            width == nil ? (columns + Self.onScreenAlone(scope)).fitted(to: state.list.widths) : columns
    }

    /// Returns the columns that tell since when a value is missing or incorrect, and since which version of the source.
    private static func onScreenAlone(_ scope: KeyScope) -> [Column<KeyRow>] {
        guard scope == .missing || scope == .incorrect else { return [] }
        return [
            Column("since", .init("since", 8...18, priority: 4, isMeasured: true), .age) { $0.since }.optional
        ]
    }

    /// Returns all columns of the current screen, even those without room.
    static func all(_ state: DashboardState) -> KeyColumns { KeyColumns(state, width: roomForAll) }

    private static let roomForAll = 200

    /// The orders that the columns offer: by declaration, by name, and then the others. The status is not offered if
    /// all keys have the same.
    var orders: [KeyOrder.Column] {
        let sorts = columns.compactMap(\.sort).filter { $0 != .key && ($0 != .status || !hasOneStatus) }
        return [.declared, .key] + sorts
    }

    /// The order that a click on the titles selects.
    func sortColumn(at column: Int) -> KeyOrder.Column? {
        columns.plan(width: width).columns.last { $0.offset + 1 <= column }.flatMap { columns[$0.index].sort }
    }

    /// The columns by which the list can be sorted, from left to right.
    var sortColumns: [KeyOrder.Column] {
        columns.plan(width: width).columns.compactMap { columns[$0.index].sort }
    }
}

/// The widths of the columns of a list of keys, if they differ from the declared ones: on a narrow screen, or if they
/// depend on the list.
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
        case .status: return .init("", 1...1, priority: room.priority)
        case .value where !isNarrow:
            // Leave out less important columns before cutting a value, unless it is unusually long.
            return TableColumn(
                title: title, minimum: max(room.least, min(30, width / 3)), ideal: room.ideal,
                weight: room.weight,
                priority: room.priority, isMeasured: room.isMeasured)
        case .expires: return .init(title, 8...14, priority: room.priority)
        default:
            return TableColumn(
                title: title, minimum: column == .value && isNarrow ? leastWidth(5) : room.least,
                ideal: room.ideal,
                weight: room.weight, priority: room.priority, isMeasured: room.isMeasured)
        }
    }

    /// Returns the minimum width of the name or the value, which come first. Columns without room beside them are left
    /// out.
    private func leastWidth(_ least: Int) -> Int { max(least, min(14, width / 3)) }

    private func key(_ title: String, priority: Int) -> TableColumn {
        let ideal = state.list.keyColumnWidth(in: width, isNarrow: isNarrow)
        let grows = state.list.keyColumnShift == 0 && ideal < state.list.keyColumnWidth
        return TableColumn(
            title: title, minimum: isNarrow ? leastWidth(8) : min(ideal, 32), ideal: ideal,
            weight: grows ? 1 : 0,
            priority: priority, measured: grows ? state.list.keyColumnWidth : nil)
    }
}

extension KeyColumn {
    /// Returns the column as drawn in a list of keys.
    ///
    /// - Parameter isOptional: whether it is hidden while all of its cells are equal.
    fileprivate func drawn(_ shape: TableColumn, in scope: KeyScope, isOptional: Bool) -> Column<KeyRow> {
        let text = text
        let column = Column<KeyRow>(
            fileName(in: scope), shape, sort: sorting == nil ? nil : self, text: { text($0.key) },
            shown: shown,
            draw: drawing)
        if look == .value { return column.scrolled }
        return isOptional && self != .key ? column.optional : column
    }

    /// Returns the drawn text, if it is not the whole text.
    private var shown: ((KeyRow) -> String?)? {
        switch self {
        case .status: { $0.sign?.text }
        case .value: { row in row.shownValue?.needed(in: row.list.keys.scope) }
        case .source: { $0.unusualSupplier }
        default: nil
        }
    }

    private var drawing: Column<KeyRow>.Drawing {
        let text = text
        let shown = shown ?? { text($0.key) }
        func plain(_ role: Role) -> Column<KeyRow>.Drawing {
            { row, point, width, canvas in canvas.put(shown(row) ?? "", at: point, role, maxColumns: width) }
        }
        switch look {
        case .plain: return plain(.text)
        case .faint: return plain(.dim)
        case .mistake: return plain(.incorrect)
        case .value where self == .value:
            return { row, point, width, canvas in row.drawValue(at: point, width, &canvas) }
        case .value:
            return { row, point, width, canvas in row.drawOtherValue(text(row.key), at: point, width, &canvas)
            }
        case .own: break
        }
        switch self {
        case .status: return { row, point, _, canvas in row.drawSign(at: point, &canvas) }
        case .key: return { row, point, width, canvas in row.drawName(at: point, width, &canvas) }
        case .type: return plain(.type)
        case .changed: return { row, point, width, canvas in row.drawChange(at: point, width, &canvas) }
        case .expires: return { row, point, width, canvas in row.drawExpiry(at: point, width, &canvas) }
        default: return plain(.text)
        }
    }
}
