import ExperimentsCore

/// The view of a dashboard when it was closed. The next dashboard for the same project restores it.
public struct RememberedView: Sendable, Hashable {
    /// The maximum number of remembered filters.
    static let recentFilterLimit = 20

    /// The current screen.
    public var screen = Screen.keys
    /// The order of the keys.
    public var sort = KeyOrder()
    /// The text of the filter.
    public var filter = ""
    /// The most recent filters, the latest first.
    public var recentFilters: [String] = []
    /// Whether keys were shown in groups.
    public var isGrouped = false
    /// The number of columns by which the column of keys was wider than usual; negative for narrower.
    public var keyColumnShift = 0
    /// The additional share of the screen for the details, in hundredths; negative for less.
    public var detailsShift = 0
    /// The name of the theme, if one was chosen in the dashboard.
    public var theme: String?
    /// Whether the mouse was used; nil if it was never switched.
    public var usesMouse: Bool?
    /// The commands that were run from the palette.
    public var commandUse = CommandUse()
    /// The hints for beginners that the user dismissed.
    public var dismissedHints: Set<Hint> = []

    /// Creates the view for the first start.
    public init() {}
}

extension RememberedView {
    /// The stored form of a view: `{"version": 1, "screen", "sort", …}`. Hints are stored separately.
    var json: JSONValue {
        var members = JSONObject()
        members["version"] = 1
        members["screen"] = .string(screen.name)
        members["sort"] = .string(sort.column.rawValue)
        members["reversed"] = .bool(sort.isReversed)
        members["grouped"] = .bool(isGrouped)
        members["filter"] = .string(filter)
        members["recentFilters"] = recentFilters.isEmpty ? nil : .array(recentFilters.map(JSONValue.string))
        members["keyColumnShift"] = .number(String(keyColumnShift))
        members["detailsShift"] = .number(String(detailsShift))
        members["theme"] = theme.map(JSONValue.string)
        members["mouse"] = usesMouse.map(JSONValue.bool)
        members["commands"] = commandUse.json
        return .object(members)
    }

    /// Reads the members of a file. Those that are missing, unknown or of the wrong type change nothing, because
    /// another version of the program may have written them.
    mutating func read(_ members: JSONObject) {
        if let name = members["screen"]?.string, let screen = Screen(named: name) { self.screen = screen }
        if let name = members["sort"]?.string, let column = KeyOrder.Column(rawValue: name) {
            sort = KeyOrder(column, isReversed: members["reversed"]?.bool ?? false)
        }
        if let grouped = members["grouped"]?.bool { isGrouped = grouped }
        if let text = members["filter"]?.string { filter = text }
        if let texts = members["recentFilters"]?.array {
            recentFilters = Array(texts.compactMap(\.string).prefix(Self.recentFilterLimit))
        }
        if let shift = members["keyColumnShift"]?.int { keyColumnShift = max(-500, min(shift, 500)) }
        if let shift = members["detailsShift"]?.int { detailsShift = DetailsSize(shift: shift).shift }
        if let name = members["theme"]?.string { theme = name }
        if let uses = members["mouse"]?.bool { usesMouse = uses }
        if let commands = members["commands"]?.array { commandUse = CommandUse(commands) }
    }
}

extension RememberedView {
    /// Creates the view to store for a dashboard that is closed.
    package init(of state: DashboardState) {
        screen = state.screen
        sort = state.list.sort
        filter = state.list.filter.text
        recentFilters = state.list.recentFilters
        isGrouped = state.list.isGrouped
        keyColumnShift = state.list.keyColumnShift
        detailsShift = state.details.size.shift
        theme = state.appearance.chosenTheme
        usesMouse = state.appearance.mouseChoice
        commandUse = state.memory.commandUse
        dismissedHints = state.memory.dismissedHints
    }
}

extension DashboardState {
    /// Restores a saved view. The code that opens the dashboard chooses the theme.
    mutating func recall(_ view: RememberedView) {
        screen = view.screen
        list.sort = view.sort
        list.filter = Filter(view.filter)
        list.recentFilters = view.recentFilters
        list.isGrouped = view.isGrouped
        list.keyColumnShift = view.keyColumnShift
        details.size = DetailsSize(shift: view.detailsShift)
        appearance.chosenTheme = view.theme
        appearance.mouseChoice = view.usesMouse
        _ = update(\.memory, with: .recall(view))
    }
}

extension Screen {
    /// The name on the command line and in stored files: the title in lower case.
    public var name: String { title.lowercased() }

    /// Creates the screen with a name; nil if there is none.
    public init?(named name: String) {
        guard let screen = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = screen
    }
}
