import ExperimentsCore

extension DashboardState {
    mutating func openPersona() -> [Effect] {
        guard let persona else { return [] }
        overlay = .persona(PersonaEditor(persona.current, suggestions: persona.fieldNames))
        return [.readPersonaFields]
    }

    mutating func handle(_ press: KeyPress, _ editor: PersonaEditor) -> [Effect] {
        var editor = editor
        let isNew = editor.input == nil ? take(press, &editor) : takeTyping(press, &editor)
        guard let isNew else {
            overlay = nil
            return []
        }
        overlay = .persona(editor)
        guard isNew else { return [] }
        let next = SourcePersona(fields: editor.fields)
        persona?.current = next
        return [.setPersona(next)]
    }

    /// Takes a key in the list of fields.
    ///
    /// - Returns: whether the persona is another one; nil to close.
    private func take(_ press: KeyPress, _ editor: inout PersonaEditor) -> Bool? {
        switch (press.key, press.modifiers) {
        case (.escape, _), (.character("q"), []): return nil
        case (.down, _), (.character("j"), []), (.tab, _): editor.move(by: 1)
        case (.up, _), (.character("k"), []), (.backTab, _): editor.move(by: -1)
        case (.enter, _), (.character("e"), []): editor.beginTyping()
        case (.character("a"), []): editor.beginTypingName()
        case (.character("d"), []), (.delete, _): return editor.removeSelected()
        case (.character("R"), []): return persona.map { editor.restore($0.configured) } ?? false
        default: break
        }
        return false
    }

    /// Takes a key while a name or a value is being typed.
    private func takeTyping(_ press: KeyPress, _ editor: inout PersonaEditor) -> Bool? {
        switch press.key {
        case .escape: editor.stopTyping()
        case .enter: return editor.finishTyping()
        case .tab: editor.complete()
        default: editor.type { _ = $0.handle(press) }
        }
        return false
    }

    mutating func personaFieldsRead(_ names: [String]) {
        persona?.fieldNames = names
        guard case .persona(var editor) = overlay else { return }
        editor.suggest(names)
        overlay = .persona(editor)
    }

    /// The source answers as to somebody else from now on.
    mutating func personaSet(changedCount count: Int) {
        explanation.expire()
        let changes = count == 0 ? "no value changed" : count == 1 ? "1 value changed" : "\(count) values changed"
        say("\(persona?.words ?? "the configured persona"): \(changes)", .success)
    }
}
