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

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { LogView.draw(self, state, on: &canvas) }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .log), (_, .messages): return .close()
        case (.enter, _), (_, .details), (_, .openDetails): return .stay(open(state))
        case (_, .copyValue): return .stay(selected(state).map { [.copy($0.text(in: state.project.localTime))] } ?? [])
        case (_, .refetch): return .stay([.perform(.refetch)])
        default: break
        }
        return .stay()
    }

    /// A first click chooses an entry, one on the chosen entry opens it.
    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let place = LogLayout(self, state).place(at: point) else { return .stay() }
        if place == cursor { return .stay(open(state)) }
        move(to: place, state)
        return .stay()
    }

    private func open(_ state: DashboardState) -> [Effect] {
        selected(state).map { [.open(LogEntryPanel($0))] } ?? []
    }
}
