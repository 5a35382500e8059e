import ExperimentsCore
import ExperimentsOperator
import Foundation

extension KeyTimelinePanel: ListPanel {
    func listRect(_ state: DashboardState) -> CellRect { KeyTimelineLayout(self, state).rows }

    private static let wider = KeyHint("-", "more time")
    private static let narrower = KeyHint("+", "less")

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        return [escapeHint, KeyHint(.enter, "what changed"), Self.wider, Self.narrower]
            + map.hint([.findNext, .findPrevious], "change") + map.hint([.copyValue], "copy")
            + map.hint([.filter], "filter") + map.hint([.refetch], "refetch")
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { KeyTimelineView.draw(self, state, on: &canvas) }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let command = state.project.keyMap.command(for: press)
        if typedField == nil, !reading.search.isActive {
            switch (press, command) {
            case (Self.wider, _), (Self.narrower, _):
                changeScale(wider: Self.wider ~= press, at: state.now)
                return .stay()
            case (_, .findNext), (_, .findPrevious):
                goToChange(back: command == .findPrevious, state)
                return .stay()
            default: break
            }
        }
        if read(press, state) { return .stay() }
        switch (press.key, command) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .timeline): return .close()
        case (.enter, _), (_, .details), (_, .openDetails), (_, .differences): return .stay(showChange(state))
        case (_, .copyValue): return .stay(selectedRow?.text.map { [.copy($0)] } ?? [])
        case (_, .copyKey): return .stay([.copy(name)])
        case (_, .refetch): return .stay([.perform(.refetch)])
        default: return .stay()
        }
    }

    /// A first click chooses a row, one on the chosen row shows what changed.
    /// What the row under the cursor changed.
    private func showChange(_ state: DashboardState) -> [Effect] {
        switch selectedRow {
        case .value(let period, let before?):
            let sides = [before, period].map { "since " + state.project.shortTime($0.from, at: state.now) }
            return DifferencePanel.opened(
                on: DifferenceRequest(name, oldSide: sides[0], old: before.text, newSide: sides[1], new: period.text))
        case .value(_, nil):
            return [.say("nothing is known of what it held before", .warning, seconds: 3)]
        case .override(let period, let under):
            return DifferencePanel.opened(
                on: DifferenceRequest(
                    name, oldSide: state.sourceName, old: under?.text, newSide: "override", new: period.value))
        case nil: return []
        }
    }
}

extension KeyTimelinePanel.Row {
    /// The value; nil if the source had none.
    var text: String? {
        switch self {
        case .value(let period, _): period.text
        case .override(let period, _): period.value
        }
    }
}
