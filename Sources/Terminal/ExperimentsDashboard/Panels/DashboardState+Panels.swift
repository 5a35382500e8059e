import ExperimentsCore

// The panel on top takes what comes in.
extension DashboardState {
    mutating func handleInPanel(_ press: KeyPress) -> [Effect] {
        if let panel = panels.top, panel.offersHelp, project.keyMap.command(for: press) == .help {
            return perform(.help)
        }
        return withTopPanel { $0.handle(press, $1) }
    }

    /// The wheel moves as the arrow keys do.
    mutating func handleInPanel(_ mouse: MouseEvent) -> [Effect] {
        switch mouse.kind {
        case .wheelDown: return handleInPanel(KeyPress(.down))
        case .wheelUp: return handleInPanel(KeyPress(.up))
        case .press where mouse.button == 1: return withTopPanel { $0.click(at: mouse.point, $1) }
        default: return []
        }
    }

    /// Lets the panels take over what changed below them.
    mutating func followPanels() {
        if !panels.isEmpty { withPanels { panels, state in panels.changeEach { $0.follow(state) } } }
    }

    /// Changes panels by the rest of the state. The panels are removed from the state meanwhile, so that they are not
    /// copied.
    mutating func withPanels(_ change: (inout PanelStack, DashboardState) -> Void) {
        var taken = panels
        panels = PanelStack()
        change(&taken, self)
        panels = taken
    }

    /// Lets the panel on top take something. It is removed meanwhile, so that it is not copied.
    mutating func withTopPanel(_ take: (inout any Panel, DashboardState) -> PanelAnswer) -> [Effect] {
        guard var panel = panels.takeTop() else { return [] }
        let answer = take(&panel, self)
        if !answer.closes { panels.putBack(panel) }
        return settle(answer.effects)
    }
}

// Where text is typed, whichever field it is.
extension DashboardState {
    /// Whether letters are typed into a field now: many at once can be taken in one step.
    public var takesText: Bool { typedField != nil }

    /// The field into which text is typed.
    var typedField: TextField? {
        if let top = panels.top { return top.typedField }
        return list.filterField ?? list.search.field ?? details.search.field
    }

    /// Says how much of what was typed or pasted found no room.
    mutating func tellLeftOut() {
        guard let field = typedField, field.leftOut > 0 else { return }
        say(field.leftOutWords, .warning)
    }
}

extension TextField {
    /// The words about the text that did not fit; empty if all of it did.
    var leftOutWords: String {
        guard leftOut > 0 else { return "" }
        let left = leftOut == 1 ? "1 character was" : "\(leftOut) characters were"
        return "\(left) left out: there is room for \(TimeText.size(room)) here"
    }
}
