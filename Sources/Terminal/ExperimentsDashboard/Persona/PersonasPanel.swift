import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// The saved personas, and the name being typed for another one.
struct PersonasPanel: Sendable {
    /// Those of the project and the user's own; nil until they are read.
    private var known: [NamedPersona]?
    /// The team's personas; nil if there is no team.
    private var shared: [NamedPersona]?
    /// Whether the one that is being named is for the team.
    private(set) var savesForTeam = false
    /// Why some cannot be read.
    private(set) var problems: [String] = []
    /// The chosen one.
    private(set) var selected = 0
    /// The name being typed, if one is.
    private(set) var name: TextField?
    /// Why the name that was typed is refused.
    private(set) var refusal: String?
    /// The keys that were pressed before the personas were read.
    private var early: [KeyPress] = []

    /// - Parameter isSaving: whether to begin with typing the name of another one.
    init(isSaving: Bool) {
        if isSaving { name = TextField() }
    }

    /// The personas, those that count before those of the same name that do not; nil until they are read.
    var personas: [NamedPersona]? { known.map { $0 + (shared ?? []) } }

    /// The chosen persona, if there is one.
    var persona: NamedPersona? {
        guard let personas, personas.indices.contains(selected) else { return nil }
        return personas[selected]
    }

    /// Updates the personas, and selects one by name.
    ///
    /// - Returns: the key that was pressed before.
    mutating func take(_ answer: PersonaAnswer, selecting name: String?) -> [KeyPress] {
        let wanted = name ?? persona?.name
        let isTeams = name == nil && persona?.isTeams == true
        known = answer.personas
        problems = answer.problems
        let personas = personas ?? []
        selected =
            personas.firstIndex { $0.name == wanted && $0.isTeams == isTeams }
            ?? min(selected, max(0, personas.count - 1))
        defer { early = [] }
        return early
    }
}

extension PersonasPanel: Panel {
    private static let load = KeyHint(.enter, "view as")
    static let save = KeyHint("s", "save")
    private static let saveForTeam = KeyHint("S", "save for the team")
    private static let delete = KeyHint("D", "delete")

    var escapeWord: String { name == nil ? "back" : "cancel" }

    var typedField: TextField? { name }

    func hints(_ state: DashboardState) -> [KeyHint] {
        if name != nil { return [KeyHint(.enter, "save"), escapeHint] }
        return (persona == nil ? [] : [Self.load] + (persona?.isFromProject == true ? [] : [Self.delete]))
            + [Self.save] + (shared == nil ? [] : [Self.saveForTeam]) + [escapeHint]
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    mutating func follow(_ state: DashboardState) { shared = state.overriding.team.view?.library.personas }

    mutating func paste(_ text: String, _ state: DashboardState) {
        edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if name != nil { return .stay(type(press, state)) }
        guard personas != nil || press.key == .escape else {
            // Which persona is meant is known once they are read.
            early.append(press)
            return .stay()
        }
        switch press {
        case Self.load, KeyPress("l"): return load(state)
        case Self.save: beginName(forTeam: false)
        case Self.saveForTeam where shared != nil: beginName(forTeam: true)
        case Self.delete, KeyPress(.delete): return .stay(askToDelete())
        default:
            if state.project.keyMap.leavesPanel(press) { return .close() }
            choose(state.project.keyMap.command(for: press))
        }
        return .stay()
    }

    private mutating func beginName(forTeam: Bool) {
        name = TextField(persona?.isFromProject == false ? persona?.name ?? "" : "")
        savesForTeam = forTeam
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

    private mutating func type(_ press: KeyPress, _ state: DashboardState) -> [Effect] {
        switch press.key {
        case .escape: (name, refusal) = (nil, nil)
        case .enter: return keep(state)
        default: edit { _ = $0.handle(press) }
        }
        return []
    }
}

extension PersonasPanel {
    /// Uses the chosen persona for the source from now on.
    private func load(_ state: DashboardState) -> PanelAnswer {
        guard let persona, let configured = state.source.persona?.configured else { return .stay() }
        return .close([.send(\.shown.source, .ask(as: persona.laid(over: configured)))])
    }

    /// Saves the present user as a persona. Another persona with the name is replaced only after confirmation.
    private mutating func keep(_ state: DashboardState) -> [Effect] {
        guard let name = name?.text, let source = state.source.persona else { return [] }
        do throws(MessageError) {
            let persona = try NamedPersona(
                name: name, of: source.current, configured: source.configured, author: state.overriding.author,
                at: state.now)
            self.name = nil
            // One that is not known of here is not replaced.
            let old = personas?.first { $0.name == name && !$0.isFromProject && $0.isTeams == savesForTeam }
            let effects: [Effect] =
                savesForTeam
                ? [.shelve(.savePersona(persona, replaces: old != nil))]
                : [.personas(.save(persona, replaces: old != nil))]
            guard let old, old.fields != persona.fields else { return effects }
            return [
                .open(Confirmation(lines: ["Persona \(name) already exists.", "Replace it?"], effects: effects))
            ]
        } catch {
            refusal = error.message
        }
        return []
    }

    private func askToDelete() -> [Effect] {
        guard let persona else { return [] }
        guard !persona.isFromProject else {
            return [.say("\(persona.name) is in the project file; change it there", .warning)]
        }
        let (words, effect): (String, Effect) =
            persona.isTeams
            ? ("Delete the team's persona \(persona.name) for everyone?", .shelve(.deletePersona(persona.name)))
            : ("Delete the persona \(persona.name)?", .personas(.delete(name: persona.name)))
        return [.open(Confirmation(lines: [words, "The current user does not change."], effects: [effect]))]
    }
}

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

/// A request about the named personas.
public enum PersonaRequest: Sendable, Hashable {
    /// Read all personas.
    case list
    /// Save one; replace an older one with this name only if asked to.
    case save(NamedPersona, replaces: Bool)
    /// Delete the persona of this name.
    case delete(name: String)
}

/// The answer to a request about personas: the present ones, or the reason why nothing was done.
public struct PersonaAnswer: Sendable, Hashable {
    /// The personas that can be read.
    public var personas: [NamedPersona]
    /// Why something cannot be read, or was not done.
    public var problems: [String]
    /// Whether the request itself was carried out.
    public var isDone: Bool

    /// Creates an answer.
    public init(personas: [NamedPersona] = [], problems: [String] = [], isDone: Bool) {
        (self.personas, self.problems, self.isDone) = (personas, problems, isDone)
    }
}

// The saved personas, and the attributes of the chosen one.
extension PersonasPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let columns = max(10, min(76, state.size.columns - 6))
        let rows = max(1, min(16, state.size.rows - 4))
        let inside = Box.draw("Personas", size: CellSize(columns: columns, rows: rows), on: &canvas)
        let (above, prompt) = inside.splitBottom(name == nil ? 0 : min(2, max(1, inside.rows - 1)))
        let (list, below) = above.splitTop(above.rows < 6 ? above.rows : above.rows / 2)
        drawList(in: list, &canvas)
        if !below.isEmpty, let persona { Self.drawFields(persona, in: below, &canvas) }
        if let name { drawTyping(name, in: prompt, on: &canvas) }
    }

    private func drawList(in rect: CellRect, _ canvas: inout Canvas) {
        guard let personas else {
            canvas.put("reading…", at: rect.origin, .dim, maxColumns: rect.columns)
            return
        }
        let (list, faults) = rect.splitBottom(min(problems.count, max(0, rect.rows - 1)))
        for (row, problem) in problems.prefix(faults.rows).enumerated() {
            canvas.put(problem, at: faults.line(row).origin, .error, maxColumns: rect.columns, overflow: .middle)
        }
        guard !personas.isEmpty else {
            canvas.put(
                "no personas yet; \(PersonasPanel.save.words("saves the current user"))", at: list.origin,
                .dim,
                maxColumns: rect.columns)
            return
        }
        let texts = personas.map {
            $0.name + ($0.isFromProject ? "  (project file)" : $0.isTeams ? "  (the team's)" : "")
        }
        ChoiceList(selected: selected, count: texts.count, in: list).draw(texts, &canvas)
    }

    private static func drawFields(_ persona: NamedPersona, in rect: CellRect, _ canvas: inout Canvas) {
        let (title, list) = rect.splitTop(min(2, rect.rows - 1))
        canvas.put(
            persona.fields.isEmpty ? "No attributes." : "Attributes:",
            at: title.line(title.rows - 1).origin, .popupTitle, maxColumns: rect.columns)
        let fields = persona.fields.sorted { $0.key < $1.key }
        for (row, (field, value)) in fields.prefix(list.rows).enumerated() {
            let isLast = row == list.rows - 1 && fields.count > list.rows
            let spans =
                isLast
                ? [Span("and \(fields.count - row) more", .dim)]
                : [
                    Span(field, .key), Span("  ", .dim),
                    value == .null ? Span("not set", .dim) : Span(value.fieldText, .value),
                ]
            canvas.put(spans, at: list.line(row).origin, maxColumns: rect.columns)
        }
    }

    private func drawTyping(_ field: TextField, in rect: CellRect, on canvas: inout Canvas) {
        if rect.rows > 1 {
            canvas.put(refusal ?? "", at: rect.origin, .promptError, maxColumns: rect.columns)
        }
        let line = rect.line(rect.rows - 1)
        let words = savesForTeam ? "save the persona for the team as: " : "save the persona as: "
        let label = rect.columns < 40 ? "> " : words
        canvas.put(label, at: line.origin, .dim, maxColumns: line.columns)
        let place = line.splitLeft(DisplayText(label).width).rest
        field.draw(at: place.origin, width: place.columns, .prompt, &canvas)
    }
}
