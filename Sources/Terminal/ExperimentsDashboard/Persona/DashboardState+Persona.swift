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

    /// Asks the source as another user from now on.
    mutating func ask(as persona: SourcePersona) -> [Effect] {
        source.persona?.current = persona
        panels.change(PersonaEditor.self) { editor in
            _ = editor.restore(persona)
            return true
        }
        return [.setPersona(persona)]
    }

    mutating func openPersonas(isSaving: Bool) -> [Effect] {
        panels.push(PersonasPanel(isSaving: isSaving))
        return [.personas(.list)]
    }

    mutating func personasAnswered(_ request: PersonaRequest, _ answer: PersonaAnswer) -> [Effect] {
        var saved: String?
        if !answer.isDone, let problem = answer.problems.first {
            say(problem, .error, seconds: 12)
        } else {
            switch request {
            case .list: break
            case .save(let persona, _):
                saved = persona.name
                say("saved persona \(persona.name)", .success, seconds: 4)
            case .delete(let name): say("deleted persona \(name)", .success, seconds: 4)
            }
        }
        var early: [KeyPress] = []
        panels.change(PersonasPanel.self) { panel in
            early = panel.take(answer, selecting: saved)
            return true
        }
        return early.flatMap { handle(InputEvent.key($0)) }
    }

    /// Notes that the source answers for another user from now on.
    mutating func personaSet(changedCount count: Int) {
        source.explanation.expire()
        notePreviewedNames()
        let changes = count == 0 ? "no value changed" : count == 1 ? "1 value changed" : "\(count) values changed"
        say("\(source.persona?.words ?? "the configured persona"): \(changes)", .success)
    }
}
