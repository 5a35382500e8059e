import ExperimentsCore

extension ComparisonPanel: ListPanel {
    var escapeWord: String { showsWhole && typedField == nil ? "close" : readingEscapeWord }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        let acts = map.hint([.refetch], "fetch again") + map.hint([.copyValue], "copy")
        return [escapeHint] + map.hint([.filter], "filter") + map.hint([.find], "find") + acts
            + map.hint([.details], "whole value")
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { ComparisonView.draw(state, self, &canvas) }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back), (_, .quit), (_, .compare): return goBack(&state)
        case (_, .refetch): return .stay([.readSource(other.name), .fetch(.manual)])
        case (_, .details): showsWhole.toggle()
        case (_, .copyValue): return .stay(copiedDifference)
        case (_, .copyKey): return .stay(selectedRow.map { [.copy($0.name)] } ?? [])
        default: break
        }
        return .stay()
    }

    /// One step back; the last one closes.
    private mutating func goBack(_ state: inout DashboardState) -> PanelAnswer {
        if showsWhole {
            showsWhole = false
            return .stay()
        }
        guard !clearReading(state) else { return .stay() }
        state.discard(self)
        return .close()
    }

    private var copiedDifference: [Effect] {
        guard let row = selectedRow else { return [] }
        return [.copy("\(row.name): \(row.left?.text ?? "-") → \(row.right?.text ?? "-")")]
    }
}
