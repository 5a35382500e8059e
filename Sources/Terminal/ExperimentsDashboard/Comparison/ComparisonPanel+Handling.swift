import ExperimentsCore

extension ComparisonPanel: ListPanel {
    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        let acts = map.hint([.refetch], "fetch again") + map.hint([.copyValue], "copy")
        return [escapeHint] + map.hint([.filter], "filter") + map.hint([.find], "find") + acts
            + map.hint([.details], "what differs")
    }

    /// A source is not compared with itself.
    func outlives(changeTo source: DashboardSource) -> Bool { source.name != other.name }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { ComparisonView.draw(state, self, on: &canvas) }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back), (_, .quit), (_, .compare): return goBack(state)
        case (_, .refetch): return .stay([.readSource(other.name), .fetch(.manual)])
        case (_, .details):
            guard let row = selectedRow else { return .stay() }
            return .stay(DifferencePanel.opened(on: difference(row, state)))
        case (_, .copyValue): return .stay(copiedDifference)
        case (_, .copyKey): return .stay(selectedRow.map { [.copy($0.name)] } ?? [])
        default: break
        }
        return .stay()
    }

    /// One step back; the last one closes.
    private mutating func goBack(_ state: DashboardState) -> PanelAnswer {
        guard !clearReading(state) else { return .stay() }
        return .close([.discard(self)])
    }

    private func difference(_ row: SourceComparison.Row, _ state: DashboardState) -> DifferenceRequest {
        func text(_ entry: Snapshot.Entry?) -> String? { entry.map { $0.text ?? Snapshot.Entry.appDefault } }
        return DifferenceRequest(
            row.name, oldSide: state.sourceName, old: text(row.left), newSide: other.title, new: text(row.right))
    }

    private var copiedDifference: [Effect] {
        guard let row = selectedRow else { return [] }
        return [.copy("\(row.name): \(row.left?.text ?? "-") → \(row.right?.text ?? "-")")]
    }
}
