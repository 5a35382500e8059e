/// A panel in which one of several things is chosen: the cursor goes round, and `Enter` or a second click takes it.
protocol ChoosingPanel: Panel {
    /// The place of the one under the cursor.
    var selected: Int { get set }

    /// The number of choices.
    var count: Int { get }

    /// The room for them inside the box.
    func size(_ state: DashboardState) -> CellSize

    /// Takes the one under the cursor.
    mutating func choose(_ state: DashboardState) -> PanelAnswer
}

extension ChoosingPanel {
    var escapeWord: String { "back" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        handleChoosing(press, state)
    }

    /// Handles the keys that all such panels have, for those that have more.
    mutating func handleChoosing(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let map = state.project.keyMap
        if map.leavesPanel(press) { return .close() }
        switch (press.key, map.command(for: press)) {
        case (.enter, _): return choose(state)
        case (_, .moveDown): move(by: 1)
        case (_, .moveUp): move(by: -1)
        case (_, .top): selected = 0
        case (_, .bottom): selected = max(0, count - 1)
        default: break
        }
        return .stay()
    }

    /// Moves the cursor, from the last to the first and back.
    mutating func move(by step: Int) {
        guard count > 0 else { return }
        selected = (selected + step + count) % count
    }

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let choice = choices(state).choice(at: point) else { return .stay() }
        if choice == selected { return choose(state) }
        selected = choice
        return .stay()
    }

    /// Where they stand.
    func choices(_ state: DashboardState) -> ChoiceList {
        ChoiceList(selected: selected, count: count, in: Box.inside(size(state), on: CellRect(state.size)))
    }
}
