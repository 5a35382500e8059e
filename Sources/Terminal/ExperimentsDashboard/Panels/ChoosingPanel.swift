/// A panel for choosing one of several items: the cursor wraps around, and `Enter` or a second click chooses.
protocol ChoosingPanel: Panel {
    /// The index of the choice under the cursor.
    var selected: Int { get set }

    /// The number of choices.
    var count: Int { get }

    func title(_ state: DashboardState) -> String

    /// Returns the text of each choice.
    func texts(_ state: DashboardState) -> [String]

    /// The text if there are no choices.
    var emptyWords: String { get }

    /// Returns the size of the choices inside the box.
    func size(_ state: DashboardState) -> CellSize

    /// Returns the effects of moving the cursor to another choice.
    func effectsOfMoving(_ state: DashboardState) -> [Effect]

    /// Chooses the item under the cursor.
    mutating func choose(_ state: DashboardState) -> PanelAnswer
}

extension ChoosingPanel {
    var escapeWord: String { "back" }

    var emptyWords: String { "" }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func effectsOfMoving(_ state: DashboardState) -> [Effect] { [] }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        handleChoosing(press, state)
    }

    /// Handles the keys common to all such panels, for panels that have more.
    mutating func handleChoosing(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let (map, before) = (state.project.keyMap, selected)
        if map.leavesPanel(press) { return .close() }
        switch (press.key, map.command(for: press)) {
        case (.enter, _): return choose(state)
        case (_, .moveDown): move(by: 1)
        case (_, .moveUp): move(by: -1)
        case (_, .top): selected = 0
        case (_, .bottom): selected = max(0, count - 1)
        default: break
        }
        return .stay(selected == before ? [] : effectsOfMoving(state))
    }

    /// Moves the cursor. The first choice follows the last.
    mutating func move(by step: Int) {
        guard count > 0 else { return }
        selected = (selected + step + count) % count
    }

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let choice = choices(state).choice(at: point) else { return .stay() }
        if choice == selected { return choose(state) }
        selected = choice
        return .stay(effectsOfMoving(state))
    }

    /// Returns the places of the choices.
    func choices(_ state: DashboardState) -> ChoiceList {
        ChoiceList(selected: selected, count: count, in: Box.inside(size(state), on: CellRect(state.size)))
    }

    /// Returns the size of the box, as wide as the widest choice.
    func size(_ state: DashboardState) -> CellSize {
        let width = (texts(state) + [title(state)]).map { DisplayText($0).width + 4 }.max() ?? 0
        return CellSize(columns: width, rows: min(count, max(1, state.size.rows - 4)))
    }

    /// Returns the size of a box for long texts, as wide as the screen allows.
    func wideSize(upTo columns: Int, _ state: DashboardState) -> CellSize {
        CellSize(
            columns: max(16, min(columns, state.size.columns - 6)),
            rows: max(1, min(count, state.size.rows - 4)))
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let inside = Box.draw(title(state), size: size(state), on: &canvas)
        if count == 0 { canvas.put(emptyWords, at: inside.origin, .dim, maxColumns: inside.columns) }
        choices(state).draw(texts(state), &canvas)
    }
}
