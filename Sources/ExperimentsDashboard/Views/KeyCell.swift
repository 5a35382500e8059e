import ExperimentsCore
import Foundation

/// One row of a list of keys, drawn cell by cell.
struct KeyCell {
    private let state: DashboardState
    private let name: String
    private let row: ReportRow?
    private let override: ExperimentsCore.Override?

    init(_ state: DashboardState, _ index: Int) {
        self.state = state
        row = state.listing.row(at: index, of: state.report)
        name = row?.name ?? state.listing.name(at: index, of: state.report) ?? ""
        override = state.report.overrides.isEmpty ? nil : state.report.overrides[name]
    }

    func draw(_ placed: ColumnPlan.Placed, at point: Point, _ canvas: inout Canvas) {
        let width = placed.width
        switch placed.column.content {
        case .status:
            let (word, role) = statusWord
            canvas.put(width < 9 ? Self.short(word) : word, at: point, role, maxColumns: width)
            let margin = Point(column: point.column - 1, row: point.row)
            if state.marked.contains(name) {
                canvas.put("●", at: margin, .prompt)
            } else if isFresh {
                canvas.put("Δ", at: margin, .changed)
            }
        case .key: drawMatching(name, at: point, .key, width, &canvas)
        case .value: drawValue(valueText, at: point, width, &canvas)
        case .found: drawValue(row?.problem?.found, at: point, width, &canvas)
        case .upstream: drawValue(row?.remoteText, at: point, width, &canvas)
        case .reason: canvas.put(row?.problem?.reason ?? "", at: point, .incorrect, maxColumns: width)
        case .expected: canvas.put(row?.key.schema.expectation ?? "", at: point, .text, maxColumns: width)
        case .source: canvas.put(sourceWord, at: point, .dim, maxColumns: width)
        case .type: canvas.put(row?.key.schema.kind.rawValue ?? "", at: point, .type, maxColumns: width)
        case .changed: canvas.put(changedText, at: point, isFresh ? .changed : .age, maxColumns: width)
        case .author: canvas.put(override?.author ?? "", at: point, .dim, maxColumns: width)
        case .note: canvas.put(override?.note ?? "", at: point, .dim, maxColumns: width)
        case .layer: canvas.put(layerName, at: point, .dim, maxColumns: width)
        case .expires: canvas.put(expiryText, at: point, .age, maxColumns: width)
        default: break
        }
    }

    private var isFresh: Bool {
        guard let date = state.changedAt[name] else { return false }
        return state.now.timeIntervalSince(date) < DashboardState.markDuration
    }

    private var changedText: String {
        guard let date = state.changedAt[name] else { return "" }
        let age = TimeText.age(from: date, to: state.now)
        return age == "now" ? "now" : age + " ago"
    }

    private var layerName: String {
        (state.supplierName(of: name) as NSString).deletingPathExtension
    }

    private var expiryText: String {
        guard let override else { return "" }
        if let end = override.until { return end.words }
        guard let date = override.expiresAt else { return "" }
        return date <= state.now ? "expired" : "in " + TimeText.age(from: state.now, to: date)
    }

    /// On the screen of overrides the word says what became of the override, elsewhere what the key comes to.
    private var statusWord: (String, Role) {
        if state.screen == .overrides, let override {
            let warning = state.report.warnings(on: override, of: name, row: row, at: state.now).first
            if warning == .expired { return ("expired", .warning) }
            if !override.isEnabled { return ("off", .dim) }
            guard let warning else { return ("override", .override) }
            if case .refused = warning { return (warning.word, .incorrect) }
            return (warning.word, .warning)
        }
        guard let row else { return ("orphan", .warning) }
        return (row.status.rawValue, Self.role(of: row.status))
    }

    static func role(of status: KeyStatus) -> Role {
        switch status {
        case .ok: .ok
        case .missing: .missing
        case .incorrect: .incorrect
        case .override: .override
        case .default: .default
        case .undeclared: .undeclared
        }
    }

    private static func short(_ word: String) -> String {
        switch word {
        case "missing": "miss"
        case "incorrect": "bad"
        case "override": "over"
        case "default": "dflt"
        case "undeclared": "und."
        default: String(word.prefix(4))
        }
    }

    private var valueText: String? {
        state.screen == .overrides ? override?.value : row?.valueText
    }

    private var sourceWord: String {
        guard let row else { return "" }
        if row.overrideText != nil { return row.usesDefault ? "default" : "override" }
        return row.usesDefault ? "default" : row.entry?.supplier ?? "source"
    }

    private func drawValue(_ text: String?, at point: Point, _ width: Int, _ canvas: inout Canvas) {
        guard let text else {
            canvas.put("—", at: point, .dim, maxColumns: width)
            return
        }
        if text.isEmpty {
            canvas.put("(empty)", at: point, .dim, maxColumns: width)
        } else if state.valueOffset > 0 {
            canvas.put(
                DisplayText(text).slice(from: state.valueOffset, columns: width), at: point, .value, maxColumns: width)
        } else {
            let role: Role = state.screen != .overrides && row?.usesDefault == true ? .default : .value
            drawMatching(text, at: point, role, width, &canvas)
        }
    }

    /// Draws text and marks the letters that the filter found, where a letter is a column.
    private func drawMatching(_ text: String, at point: Point, _ role: Role, _ width: Int, _ canvas: inout Canvas) {
        canvas.put(text, at: point, role, maxColumns: width, overflow: .middle)
        guard !state.filter.isEmpty, text.utf8.count <= width, text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        let lower = Array(text.lowercased().utf8)
        for word in state.filter.wantedWords {
            let wanted = Array(word.lowercased().utf8)
            guard let start = lower.firstRange(of: wanted)?.lowerBound else { continue }
            canvas.frame.layer(
                canvas.theme[.filterMatch],
                over: Rect(column: point.column + start, row: point.row, columns: wanted.count, rows: 1))
        }
    }
}
