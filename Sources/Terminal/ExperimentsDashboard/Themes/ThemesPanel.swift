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

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if press.key == .enter {
            return .close([.send(\.appearance, .choose)])
        }
        if state.project.keyMap.leavesPanel(press) {
            return .close([.send(\.appearance, .use(original))])
        }
        let count = state.appearance.themes.names.count
        switch state.project.keyMap.command(for: press) {
        case .moveDown, .theme: return tryOn((selected + 1) % count, state)
        case .moveUp: return tryOn((selected + count - 1) % count, state)
        default: break
        }
        return .stay()
    }

    /// A first click tries it on, one on the chosen theme takes it.
    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let choice = choices(state).choice(at: point) else { return .stay() }
        if choice == selected { return handle(KeyPress(.enter), state) }
        return tryOn(choice, state)
    }

    /// Previews a theme. If it has a mistake, that is reported, and the last good one stays.
    private mutating func tryOn(_ choice: Int, _ state: DashboardState) -> PanelAnswer {
        let themes = state.appearance.themes
        guard themes.names.indices.contains(choice) else { return .stay() }
        selected = choice
        do throws(ThemeProblem) {
            return .stay([.send(\.appearance, .use(try themes.theme(named: themes.names[choice])))])
        } catch {
            return .stay([.say(error.description, .error, seconds: 15)])
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
