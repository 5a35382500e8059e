import ExperimentsCore

extension OverrideEditor: Panel {
    private static let set = KeyHint(.enter, "set")
    private static let other = KeyHint("e", "other")
    private static let otherField = KeyHint(.tab, "end, note")
    private static let otherFields = KeyHint(.tab, "end, note, for whom")

    var escapeWord: String { "cancel" }

    var typedField: TextField? {
        switch (focus, input) {
        case (.value, .text(let field)): field
        case (.value, .choice): nil
        case (.expiry, _): expiry
        case (.note, _): note
        case (.aim, _): nil
        }
    }

    /// The keys that work where the focus is.
    func hints(_ state: DashboardState) -> [KeyHint] {
        let here: [KeyHint] =
            switch (focus, input) {
            case (.value, .choice): state.project.keyMap.choosing() + [Self.other]
            case (.value, .text): [.externalEditor]
            case (.expiry, _): [KeyHint(several: "↓ ↑", "usual ends")]
            case (.note, _): []
            case (.aim, _): [KeyHint(several: "↓ ↑", "for whom")]
            }
        return [Self.set] + here
            + (fields.count > 1 ? [fields.contains(.aim) ? Self.otherFields : Self.otherField] : []) + [escapeHint]
            + (typedField == nil ? [] : [.empty])
    }

    mutating func takeEdited(_ text: String, of request: EditorRequest) {
        if request.key.name == keys.first?.name { replaceText(text) }
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { EditorView.draw(state, self, on: &canvas) }

    mutating func paste(_ text: String, _ state: DashboardState) {
        edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch press.key {
        case .escape:
            return .close([.send(\.overriding, .left(typed))])
        case .enter: return commit(state)
        case .tab: focus(by: 1)
        case .backTab: focus(by: -1)
        default: return takeInField(press, state)
        }
        return .stay()
    }

    private mutating func takeInField(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch (focus, input) {
        case (.value, .choice):
            if press == KeyPress(" ") { return commit(state) }
            choose(press, state.project.keyMap)
        case (.value, .text):
            if case KeyHint.externalEditor = press { return .stay([.openEditor(request)]) }
            type(press)
        case (.expiry, _) where press.key == .down || press.key == .up: offerEnd(by: press.key == .down ? 1 : -1)
        case (.aim, _): chooseAim(press, state.project.keyMap)
        default: edit { _ = $0.handle(press) }
        }
        return .stay()
    }

    private mutating func chooseAim(_ press: KeyPress, _ map: KeyMap) {
        switch (press.key, map.command(for: press)) {
        case (.down, _), (.right, _), (_, .moveDown): selectAim(by: 1)
        case (.up, _), (.left, _), (_, .moveUp): selectAim(by: -1)
        default: break
        }
    }

    /// The keys that move in lists choose here, too; digits choose by number.
    private mutating func choose(_ press: KeyPress, _ map: KeyMap) {
        if case Self.other = press { return typeAnyText() }
        switch (press.key, map.command(for: press)) {
        case (.down, _), (_, .moveDown): select(by: 1)
        case (.up, _), (_, .moveUp): select(by: -1)
        case (.character(let digit), _):
            if let number = digit.wholeNumberValue { select(row: number - 1) }
        default: break
        }
    }

    private mutating func type(_ press: KeyPress) {
        switch press {
        case KeyPress(.up): count(by: 1)
        case KeyPress(.down): count(by: -1)
        default: edit { _ = $0.handle(press) }
        }
    }

    private var request: EditorRequest {
        let isJSON = kind == .json
        let shown = isJSON ? (try? JSONValue(parsing: text))?.prettyText ?? text : text
        return EditorRequest(key: keys[0], text: shown, fileExtension: isJSON ? "json" : "txt")
    }
}
