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

    func lines(_ state: DashboardState) -> [[Span]] {
        HelpLines(state.project.keyMap, columns: state.size.columns).lines
    }
}
