extension RememberedView {
    /// The view that is stored when a dashboard is left now.
    public init(of state: DashboardState) {
        screen = state.screen
        sort = state.list.sort
        filter = state.list.filter.text
        recentFilters = state.list.recentFilters
        isGrouped = state.list.choices.isGrouped
        keyColumnShift = state.list.keyColumnShift
        detailsShift = state.details.size.shift
        theme = state.appearance.chosenTheme
        usesMouse = state.appearance.mouseChoice
        commandUse = state.memory.commandUse
        dismissedHints = state.memory.dismissedHints
    }
}

extension DashboardState {
    /// Restores the view with which a dashboard was left. The theme is chosen by the code that opens the dashboard.
    mutating func recall(_ view: RememberedView) {
        screen = view.screen
        list.sort = view.sort
        list.filter = Filter(view.filter)
        list.recentFilters = view.recentFilters
        list.choices.isGrouped = view.isGrouped
        list.keyColumnShift = view.keyColumnShift
        details.size = DetailsSize(shift: view.detailsShift)
        appearance.chosenTheme = view.theme
        appearance.mouseChoice = view.usesMouse
        _ = update(\.memory, with: .recall(view))
    }
}

extension Screen {
    /// The name in a command line and in what is remembered: the title in small letters.
    public var name: String { title.lowercased() }

    /// Finds the screen with this name; nil if there is none.
    public init?(named name: String) {
        guard let screen = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = screen
    }
}
