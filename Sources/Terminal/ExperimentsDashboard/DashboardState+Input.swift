import ExperimentsCore

extension DashboardState {
    mutating func handle(_ event: InputEvent) -> [Effect] {
        switch event {
        case .resized(let size):
            self.size = size
            followItem()
            return []
        case .key(let press):
            defer { tellLeftOut() }
            return handle(press)
        case .typed(let text), .paste(let text):
            paste(text)
            tellLeftOut()
            return []
        case .mouse(let mouse): return handle(mouse)
        case .focus(let isFocused):
            noteFocus(isFocused)
            return []
        case .background(let color):
            followBackground(color)
            return []
        }
    }

    private mutating func handle(_ press: KeyPress) -> [Effect] {
        // Leaving must work from everywhere.
        if press == KeyPress(.character("c"), modifiers: .control) { return [.quit] }
        // A picture can be wanted of anything: a key that is bound to it works over panels, too.
        if !takesText, project.keyMap.command(for: press) == .shot { return perform(.shot) }
        if !panels.isEmpty { return handleInPanel(press) }
        if list.filterField != nil { return handleInFilter(press) }
        if list.search.field != nil {
            handleInSearch(press)
            return []
        }
        if details.search.field != nil {
            handleInDetailSearch(press)
            return []
        }
        guard let action = project.keyMap.command(for: press) else {
            let help = project.keyMap.words(.help, "shows the keys").map { "; " + $0 } ?? ""
            say("\(press) does nothing here\(help)", .warning, seconds: 3)
            return []
        }
        return perform(action)
    }

    /// Whether something is typed into the line above the footer.
    var isTyping: Bool { list.filterField != nil || list.search.field != nil || details.search.field != nil }

    /// Pasted text is data: it goes where text is being typed, and nowhere else.
    private mutating func paste(_ text: String) {
        guard panels.isEmpty else { return pasteIntoPanel(text) }
        if var field = list.filterField {
            field.insert(text)
            list.filterField = field
            list.recalledFilter = nil
            typeFilter(field.text)
        } else if list.search.field != nil {
            list.search.insert(text)
            searchChanged()
        } else if details.search.field != nil {
            details.search.insert(text)
            detailSearchChanged()
        }
    }

    private mutating func handleInFilter(_ press: KeyPress) -> [Effect] {
        guard var field = list.filterField else { return [] }
        switch press.key {
        case .enter: keepFilter()
        case .escape: cancelFilter()
        case .character("r") where press.modifiers == .control: _ = recallFilter(by: 1)
        case .down where (list.recalledFilter != nil || field.text.isEmpty) && recallFilter(by: 1),
            .up where list.recalledFilter != nil && recallFilter(by: -1):
            break
        case .up, .down:
            moveCursor(to: position.cursor + (press.key == .up ? -1 : 1))
        default:
            let before = field.text
            guard field.handle(press) else { return [] }
            list.filterField = field
            guard field.text != before else { return [] }
            list.recalledFilter = nil
            typeFilter(field.text)
        }
        return []
    }
}
