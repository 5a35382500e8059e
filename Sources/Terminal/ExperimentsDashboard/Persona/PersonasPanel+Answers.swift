import ExperimentsOperator

// What comes back: personas are read and written outside.
extension PersonasPanel {
    static func opened(isSaving: Bool) -> [Effect] { [.open(PersonasPanel(isSaving: isSaving)), .personas(.list)] }

    static func taking(_ answer: PersonaAnswer, to request: PersonaRequest) -> [Effect] {
        var saved: String?
        var effects: [Effect] = []
        if !answer.isDone, let problem = answer.problems.first {
            effects.append(.say(problem, .error, seconds: 12))
        } else {
            switch request {
            case .list: break
            case .save(let persona, _):
                saved = persona.name
                effects.append(.say("saved persona \(persona.name)", .success, seconds: 4))
            case .delete(let name): effects.append(.say("deleted persona \(name)", .success, seconds: 4))
            }
        }
        let chosen = saved
        return effects + [.changeTyped(PersonasPanel.self) { $0.take(answer, selecting: chosen) }]
    }
}
