import ExperimentsCore
import Foundation

/// The state that a list is drawn from. All rows share one reference, because copying the whole state for each cell
/// took half of the time for a frame.
final class ShownList: Sendable {
    let state: DashboardState
    /// The keys of the list. They are read once because every row needs them.
    let keys: ListedKeys
    var report: Report { keys.report }

    init(_ state: DashboardState) {
        self.state = state
        keys = ListedKeys(
            state.source.report, scope: state.screen.scope ?? .all, now: state.now,
            localTime: state.project.localTime,
            dateOfChange: { state.shown.dateOfChange(of: $0) },
            layerName: { (state.overriding.supplierName(of: $0) as NSString).deletingPathExtension })
        keysOfExperiments = Set(state.source.report.snapshot.experiments.flatMap(\.keys))
        hasSigns = state.list.widths[KeyColumn.status.name] != 0 || state.list.sort.column == .status
    }

    /// Whether the rows have a column of signs.
    let hasSigns: Bool
    private let keysOfExperiments: Set<String>

    /// Whether the value of a row comes from an experiment's group.
    func isFromExperiment(_ row: ReportRow?) -> Bool {
        guard let row, row.status == .ok else { return false }
        return keysOfExperiments.contains(row.name) || row.entry?.supplier?.hasPrefix("experiment") == true
    }
}

/// A row of a list of keys: the content of its columns, and how they are drawn.
struct KeyRow {
    /// The key, as its columns see it.
    let key: ListedKey
    let list: ShownList
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

    var name: String { key.name }
    /// The row of the report; nil for a key that only an override names.
    var row: ReportRow? { key.row }

    var isFresh: Bool {
        guard let date = list.state.source.changedAt[name], !list.state.history.isInThePast else {
            return false
        }
        return list.state.now.timeIntervalSince(date) < DashboardState.markDuration
    }

    /// Draws the time of the value's last change, as an age.
    func drawChange(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        guard let date = key.dateOfChange else { return }
        canvas.put(
            TimeText.ago(date, now: list.state.now), at: point, isFresh ? .changed : .age, maxColumns: width)
    }

    /// The end of the override, in short.
    var shortExpiry: String {
        guard let override = key.override else { return "" }
        switch override.until {
        case .nextFetch: return "next fetch"
        case .upstreamChange: return "upstream"
        case nil: break
        }
        guard let date = override.expiresAt else { return "" }
        return date <= list.state.now ? "expired" : TimeText.wait(from: list.state.now, until: date)
    }

    /// Draws the remaining time of the override, as a bar and in words.
    func drawExpiry(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        guard let override = key.override else { return }
        var column = 0
        if width >= 12, let end = override.expiresAt, let start = override.setAt, start < end,
            end > list.state.now
        {
            let share = end.timeIntervalSince(list.state.now) / end.timeIntervalSince(start)
            canvas.put(Self.bar(of: share), at: point, .override, maxColumns: Self.expiryBar)
            column = Self.expiryBar + 1
        }
        canvas.put(
            shortExpiry, at: CellPoint(column: point.column + column, row: point.row), .age,
            maxColumns: width - column)
    }

    private static let expiryBar = 4

    /// Returns a bar, in eighths of cells, for a share of 1.
    private static func bar(of share: Double) -> String {
        let eighths = Int((min(1, max(0, share)) * Double(expiryBar * 8)).rounded(.up))
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + partial
    }

    /// Since when the source has its current value, and the version that brought it; nil if unknown.
    var since: String? {
        guard let generation = list.state.history.timeline.generationOfChange(of: name) else { return nil }
        let ago = TimeText.ago(generation.since, now: list.state.now)
        return ago + (generation.version.map { ", version \($0)" } ?? "")
    }

    /// The sign before the name: something that needs attention, otherwise a recent change, otherwise the origin.
    var sign: KeySign? {
        let status = KeySign(key.status)
        let isPlain = status == nil || row?.status == .undeclared
        if isPlain, let change { return change }
        return status ?? (isFromExperiment ? .experiment : nil)
    }

    /// The sign of a change: bright at first, then pale until another fetch changes something.
    private var change: KeySign? {
        if list.state.templates.changedNames.contains(name) { return KeySign("*", .paused) }
        if let kind = list.state.source.lastChanges[name] {
            return KeySign(kind.sign, isFresh || list.state.history.isInThePast ? kind.role : .dim)
        }
        return isFresh ? KeySign(ChangeKind.changed.sign, .changed) : nil
    }

    private var isFromExperiment: Bool { list.isFromExperiment(row) }

    /// The origin of the value, if no sign shows it.
    var unusualSupplier: String? {
        guard let row, row.overrideText == nil, !row.usesDefault, !isFromExperiment else { return nil }
        return row.entry?.supplier
    }

    /// Draws the mark of a marked row.
    private func drawMark(at point: CellPoint, _ canvas: inout Canvas) {
        if isMarked { canvas.put("●", at: point, .prompt) }
    }

    func drawSign(at point: CellPoint, _ canvas: inout Canvas) {
        if let sign { canvas.put(sign.text, at: point, sign.role, maxColumns: 1) }
    }

    func drawName(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        // The rows leave this column at the left free.
        let left = point.column - (list.hasSigns ? 3 : 1)
        drawMark(at: CellPoint(column: left, row: point.row), &canvas)
        let rings = list.state.project.alertRules.keys.contains(name) && width > 4
        drawMatching(name, of: .key, at: point, .key, rings ? width - 2 : width, &canvas)
        if rings {
            canvas.put("♪", at: CellPoint(column: point.column + width - 1, row: point.row), .warning)
        }
    }

    /// Draws text, and marks matches in it.
    func drawMatching(
        _ text: String, of field: FilterField, at point: CellPoint, _ role: Role, _ width: Int,
        _ canvas: inout Canvas
    ) {
        canvas.put(text, at: point, role, maxColumns: width, overflow: .middle)
        for filter in list.state.list.finding {
            canvas.mark(filter, in: text, of: field, at: point, width: width) { needle in
                field == .key && !isFoundElsewhere(needle)
            }
        }
    }

    /// Whether the row contains a word as it was typed, so that single letters of the name are not marked.
    private func isFoundElsewhere(_ needle: Needle) -> Bool {
        guard let row else { return false }
        let value = row.valueText.map { String($0.prefix(SearchIndex.longestValue)) }
        return [row.key.declaredTitle, row.key.group, value, row.status.rawValue].contains {
            $0.map(needle.occurs) ?? false
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
