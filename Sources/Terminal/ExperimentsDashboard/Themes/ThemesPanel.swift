/// The themes; the one under the cursor is in use at once, so that it can be judged.
struct ThemesPanel: Panel {
    /// The chosen one, as its place among the names.
    private(set) var selected: Int
    /// The theme to go back to.
    private let original: Theme

    private static let take = KeyHint(.enter, "take")

    /// The themes of a state, with the cursor on the one in use.
    init(_ state: DashboardState) {
        selected = state.appearance.themes.names.firstIndex(of: state.theme.name) ?? 0
        original = state.theme
    }

    var escapeWord: String { "back" }

    func hints(_ state: DashboardState) -> [KeyHint] { [Self.take, escapeHint] + state.project.keyMap.choosing() }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        if press.key == .enter {
            state.chooseTheme()
            return .close()
        }
        if state.project.keyMap.leavesPanel(press) {
            state.appearance.theme = original
            return .close()
        }
        let count = state.appearance.themes.names.count
        switch state.project.keyMap.command(for: press) {
        case .moveDown, .theme: tryOn((selected + 1) % count, &state)
        case .moveUp: tryOn((selected + count - 1) % count, &state)
        default: break
        }
        return .stay()
    }

    /// A first click tries it on, one on the chosen theme takes it.
    mutating func click(at point: CellPoint, _ state: inout DashboardState) -> PanelAnswer {
        guard let choice = choices(state).choice(at: point) else { return .stay() }
        if choice == selected { return handle(KeyPress(.enter), &state) }
        tryOn(choice, &state)
        return .stay()
    }

    /// Previews a theme. If it has a mistake, that is reported, and the last good one stays.
    private mutating func tryOn(_ choice: Int, _ state: inout DashboardState) {
        guard state.appearance.themes.names.indices.contains(choice) else { return }
        selected = choice
        do throws(ThemeProblem) {
            state.appearance.theme = try state.appearance.themes.theme(named: state.appearance.themes.names[choice])
        } catch {
            state.say(error.description, .error, seconds: 15)
        }
    }

    /// The themes may be others now; the cursor stays on the one in use.
    mutating func follow(_ library: ThemeLibrary, inUse name: String) {
        selected = library.names.firstIndex(of: name) ?? selected
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        _ = Box.draw("Theme", size: size(in: state), on: &canvas)
        choices(state).draw(state.appearance.themes.names, &canvas)
    }

    private func choices(_ state: DashboardState) -> ChoiceList {
        let list = Box.inside(size(in: state), on: CellRect(state.size))
        return ChoiceList(selected: selected, count: state.appearance.themes.names.count, in: list)
    }

    private func size(in state: DashboardState) -> CellSize {
        let names = state.appearance.themes.names
        let width = names.map { DisplayText($0).width }.max() ?? 0
        return CellSize(columns: max(width + 2, 16), rows: min(names.count, max(1, state.size.rows - 4)))
    }
}
