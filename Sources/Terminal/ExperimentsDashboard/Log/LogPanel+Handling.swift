import ExperimentsCore

extension LogPanel: ListPanel {
    func listRect(_ state: DashboardState) -> CellRect { LogLayout(self, state).parts.list }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        let newest = follows ? [] : map.hint([.bottom], "newest")
        return [escapeHint, KeyHint(.enter, "whole text")] + map.hint([.filter], "filter") + map.hint([.find], "find")
            + map.hint([.copyValue], "copy") + newest + map.choosing("move") + map.hint([.refetch], "refetch")
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { LogView.draw(self, state, &canvas) }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .log), (_, .messages): return .close()
        case (.enter, _), (_, .details), (_, .openDetails): open(&state)
        case (_, .copyValue): return .stay(selected(state).map { [.copy(state.text(of: $0))] } ?? [])
        case (_, .refetch): return .stay(state.perform(.refetch))
        default: break
        }
        return .stay()
    }

    /// A first click chooses an entry, one on the chosen entry opens it.
    mutating func click(at point: CellPoint, _ state: inout DashboardState) -> PanelAnswer {
        guard let place = LogLayout(self, state).place(at: point) else { return .stay() }
        if place == cursor { open(&state) } else { move(to: place, state) }
        return .stay()
    }

    private func open(_ state: inout DashboardState) {
        if let entry = selected(state) { state.panels.push(LogEntryPanel(entry)) }
    }
}
