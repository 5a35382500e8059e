/// Something that the palette finds by its name.
enum PaletteEntry: Sendable {
    /// A command.
    case action(Action)
    /// Going over to a source.
    case source(DashboardSource)
    /// Filtering by a text.
    case filter(String)

    /// Everything there is to find, what was run last first.
    static func all(in state: DashboardState) -> [PaletteEntry] {
        let recent = state.recentActions
        return (recent + Action.allCases.filter { !recent.contains($0) }).map(PaletteEntry.action)
            + (state.sources.count > 1 ? state.sources.map(PaletteEntry.source) : [])
            + state.recentFilters.map(PaletteEntry.filter)
    }

    /// What is typed in full: `filter TEXT`.
    static func typed(_ text: String) -> PaletteEntry? {
        guard text.hasPrefix("filter ") else { return nil }
        let rest = text.dropFirst(7).drop { $0 == " " }
        return rest.isEmpty ? nil : .filter(String(rest))
    }

    var title: String {
        switch self {
        case .action(let action): action.title
        case .source(let source): "Source " + source.title
        case .filter(let text): "Filter " + text
        }
    }

    /// What is searched: the title, and the name that a file of bindings uses.
    var searchedText: String {
        switch self {
        case .action(let action): action.title + " " + action.rawValue
        case .source(let source): "source " + source.title + " " + source.name
        case .filter(let text): "filter " + text
        }
    }

    /// Why it cannot be run now, else its key.
    func hint(in state: DashboardState) -> String {
        switch self {
        case .action(let action):
            state.reasonDisabled(action) ?? state.keyMap.keys(for: action).first?.description ?? ""
        case .filter(let text): Filter(text).problem == nil ? "" : "not valid"
        case .source(let source): source.name == state.currentSource ? "shown now" : source.environment ?? ""
        }
    }
}
