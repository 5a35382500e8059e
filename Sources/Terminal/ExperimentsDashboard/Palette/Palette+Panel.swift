extension Palette: Panel {
    private static let run = KeyHint(.enter, "run")
    /// How many of the actions run last the palette begins with.
    private static let recentCount = 5

    var typedField: TextField? { field }

    var escapeWord: String { "cancel" }

    func hints(_ state: DashboardState) -> [KeyHint] { [Self.run, escapeHint] }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        let entries = entries(state)
        switch (press.key, press.modifiers) {
        case (.escape, _): return .close()
        case (.enter, _):
            return .close(entries.indices.contains(selected) ? Self.perform(entries[selected], &state) : [])
        case (.down, _), (.character("n"), .control): selected = min(selected + 1, max(0, entries.count - 1))
        case (.up, _), (.character("p"), .control): selected = max(0, selected - 1)
        default:
            if field.handle(press) { selected = 0 }
        }
        return .stay()
    }

    mutating func paste(_ text: String, _ state: inout DashboardState) {
        field.insert(text)
        selected = 0
    }

    mutating func click(at point: CellPoint, _ state: inout DashboardState) -> PanelAnswer {
        guard let choice = choices(count: entries(state).count, state).choice(at: point) else { return .stay() }
        selected = choice
        return handle(KeyPress(.enter), &state)
    }

    private static func perform(_ entry: PaletteEntry, _ state: inout DashboardState) -> [Effect] {
        switch entry {
        case .action(let action):
            state.help.recentCommands =
                [action] + state.help.recentCommands.filter { $0 != action }.prefix(recentCount - 1)
            return state.perform(action)
        case .source(let source): return state.switchSource(to: source.name)
        case .filter(let text): state.applyFilter(text)
        case .export(let path): return state.export(to: path)
        }
        return []
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { PaletteView.draw(state, self, &canvas) }

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
