import ExperimentsCore

extension DashboardState {
    mutating func handle(_ event: InputEvent) -> [Effect] {
        if !fits, let effects = handleUnseen(event) { return effects }
        switch event {
        case .resized(let size):
            self.size = size
            followItem()
            return []
        case .key(let press):
            defer { tellLeftOut() }
            return handle(press)
        case .typed(let text), .paste(let text):
            defer { tellLeftOut() }
            return paste(text)
        case .mouse(let mouse): return handle(mouse)
        case .focus(let isFocused): return update(\.appearance, with: .focus(isFocused))
        case .background(let color): return update(\.appearance, with: .background(color))
        }
    }

    /// Handles what comes in while nothing but the size is on the screen: nobody would see what it does. The keys that
    /// leave still work.
    ///
    /// - Returns: nil if it is to be handled as usual.
    private func handleUnseen(_ event: InputEvent) -> [Effect]? {
        switch event {
        case .key(let press):
            // What is being typed is not to end with a letter of it.
            if takesText, press.modifiers.isEmpty { return [] }
            switch project.keyMap.command(for: press) {
            case .quit: return [.quit]
            case .suspend: return [.suspend]
            default: return press == KeyPress(.character("c"), modifiers: .control) ? [.quit] : []
            }
        case .typed, .paste, .mouse: return []
        case .resized, .focus, .background: return nil
        }
    }

    /// The key that was pressed right after Esc, so that the terminal sent the same as for alt and the key; nil if alt
    /// and the key mean something here.
    private func keyAfterEscape(_ press: KeyPress) -> KeyPress? {
        guard press.modifiers.contains(.alt), project.keyMap.command(for: press) == nil else { return nil }
        if takesText, TextField.edits(with: press) { return nil }
        switch press.key {
        case .character, .enter, .tab, .backspace:
            return KeyPress(press.key, modifiers: press.modifiers.subtracting(.alt))
        default: return nil
        }
    }

    private mutating func handle(_ press: KeyPress) -> [Effect] {
        if let key = keyAfterEscape(press) { return handle(KeyPress(.escape)) + handle(key) }
        // Leaving must work from everywhere.
        if press == KeyPress(.character("c"), modifiers: .control) { return [.quit] }
        // A picture can be wanted of anything, and a screen be garbled at any time: these work over panels, too.
        if !takesText, let command = project.keyMap.command(for: press), [.shot, .redraw].contains(command) {
            return perform(command)
        }
        if !panels.isEmpty { return handleInPanel(press) }
        if list.filterField != nil || list.search.field != nil { return update(\.list, with: .typed(press)) }
        if details.search.field != nil { return update(\.details, with: .typed(press)) }
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
    private mutating func paste(_ text: String) -> [Effect] {
        guard panels.isEmpty else { return withTopPanel { $0.pasted(text, $1) } }
        if list.filterField != nil || list.search.field != nil { return update(\.list, with: .pasted(text)) }
        return details.search.field == nil ? [] : update(\.details, with: .pasted(text))
    }
}

extension Panel {
    fileprivate mutating func pasted(_ text: String, _ state: DashboardState) -> PanelAnswer {
        paste(text, state)
        return .stay()
    }
}
