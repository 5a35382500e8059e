import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// The saved personas, and the name being typed for another one.
struct PersonasPanel: LibraryPanel {
    var library = Library<NamedPersona>()

    /// - Parameter isSaving: whether to start by typing the name of a new persona.
    init(isSaving: Bool) {
        if isSaving { library.type(TextField(), .saving) }
    }

    /// The selected persona, if there is one.
    var persona: NamedPersona? { library.chosen }

    static let subject = "persona"
    static var nameOfItem: any KeyPath<NamedPersona, String> & Sendable { \.name }

    var typingWords: String {
        library.purpose == .savingForTeam ? "save the persona for the team as: " : "save the persona as: "
    }

    private static let load = KeyHint(.enter, "view as")
    static let save = KeyHint("s", "save")
    private static let saveForTeam = KeyHint("S", "save for the team")
    private static let delete = KeyHint("D", "delete")

    func hints(_ state: DashboardState) -> [KeyHint] {
        if library.field != nil { return [KeyHint(.enter, "save"), escapeHint] }
        return (persona == nil ? [] : [Self.load] + (persona?.isFromProject == true ? [] : [Self.delete]))
            + [Self.save] + (library.shared == nil ? [] : [Self.saveForTeam]) + [escapeHint]
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    mutating func follow(_ state: DashboardState) {
        library.shared = state.overriding.team.view?.library.personas
    }

    mutating func act(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer? {
        switch press {
        case Self.load, KeyPress("l"): return load(state)
        case Self.save: beginName(.saving)
        case Self.saveForTeam where library.shared != nil: beginName(.savingForTeam)
        case Self.delete, KeyPress(.delete): return .stay(askToDelete())
        default: return nil
        }
        return .stay()
    }

    private mutating func beginName(_ purpose: Library<NamedPersona>.Purpose) {
        library.type(TextField(persona?.isFromProject == false ? persona?.name ?? "" : ""), purpose)
    }
}

extension PersonasPanel {
    /// Uses the selected persona for the source.
    private func load(_ state: DashboardState) -> PanelAnswer {
        guard let persona, let configured = state.source.persona?.configured else { return .stay() }
        return .close([
            .send(\.shown.source, .ask(as: persona.laid(over: configured), named: persona.name))
        ])
    }

    /// Saves the current user as a persona. Another persona with the name is replaced only after confirmation.
    mutating func finishTyping(_ state: DashboardState) -> [Effect] {
        guard let name = library.field?.text, let source = state.source.persona else { return [] }
        do throws(MessageError) {
            let persona = try NamedPersona(
                name: name, of: source.current, configured: source.configured,
                author: state.overriding.author,
                at: state.now)
            library.field = nil
            let isForTeam = library.purpose == .savingForTeam
            // A persona that is not known here is not replaced.
            let old = (isForTeam ? library.shared : library.own)?.first {
                $0.name == name && !$0.isFromProject
            }
            let effects: [Effect] =
                isForTeam
                ? [.shelve(.savePersona(persona, replaces: old != nil))]
                : [.personas(.save(persona, replaces: old != nil))]
            guard let old, old.fields != persona.fields else { return effects }
            return [
                .open(
                    Confirmation(lines: ["Persona \(name) already exists.", "Replace it?"], effects: effects))
            ]
        } catch {
            library.refusal = error.message
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
            ? (
                "Delete the team's persona \(persona.name) for everyone?",
                .shelve(.deletePersona(persona.name))
            )
            : ("Delete the persona \(persona.name)?", .personas(.delete(name: persona.name)))
        return [.open(Confirmation(lines: [words, "The current user does not change."], effects: [effect]))]
    }
}

// Handles answers. Personas are read and written outside the state.
extension PersonasPanel {
    static func opened(isSaving: Bool) -> [Effect] {
        [.open(PersonasPanel(isSaving: isSaving)), .personas(.list)]
    }
}

// The saved personas, and the attributes of the selected one.
extension PersonasPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let columns = max(10, min(76, state.size.columns - 6))
        let rows = max(1, min(16, state.size.rows - 4))
        let inside = Box.draw("Personas", size: CellSize(columns: columns, rows: rows), on: &canvas)
        let (above, prompt) = inside.splitBottom(library.field == nil ? 0 : min(2, max(1, inside.rows - 1)))
        let (list, below) = above.splitTop(above.rows < 6 ? above.rows : above.rows / 2)
        let texts = (library.all ?? []).map {
            $0.name + ($0.isFromProject ? "  (project file)" : $0.isTeams ? "  (the team's)" : "")
        }
        drawList({ _ in texts }, empty: Self.save.words("saves the current user"), in: list, on: &canvas)
        if !below.isEmpty, let persona { Self.drawFields(persona, in: below, &canvas) }
        drawTyping(in: prompt, on: &canvas)
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
}
