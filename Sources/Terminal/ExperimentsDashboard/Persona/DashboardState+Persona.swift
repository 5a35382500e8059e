import ExperimentsCore

extension DashboardState {
    mutating func openPersona() -> [Effect] {
        guard let persona = source.persona else { return [] }
        panels.push(PersonaEditor(persona.current, suggestions: persona.fieldNames))
        return [.readPersonaFields]
    }

    mutating func personaFieldsRead(_ names: [String]) {
        source.persona?.fieldNames = names
        panels.change(PersonaEditor.self) { editor in
            editor.suggest(names)
            return true
        }
    }

    /// The source answers as to somebody else from now on.
    mutating func personaSet(changedCount count: Int) {
        source.explanation.expire()
        let changes = count == 0 ? "no value changed" : count == 1 ? "1 value changed" : "\(count) values changed"
        say("\(source.persona?.words ?? "the configured persona"): \(changes)", .success)
    }
}
