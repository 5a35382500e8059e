extension DashboardState {
    /// How the dashboard would be left now.
    public var rememberedView: RememberedView {
        var view = RememberedView()
        view.screen = screen
        view.sort = sort
        view.filter = filter.text
        view.recentFilters = recentFilters
        view.isGrouped = choices.isGrouped
        view.keyColumnShift = keyColumnShift
        view.detailsShift = detailsSize.shift
        view.theme = chosenTheme
        view.usesMouse = mouseChoice
        view.dismissedHints = dismissedHints
        return view
    }

    /// Begins where a dashboard was left. Its theme is chosen by whoever opens the dashboard.
    mutating func recall(_ view: RememberedView) {
        screen = view.screen
        sort = view.sort
        filter = Filter(view.filter)
        recentFilters = view.recentFilters
        choices.isGrouped = view.isGrouped
        keyColumnShift = view.keyColumnShift
        detailsSize = DetailsSize(shift: view.detailsShift)
        chosenTheme = view.theme
        mouseChoice = view.usesMouse
        dismissedHints = view.dismissedHints
    }
}

extension Screen {
    /// The name in a command line and in what is remembered: the title in small letters.
    public var name: String { title.lowercased() }

    /// The screen of this name; nil if there is none.
    public init?(named name: String) {
        guard let screen = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = screen
    }
}
