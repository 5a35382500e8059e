extension Palette: Panel {
    private static let run = KeyHint(.enter, "run")
    private static let complete = KeyHint(.tab, "complete")

    var typedField: TextField? { field }

    var escapeWord: String { "cancel" }

    func hints(_ state: DashboardState) -> [KeyHint] { [Self.run, Self.complete, escapeHint] }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let entries = entries(state)
        switch (press.key, press.modifiers) {
        case (.escape, _): return .close()
        case (.enter, _):
            // With nothing found there is nothing to run; what was typed stays to be mended.
            return entries.indices.contains(selected) ? .close(entries[selected].effects) : .stay()
        case (.tab, _):
            guard entries.indices.contains(selected) else { return .stay() }
            field = TextField(entries[selected].typedText)
            selected = 0
        case (.down, _), (.character("n"), .control): selected = min(selected + 1, max(0, entries.count - 1))
        case (.up, _), (.character("p"), .control): selected = max(0, selected - 1)
        default:
            if field.handle(press) { selected = 0 }
        }
        return .stay()
    }

    mutating func paste(_ text: String, _ state: DashboardState) {
        field.insert(text)
        selected = 0
    }

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let choice = choices(count: entries(state).count, state).choice(at: point) else { return .stay() }
        selected = choice
        return handle(KeyPress(.enter), state)
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { PaletteView.draw(state, self, on: &canvas) }

    /// Where the commands found are, on a screen of the state's size.
    func choices(count: Int, _ state: DashboardState) -> ChoiceList {
        let list = Box.inside(Self.size(in: state), on: CellRect(state.size)).splitTop(1).rest
        return ChoiceList(selected: selected, count: count, in: list)
    }

    /// The size of the inside of its box: a line for what is typed, and the commands.
    static func size(in state: DashboardState) -> CellSize {
        CellSize(columns: 52, rows: min(PaletteEntry.all(in: state).count + 1, max(3, state.size.rows - 6), 16))
    }
}
