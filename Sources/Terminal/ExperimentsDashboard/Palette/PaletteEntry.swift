/// Something that the palette finds by its name.
enum PaletteEntry: Sendable {
    /// A command.
    case action(Command)
    /// Going over to a source.
    case source(DashboardSource)
    /// Filtering by a text.
    case filter(String)
    /// Writing the rows to a file.
    case export(String)

    /// Everything there is to find, what was run last first.
    static func all(in state: DashboardState) -> [PaletteEntry] {
        let recent = state.help.recentCommands
        return (recent + Command.all.filter { !recent.contains($0) }).map(PaletteEntry.action)
            + (state.project.sources.count > 1 ? state.project.sources.map(PaletteEntry.source) : [])
            + state.list.recentFilters.map(PaletteEntry.filter)
    }

    /// What is typed in full: `filter TEXT`, `export FILE`.
    static func typed(_ text: String) -> PaletteEntry? {
        let command = text.prefix { $0 != " " }
        let rest = String(text.dropFirst(command.count).drop { $0 == " " })
        guard !rest.isEmpty else { return nil }
        switch command {
        case "filter": return .filter(rest)
        case "export", "save-view": return .export(rest)
        default: return nil
        }
    }

    var title: String {
        switch self {
        case .action(let action): action.title
        case .source(let source): "Source " + source.title
        case .filter(let text): "Filter " + text
        case .export(let path): "Export to " + path
        }
    }

    /// What is searched: the title, and the name that a file of bindings uses.
    var searchedText: String {
        switch self {
        case .action(let action): action.title + " " + action.name
        case .source(let source): "source " + source.title + " " + source.name
        case .filter(let text): "filter " + text
        case .export(let path): "export " + path
        }
    }

    /// Why it cannot be run now, else its key.
    func hint(in state: DashboardState) -> String {
        switch self {
        case .action(let action):
            state.reasonDisabled(action) ?? state.project.keyMap.keys(for: action).first?.description ?? ""
        case .export(let path): ExportFormat(path: path) == nil ? "end it with \(ExportFormat.endings)" : ""
        case .filter(let text): Filter(text).problem == nil ? "" : "not valid"
        case .source(let source): source.name == state.source.name ? "shown now" : source.environment ?? ""
        }
    }
}
