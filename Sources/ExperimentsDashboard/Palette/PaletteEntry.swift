/// Something that the palette finds by its name.
enum PaletteEntry: Sendable {
    /// A command.
    case action(Action)
    /// Going over to a source.
    case source(DashboardSource)

    /// Everything there is to find, what was run last first.
    static func all(in state: DashboardState) -> [PaletteEntry] {
        let recent = state.recentActions
        return (recent + Action.allCases.filter { !recent.contains($0) }).map(PaletteEntry.action)
            + (state.sources.count > 1 ? state.sources.map(PaletteEntry.source) : [])
    }

    var title: String {
        switch self {
        case .action(let action): action.title
        case .source(let source): "Source " + source.title
        }
    }

    /// What is searched: the title, and the name that a file of bindings uses.
    var searchedText: String {
        switch self {
        case .action(let action): action.title + " " + action.rawValue
        case .source(let source): "source " + source.title + " " + source.name
        }
    }

    /// Why it cannot be run now, else its key.
    func hint(in state: DashboardState) -> String {
        switch self {
        case .action(let action):
            state.reasonDisabled(action) ?? state.keyMap.keys(for: action).first?.description ?? ""
        case .source(let source): source.name == state.currentSource ? "shown now" : source.environment ?? ""
        }
    }
}
