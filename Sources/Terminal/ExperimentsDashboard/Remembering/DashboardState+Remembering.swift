extension DashboardState {
    /// The view that is stored when the dashboard is left now.
    public var rememberedView: RememberedView {
        var view = RememberedView()
        view.screen = screen
        view.sort = list.sort
        view.filter = list.filter.text
        view.recentFilters = list.recentFilters
        view.isGrouped = list.choices.isGrouped
        view.keyColumnShift = list.keyColumnShift
        view.detailsShift = details.size.shift
        view.theme = appearance.chosenTheme
        view.usesMouse = appearance.mouseChoice
        view.commandUse = memory.commandUse
        view.dismissedHints = memory.dismissedHints
        return view
    }

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
