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
        if !panels.isEmpty { return handleInPanel(press) }
        if filterField != nil { return handleInFilter(press) }
        if search.field != nil {
            handleInSearch(press)
            return []
        }
        if detailSearch.field != nil {
            handleInDetailSearch(press)
            return []
        }
        guard let action = keyMap.command(for: press) else {
            let help = keyMap.words(.help, "shows the keys").map { "; " + $0 } ?? ""
            say("\(press) does nothing here\(help)", .warning, seconds: 3)
            return []
        }
        return perform(action)
    }

    /// Whether something is typed into the line above the footer.
    var isTyping: Bool { filterField != nil || search.field != nil || detailSearch.field != nil }

    /// Pasted text is data: it goes where text is being typed, and nowhere else.
    private mutating func paste(_ text: String) {
        guard panels.isEmpty else { return pasteIntoPanel(text) }
        if var field = filterField {
            field.insert(text)
            filterField = field
            recalledFilter = nil
            typeFilter(field.text)
        } else if search.field != nil {
            search.insert(text)
            searchChanged()
        } else if detailSearch.field != nil {
            detailSearch.insert(text)
            detailSearchChanged()
        }
    }

    private mutating func handleInFilter(_ press: KeyPress) -> [Effect] {
        guard var field = filterField else { return [] }
        switch press.key {
        case .enter: keepFilter()
        case .escape: cancelFilter()
        case .character("r") where press.modifiers == .control: _ = recallFilter(by: 1)
        case .down where (recalledFilter != nil || field.text.isEmpty) && recallFilter(by: 1),
            .up where recalledFilter != nil && recallFilter(by: -1):
            break
        case .up, .down:
            moveCursor(to: position.cursor + (press.key == .up ? -1 : 1))
        default:
            let before = field.text
            guard field.handle(press) else { return [] }
            filterField = field
            guard field.text != before else { return [] }
            recalledFilter = nil
            typeFilter(field.text)
        }
        return []
    }
}
