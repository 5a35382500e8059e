import ExperimentsCore

extension PersonaEditor: Panel {
    private static let edit = KeyHint(.enter, "edit")
    private static let add = KeyHint("a", "add")
    private static let remove = KeyHint("d", "remove")
    private static let restore = KeyHint("R", "as configured")
    private static let save = KeyHint("s", "save")
    private static let load = KeyHint("l", "load")

    var escapeWord: String { input == nil ? "close" : "cancel" }

    var typedField: TextField? {
        switch input {
        case .name(let field), .value(of: _, let field): field
        case nil: nil
        }
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        if input != nil { return [KeyHint(.enter, "set"), escapeHint] }
        return [Self.edit, Self.add, Self.remove, Self.restore, Self.save, Self.load, escapeHint]
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { PersonaView.draw(state, self, on: &canvas) }

    mutating func paste(_ text: String, _ state: DashboardState) {
        type { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch press {
        case Self.save where input == nil: return .stay(PersonasPanel.opened(isSaving: true))
        case Self.load where input == nil: return .stay(PersonasPanel.opened(isSaving: false))
        default: break
        }
        guard let isNew = input == nil ? take(press, state) : takeTyping(press) else { return .close() }
        guard isNew else { return .stay() }
        return .stay([.send(\.shown.source, .use(SourcePersona(fields: fields)))])
    }

    /// Takes a key in the list of fields.
    ///
    /// - Returns: whether the persona is another one; nil to close.
    private mutating func take(_ press: KeyPress, _ state: DashboardState) -> Bool? {
        switch press {
        case Self.edit, KeyPress("e"): beginTyping()
        case Self.add: beginTypingName()
        case Self.remove, KeyPress(.delete): return removeSelected()
        case Self.restore: return state.source.persona.map { restore($0.configured) } ?? false
        case KeyPress(.tab): move(by: 1)
        case KeyPress(.backTab): move(by: -1)
        default:
            if state.project.keyMap.leavesPanel(press) { return nil }
            move(press, state.project.keyMap)
        }
        return false
    }

    private mutating func move(_ press: KeyPress, _ map: KeyMap) {
        switch (press.key, map.command(for: press)) {
        case (.down, _), (_, .moveDown): move(by: 1)
        case (.up, _), (_, .moveUp): move(by: -1)
        default: break
        }
    }

    /// Takes a key while a name or a value is being typed.
    private mutating func takeTyping(_ press: KeyPress) -> Bool? {
        switch press.key {
        case .escape: stopTyping()
        case .enter: return finishTyping()
        case .tab: complete()
        default: type { _ = $0.handle(press) }
        }
        return false
    }
}
