import ExperimentsCore
import ExperimentsOperator

/// The personas that are kept under names, and the name that another one is being given.
struct PersonasPanel: Sendable {
    /// The personas; nil until they are read.
    private(set) var personas: [NamedPersona]?
    /// Why some cannot be read.
    private(set) var problems: [String] = []
    /// The chosen one.
    private(set) var selected = 0
    /// The name being typed, if one is.
    private(set) var name: TextField?
    /// Why the name that was typed is refused.
    private(set) var refusal: String?
    /// What was pressed before they were read.
    private var early: [KeyPress] = []

    /// - Parameter isSaving: whether the name of another one is typed at once.
    init(isSaving: Bool) {
        if isSaving { name = TextField() }
    }

    /// The chosen persona, if there is one.
    var persona: NamedPersona? {
        guard let personas, personas.indices.contains(selected) else { return nil }
        return personas[selected]
    }

    /// Takes the personas as they are now, and chooses one by name.
    ///
    /// - Returns: what was pressed before.
    mutating func take(_ answer: PersonaAnswer, selecting name: String?) -> [KeyPress] {
        let wanted = name ?? persona?.name
        personas = answer.personas
        problems = answer.problems
        selected = answer.personas.firstIndex { $0.name == wanted } ?? min(selected, max(0, answer.personas.count - 1))
        defer { early = [] }
        return early
    }
}

extension PersonasPanel: Panel {
    private static let load = KeyHint(.enter, "ask as")
    private static let save = KeyHint("s", "save")
    private static let delete = KeyHint("D", "delete")

    var escapeWord: String { name == nil ? "back" : "cancel" }

    var typedField: TextField? { name }

    func hints(_ state: DashboardState) -> [KeyHint] {
        if name != nil { return [KeyHint(.enter, "save"), escapeHint] }
        return (persona == nil ? [] : [Self.load] + (persona?.isFromProject == true ? [] : [Self.delete]))
            + [Self.save, escapeHint]
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { PersonasView.draw(state, self, &canvas) }

    mutating func paste(_ text: String, _ state: inout DashboardState) {
        edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        if name != nil { return .stay(type(press, &state)) }
        guard personas != nil || press.key == .escape else {
            // Which persona is meant is known once they are read.
            early.append(press)
            return .stay()
        }
        switch press {
        case KeyPress(.escape), KeyPress("q"): return .close()
        case Self.load, KeyPress("l"): return load(&state)
        case Self.save: name = TextField(persona?.isFromProject == false ? persona?.name ?? "" : "")
        case Self.delete, KeyPress(.delete): askToDelete(&state)
        default: choose(state.project.keyMap.command(for: press))
        }
        return .stay()
    }

    private mutating func choose(_ command: Command?) {
        let last = max(0, (personas?.count ?? 0) - 1)
        switch command {
        case .moveDown: selected = min(selected + 1, last)
        case .moveUp: selected = max(0, selected - 1)
        case .top: selected = 0
        case .bottom: selected = last
        default: break
        }
    }

    private mutating func edit(_ change: (inout TextField) -> Void) {
        refusal = nil
        guard var field = name else { return }
        change(&field)
        name = field
    }

    private mutating func type(_ press: KeyPress, _ state: inout DashboardState) -> [Effect] {
        switch press.key {
        case .escape: (name, refusal) = (nil, nil)
        case .enter: return keep(&state)
        default: edit { _ = $0.handle(press) }
        }
        return []
    }
}

extension PersonasPanel {
    /// The source is asked as the chosen persona from now on.
    private func load(_ state: inout DashboardState) -> PanelAnswer {
        guard let persona, let configured = state.source.persona?.configured else { return .stay() }
        return .close(state.ask(as: persona.laid(over: configured)))
    }

    /// Keeps as whom the source is asked now. Another persona of the name is replaced only after a yes.
    private mutating func keep(_ state: inout DashboardState) -> [Effect] {
        guard let name = name?.text, let source = state.source.persona else { return [] }
        do throws(PersonaProblem) {
            let persona = try NamedPersona(
                name: name, of: source.current, configured: source.configured, author: state.overriding.author,
                at: state.now)
            self.name = nil
            // One that is not known of here is not replaced.
            guard let old = personas?.first(where: { $0.name == name && !$0.isFromProject }) else {
                return [.personas(.save(persona, replaces: false))]
            }
            let effects: [Effect] = [.personas(.save(persona, replaces: true))]
            if old.fields == persona.fields { return effects }
            state.panels.push(
                Confirmation(lines: ["There is a persona \(name) already.", "Replace it?"], effects: effects))
        } catch {
            refusal = error.message
        }
        return []
    }

    private func askToDelete(_ state: inout DashboardState) {
        guard let persona else { return }
        guard !persona.isFromProject else {
            state.say("the project file declares \(persona.name)", .warning)
            return
        }
        state.panels.push(
            Confirmation(
                lines: ["Delete the persona \(persona.name)?", "As whom the source is asked stays."],
                effects: [.personas(.delete(name: persona.name))]))
    }
}
