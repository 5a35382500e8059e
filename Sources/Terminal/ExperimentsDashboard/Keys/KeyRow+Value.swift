import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

// The column of values: the value, and a paler remark. After a recent change, the previous value comes first.
extension KeyRow {
    /// The parts of the column.
    struct ShownValue {
        /// The value before a recent change.
        var before: String?
        var text: String
        var role: Role
        /// A remark about the value.
        var remark: String = ""

        /// The parts that a column must have room for. In a list of mistakes, the details repeat the remark.
        func needed(in scope: KeyScope) -> String { scope == .incorrect ? text : whole }

        /// All parts, as drawn if there is room.
        var whole: String {
            (before.map { $0 + KeyRow.arrow } ?? "") + text + (remark.isEmpty ? "" : KeyRow.gap + remark)
        }
    }

    fileprivate static let arrow = " → "
    fileprivate static let gap = "   "
    /// The minimum width of a remark. It is left out if there is less room.
    private static let leastRemark = 8
    /// The maximum width of the value before a change. A longer one is left out.
    private static let longestBefore = 32

    /// The parts to draw; nil if there is no value.
    var shownValue: ShownValue? {
        guard let row, list.keys.scope != .overrides else {
            return key.override.map { shown($0.value, .value, remark: overrideWord) }
        }
        let gets = row.valueText.map { "app gets \(Self.visible($0))" } ?? "app gets its own default"
        switch row.status {
        case .incorrect:
            return shown(row.problem?.found ?? row.remoteText ?? "", .incorrect, remark: gets)
        case .missing where list.keys.scope == .all:
            return ShownValue(text: "nothing", role: .missing, remark: gets)
        case .missing: return row.valueText.map { shown($0, .default) }
        case .default, .unknown:
            let remark = row.status == .default ? "the app's default" : ""
            return row.valueText.map { shown($0, .default, remark: remark) }
        case .override:
            return row.valueText.map { shown($0, .value, remark: overrideRemark(row)) }
        case .ok, .undeclared:
            let isInGroups = list.state.list.isGrouped
            let remark = row.status == .undeclared && !isInGroups ? "not declared" : ""
            guard let text = row.valueText else {
                return remark.isEmpty ? nil : ShownValue(text: "—", role: .dim, remark: remark)
            }
            var value = shown(text, .value, remark: remark)
            value.before = valueBefore
            return value
        }
    }

    private func shown(_ text: String, _ role: Role, remark: String = "") -> ShownValue {
        text.isEmpty
            ? ShownValue(text: "(empty)", role: .dim, remark: remark)
            : ShownValue(text: text, role: role, remark: remark)
    }

    /// Returns a shortened value for a remark.
    private static func visible(_ text: String) -> String {
        text.isEmpty ? "(empty)" : DisplayText(text).truncated(to: 24, .middle)
    }

    private func overrideRemark(_ row: ReportRow) -> String {
        // The end comes first, because the details repeat the rest.
        var parts: [String] = []
        let left = shortExpiry
        if !left.isEmpty { parts.append(key.override?.expiresAt == nil ? "until \(left)" : "\(left) left") }
        if let entry = row.entry {
            let text = entry.text ?? Snapshot.Entry.appDefault
            if !row.valueText.isExactly(text) { parts.append("source has \(Self.visible(text))") }
        } else {
            parts.append("source has nothing")
        }
        return parts.joined(separator: ", ")
    }

    /// The remark about an override in the list of overrides.
    private var overrideWord: String {
        if case .key = key.status { return "" }
        return key.status.word
    }

    /// The value before the latest fetch, for a while after the change.
    private var valueBefore: String? {
        guard isFresh, list.state.source.viewed == nil, list.state.source.lastChanges[name] == .changed else {
            return nil
        }
        let values = list.state.history.timeline.values(of: name).prefix(2)
        guard values.count == 2, let text = values[1].entry?.text,
            !values[0].entry.flatMap(\.text).isExactly(text),
            text.utf8.count <= Self.longestBefore
        else { return nil }
        return text.isEmpty ? "(empty)" : text
    }

    func drawValue(at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        guard let value = shownValue else {
            canvas.put("—", at: point, .dim, maxColumns: width)
            return
        }
        // Characters without ink are written out, so that a change of one is seen.
        let whole = VisibleText.ofValue(value.text)
        let offset = list.state.list.valueOffset
        guard offset == 0 else {
            let text = DisplayText(whole).slice(from: offset, columns: width)
            canvas.put(text, at: point, value.role, maxColumns: width)
            return
        }
        var place = point
        var rest = width
        func put(_ text: String, _ role: Role) {
            let used = canvas.put(text, at: place, role, maxColumns: rest)
            (place.column, rest) = (place.column + used, rest - used)
        }
        let length = DisplayText(whole).width(upTo: width + 1)
        if let before = value.before.map(VisibleText.ofValue),
            DisplayText(before + Self.arrow).width + length <= width
        {
            put(before, .dim)
            put(Self.arrow, .changed)
        }
        drawMatching(whole, of: .value, at: place, value.role, rest, &canvas)
        (place.column, rest) = (place.column + min(length, rest), rest - length)
        guard !value.remark.isEmpty, rest >= Self.leastRemark + Self.gap.utf8.count else { return }
        put(Self.gap, .dim)
        put(value.remark, .dim)
    }

    /// Draws the text of a column with values from elsewhere, for example from the source.
    func drawOtherValue(_ text: String?, at point: CellPoint, _ width: Int, _ canvas: inout Canvas) {
        guard let text, !text.isEmpty else {
            canvas.put(text == nil ? "—" : "(empty)", at: point, .dim, maxColumns: width)
            return
        }
        let offset = list.state.list.valueOffset
        let whole = VisibleText.ofValue(text)
        let shown = offset > 0 ? DisplayText(whole).slice(from: offset, columns: width) : whole
        canvas.put(shown, at: point, .value, maxColumns: width)
    }
}
