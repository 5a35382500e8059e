import ExperimentsCore
import Foundation

/// The state that a list is drawn from, held once for all of its rows: they are handed from cell to cell, and a copy of
/// the whole state with each took half of the time to draw a frame.
final class ShownList: Sendable {
    let state: DashboardState
    /// What the columns ask, taken out once: each row asks it.
    let keys: ListedKeys
    var report: Report { keys.report }

    init(_ state: DashboardState) {
        self.state = state
        keys = ListedKeys(
            state.source.report, scope: state.screen.scope ?? .all, now: state.now, localTime: state.project.localTime,
            dateOfChange: { state.shown.dateOfChange(of: $0) },
            layerName: { (state.overriding.supplierName(of: $0) as NSString).deletingPathExtension })
    }
}

/// One row of a list of keys: what its columns say of the key, and how they draw it.
struct KeyRow {
    /// The key, as its columns see it.
    let key: ListedKey
    private let list: ShownList
    private let isMarked: Bool

    init(_ list: ShownList, _ index: Int) {
        self.list = list
        let report = list.report
        let row = list.state.list.keys.row(at: index, of: report)
        let marks = list.state.overriding.marks
        isMarked = !marks.isEmpty && marks.contains(at: index, in: list.state.list.keys, of: report)
        let name = row?.name ?? list.state.list.keys.name(at: index, of: report) ?? ""
        key = ListedKey(
            name, row, override: report.overrides.isEmpty ? nil : report.overrides[name], in: list.keys)
    }

    private var name: String { key.name }
    /// The row of the report; nil for a key that only an override names.
    private var row: ReportRow? { key.row }

    private var isFresh: Bool {
        guard let date = list.state.source.changedAt[name], !list.state.history.isInThePast else { return false }
        return list.state.now.timeIntervalSince(date) < DashboardState.markDuration
    }

    /// When the value changed, as an age.
    func drawChange(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        guard let date = key.dateOfChange else { return }
        canvas.put(TimeText.ago(date, now: list.state.now), at: point, isFresh ? .changed : .age, maxColumns: width)
    }

    /// When the override ends, in short.
    var shortExpiry: String {
        guard let override = key.override else { return "" }
        switch override.until {
        case .nextFetch: return "fetch"
        case .upstreamChange: return "upstream"
        case nil: break
        }
        guard let date = override.expiresAt else { return "" }
        return date <= list.state.now ? "expired" : "in " + TimeText.wait(from: list.state.now, until: date)
    }

    func drawStatus(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        let status = key.status
        let (word, role) = (status.word, status.role)
        canvas.put(width < 9 ? KeyStatus.short(word) : word, at: point, role, maxColumns: width)
        drawMark(at: CellPoint(column: point.column - 1, row: point.row), &canvas)
    }

    /// The type, as a badge: a word on the ground of the header, where the theme has grounds.
    func drawType(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        guard let word = row?.key.schema.kind.rawValue else { return }
        let columns = canvas.put(word, at: point, .type, maxColumns: width)
        canvas.frame.layer(
            CellStyle(background: canvas.theme[.header].background),
            over: CellRect(column: point.column, row: point.row, columns: columns, rows: 1))
    }

    func drawValue(_ text: String?, at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        guard let text else {
            canvas.put("—", at: point, .dim, maxColumns: width)
            return
        }
        if text.isEmpty {
            canvas.put("(empty)", at: point, .dim, maxColumns: width)
        } else if list.state.list.valueOffset > 0 {
            canvas.put(
                DisplayText(text).slice(from: list.state.list.valueOffset, columns: width), at: point, .value,
                maxColumns: width)
        } else {
            let role: Role = list.state.screen != .overrides && row?.usesDefault == true ? .default : .value
            drawMatching(text, of: .value, at: point, role, width, &canvas)
        }
    }

    /// A sign before a row that is marked, or that the last fetch changed: bright for a while, then pale until another
    /// fetch changes something.
    private func drawMark(at point: CellPoint, _ canvas: inout Canvas) {
        if isMarked {
            canvas.put("●", at: point, .prompt)
        } else if list.state.templates.changedNames.contains(name) {
            canvas.put("*", at: point, .paused)
        } else if let kind = list.state.source.lastChanges[name] {
            canvas.put(kind.sign, at: point, isFresh || list.state.history.isInThePast ? kind.role : .dim)
        } else if isFresh {
            canvas.put(ChangeKind.changed.sign, at: point, .changed)
        }
    }

    func drawName(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        let rings = list.state.project.alertRules.keys.contains(name) && width > 4
        drawMatching(name, of: .key, at: point, .key, rings ? width - 2 : width, &canvas)
        if rings { canvas.put("♪", at: CellPoint(column: point.column + width - 1, row: point.row), .warning) }
    }

    /// Draws text and marks what was found in it.
    private func drawMatching(
        _ text: String, of field: FilterField, at point: CellPoint, _ role: Role, _ width: Int, _ canvas: inout Canvas
    ) {
        canvas.put(text, at: point, role, maxColumns: width, overflow: .middle)
        for filter in list.state.list.finding {
            canvas.mark(filter, in: text, of: field, at: point, width: width) { needle in
                field == .key && !isFoundElsewhere(needle)
            }
        }
    }

    /// Whether a word is in the row as it was typed, so that its letters need not be picked out of the name.
    private func isFoundElsewhere(_ needle: Needle) -> Bool {
        guard let row else { return false }
        let value = row.valueText.map { String($0.prefix(SearchIndex.longestValue)) }
        return [row.key.declaredTitle, row.key.group, value, row.status.rawValue].contains {
            $0.map(needle.occurs) ?? false
        }
    }
}

extension ListedKey.Status {
    fileprivate var role: Role {
        switch self {
        case .key(let status): status.role
        case .warning(.refused): .incorrect
        case .expired, .warning, .orphan: .warning
        case .off: .dim
        }
    }
}

extension ChangeKind {
    fileprivate var role: Role {
        switch self {
        case .added: .added
        case .changed: .changed
        case .removed: .removed
        }
    }
}
