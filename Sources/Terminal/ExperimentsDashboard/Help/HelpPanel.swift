/// The keys and what they do, from the same map that the keys are looked up in.
struct HelpPanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title = "Help"

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        // Looking for a key is looking for what it does.
        if typedField == nil, state.project.keyMap.command(for: press) == .filter {
            return .close(state.perform(.palette))
        }
        return read(press, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        readingHints(state.project.keyMap)
            + (text.search.isActive ? [] : state.project.keyMap.hint([.filter], "commands"))
    }

    func lines(_ state: DashboardState) -> [[Span]] { Self.lines(state.project.keyMap, columns: state.size.columns) }

    /// - Parameter columns: the width of the screen; where it is small, one key of each action is named.
    static func lines(_ map: KeyMap, columns: Int) -> [[Span]] {
        let isNarrow = columns < 40
        func keys(_ action: Command) -> String {
            map.keys(for: action).prefix(isNarrow ? 1 : .max).map(\.description).joined(separator: " ")
        }
        let width = max(
            isNarrow ? 2 : 16, Command.all.reduce(0) { max($0, min(isNarrow ? 6 : 20, keys($1).count + 1)) })
        var lines: [[Span]] = []
        for section in Command.Section.allCases {
            if !lines.isEmpty { lines.append([]) }
            lines.append([Span(section.rawValue, .popupTitle)])
            for action in Command.all where action.section == section {
                let keys = keys(action)
                let padded = keys + String(repeating: " ", count: max(1, width - DisplayText(keys).width))
                lines.append([Span((isNarrow ? "" : "  ") + padded, .footerKey), Span(action.title, .popup)])
            }
        }
        lines += [[], [Span("Shift with the mouse selects text, as everywhere.", .dim)]]
        return lines
    }
}
