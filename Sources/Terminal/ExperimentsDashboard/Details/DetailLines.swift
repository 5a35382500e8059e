import ExperimentsCore
import Foundation

/// What the details say of the row under the cursor, line by line. The view draws the lines, and updates scroll and
/// search in them.
///
/// The state keeps no copy of the lines. They tell of nearly everything in it, the time included, so that a copy would have
/// to be made again after nearly every message. An update makes them only when the details are scrolled, folded or
/// searched.
struct DetailLines {
    var lines: [[Span]] = []
    /// Whether some JSON is folded.
    var hasFolded = false
    let state: DashboardState
    let width: Int
    static let labelWidth = 11

    init(_ state: DashboardState, width: Int) {
        self.state = state
        self.width = max(4, width)
        state.screen.list.describe(&self)
    }

    /// Says what there is to know of a key.
    mutating func describeKey(_ name: String) {
        let row = state.selectedRow
        let known = KeyFacts(of: name, row, in: state.source.report, layers: state.overriding.layers, at: state.now)
        for fact in known.facts where !fact.isRepetition && fact.subject != .experiment { show(fact, row) }
        if let date = state.shown.dateOfChange(of: name) {
            add("changed", state.project.shortTime(date, at: state.now), .age)
        }
        describeAge(of: name, row?.key)
        for fact in known.facts where fact.subject == .experiment { show(fact, row) }
        describeReach(of: name)
        describeAlert(of: name)
        pairFacts(from: 1)
        explain(name)
        describeValues(of: name)
        describeNotes()
    }

    /// Whether labels are above their values, because there is no room beside them.
    var isNarrow: Bool { width < 30 }
    /// Where what is named begins.
    var indent: Int { isNarrow ? 1 : Self.labelWidth }

    mutating func add(_ label: String, _ text: String, _ role: Role = .text) {
        if isNarrow {
            addBelow(label, text, role)
            return
        }
        let room = max(1, width - Self.labelWidth)
        let parts = DisplayText(text).wrapped(to: room, limit: 40)
        let padded = label + String(repeating: " ", count: max(1, Self.labelWidth - label.count))
        lines.append([Span(padded, .dim), Span(parts.first ?? "", role)])
        for part in parts.dropFirst() {
            lines.append([Span(String(repeating: " ", count: Self.labelWidth), .dim), Span(part, role)])
        }
    }

    private mutating func addBelow(_ label: String, _ text: String, _ role: Role) {
        guard DisplayText(text).width > width - label.count - 1 else {
            lines.append([Span(label + " ", .dim), Span(text, role)])
            return
        }
        lines.append([Span(label, .dim)])
        lines += DisplayText(text).wrapped(to: width - indent, limit: 40).map { [Span(" ", .dim), Span($0, role)] }
    }
}

// What the source says of its own accord.
extension DetailLines {
    /// Why a name has its value; of older values nothing is known.
    mutating func explain(_ name: String) {
        guard !state.history.isInThePast else { return }
        lines += ExplanationLines(state.source.explanation.lines(for: name), width: width).lines
    }

    /// Describes the source's notes on its content.
    mutating func describeNotes() {
        let notes = state.source.report.snapshot.notes
        guard !notes.isEmpty else { return }
        lines += [[], [Span("the source says", .title)]]
        for note in notes.prefix(50) { add(note.title, note.text) }
    }
}

extension DetailLines {
    /// The last line that may stand at the top of the details.
    static func last(of state: DashboardState) -> Int {
        let inside = state.layout.detailText
        guard !inside.isEmpty else { return 0 }
        return max(0, DetailLines(state, width: inside.columns).lines.count - inside.rows)
    }
}
