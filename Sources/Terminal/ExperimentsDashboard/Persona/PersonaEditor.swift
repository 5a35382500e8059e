import ExperimentsCore

/// The editor of a persona: its fields, and those that the source's conditions use. One of them may be being typed.
struct PersonaEditor: Sendable {
    /// The kind of text that is being typed.
    enum Input: Sendable {
        /// The name of another field.
        case name(TextField)
        /// The value of a field.
        case value(of: String, TextField)
    }

    /// A line of the list: a field, or the line for adding one, which has no name.
    struct Row: Sendable, Hashable {
        let name: String?
        let value: JSONValue?
    }

    /// The fields of the persona.
    private(set) var fields: [String: JSONValue]
    /// The line under the cursor.
    private(set) var selected = 0
    /// The text being typed, if there is one.
    private(set) var input: Input?
    private(set) var suggestions: [String]

    /// Creates an editor of a persona.
    ///
    /// - Parameter suggestions: the fields that the source's conditions use.
    init(_ persona: SourcePersona, suggestions: [String]) {
        fields = persona.fields
        self.suggestions = suggestions
    }

    /// The fields that the conditions use, then the other fields by name, then the line for a new one.
    var rows: [Row] {
        let others = fields.keys.filter { !suggestions.contains($0) }.sorted()
        return (suggestions + others).map { Row(name: $0, value: fields[$0]) } + [Row(name: nil, value: nil)]
    }

    /// The reason why the typed text is not a valid value.
    var problem: String? {
        guard case .value(_, let field) = input else { return nil }
        do throws(MessageError) {
            _ = try JSONValue.typed(field.text)
            return nil
        } catch {
            return error.message
        }
    }

    /// The suggested name that begins with the typed text.
    var completion: String? {
        guard case .name(let field) = input, !field.text.isEmpty else { return nil }
        return suggestions.first { $0.hasPrefix(field.text) && $0 != field.text }
    }

    /// Replaces the suggested names. The cursor stays on its line.
    mutating func suggest(_ names: [String]) {
        let name = rows[selected].name
        suggestions = names
        select(name)
    }

    mutating func move(by step: Int) {
        selected = max(0, min(rows.count - 1, selected + step))
    }

    /// Begins to type the value of the line, or the name of another field.
    mutating func beginTyping() {
        let row = rows[selected]
        input = row.name.map { .value(of: $0, Self.field(row.value)) } ?? .name(TextField())
    }

    mutating func beginTypingName() {
        select(nil)
        input = .name(TextField())
    }

    mutating func stopTyping() {
        input = nil
    }

    mutating func type(_ change: (inout TextField) -> Void) {
        switch input {
        case .name(var field):
            change(&field)
            input = .name(field)
        case .value(let name, var field):
            change(&field)
            input = .value(of: name, field)
        case nil: break
        }
    }

    mutating func complete() {
        if let completion { input = .name(TextField(completion)) }
    }

    /// Ends typing. Returns whether the persona changed.
    mutating func finishTyping() -> Bool {
        switch input {
        case .name(let field):
            let name = field.text
            input = name.isEmpty ? nil : .value(of: name, Self.field(fields[name]))
            return false
        case .value(let name, let field):
            guard let typed = try? JSONValue.typed(field.text) else { return problem == nil && remove(name) }
            let isNew = fields[name] != typed
            input = nil
            fields[name] = typed
            select(name)
            return isNew
        case nil: return false
        }
    }

    /// Removes the field of the line. Returns whether the persona changed.
    mutating func removeSelected() -> Bool {
        rows[selected].name.map { remove($0) } ?? false
    }

    /// Restores a persona. Returns whether it differs from the current one.
    mutating func restore(_ persona: SourcePersona) -> Bool {
        guard fields != persona.fields else { return false }
        fields = persona.fields
        move(by: 0)
        return true
    }

    private static func field(_ value: JSONValue?) -> TextField {
        TextField(value: value?.fieldText ?? "")
    }

    private mutating func remove(_ name: String) -> Bool {
        input = nil
        let wasThere = fields.removeValue(forKey: name) != nil
        move(by: 0)
        return wasThere
    }

    private mutating func select(_ name: String?) {
        let rows = rows
        selected = rows.firstIndex { $0.name == name } ?? max(0, min(selected, rows.count - 1))
    }
}

extension PersonaEditor: Panel {
    private static let edit = KeyHint(.enter, "edit")
    private static let add = KeyHint("a", "add")
    private static let remove = KeyHint("d", "remove")
    private static let restore = KeyHint("R", "reset")
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

    /// Handles a key in the list of fields.
    ///
    /// - Returns: whether the persona changed; nil to close.
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

    /// Handles a key while a name or a value is being typed.
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

// The fields of the persona. One of them may be being typed.
extension PersonaEditor {
    private static let addWords = "add attribute…"

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let rows = rows
        let size = CellSize(
            columns: min(56, max(16, state.size.columns - 6)),
            rows: min(rows.count, max(1, state.size.rows - 8), 12) + 2)
        let inside = Box.draw("View as", size: size, on: &canvas)
        let (list, below) = inside.splitTop(max(1, inside.rows - 2))
        let nameWidth = min(
            max(8, rows.reduce(0) { max($0, DisplayText($1.name ?? "").width) }) + 2,
            max(4, inside.columns / 2))
        let choices = ChoiceList(selected: selected, count: rows.count, in: list)
        for index in choices.visible {
            draw(
                rows[index], isSelected: index == selected, nameWidth, in: choices.line(of: index),
                on: &canvas)
        }
        choices.drawScrollBar(&canvas)
        draw(input, nameWidth, in: choices.line(of: selected), on: &canvas)
        if below.rows > 1 {
            let (words, role) = hint()
            canvas.put(words, at: below.line(1).origin, role, maxColumns: below.columns)
        }
    }

    private func draw(
        _ row: Row, isSelected: Bool, _ nameWidth: Int, in rect: CellRect, on canvas: inout Canvas
    ) {
        let mark = isSelected ? "› " : "  "
        canvas.put(
            mark + (row.name ?? Self.addWords), at: rect.origin, row.name == nil ? .dim : .popup,
            maxColumns: row.name == nil ? rect.columns : nameWidth + 1)
        if row.name != nil {
            canvas.put(
                row.value?.fieldText ?? "not set",
                at: CellPoint(column: rect.column + 2 + nameWidth, row: rect.row),
                row.value == nil ? .dim : .value, maxColumns: max(0, rect.columns - 2 - nameWidth))
        }
        if isSelected {
            canvas.frame.layer(canvas.theme[.cursorRow], over: rect)
            canvas.frame.cursor = rect.origin
        }
    }

    private func draw(_ input: Input?, _ nameWidth: Int, in rect: CellRect, on canvas: inout Canvas) {
        let field: TextField
        let indentation: Int
        switch input {
        case .name(let name): (field, indentation) = (name, 2)
        case .value(_, let value): (field, indentation) = (value, 2 + nameWidth)
        case nil: return
        }
        let place = rect.splitLeft(indentation).rest
        canvas.fill(place, .popup)
        if case .value(let name, _) = input {
            // A field that is not in the list yet has its name only here.
            let label = "› " + name
            canvas.fill(rect.splitLeft(indentation).left, .popup)
            canvas.put(label, at: rect.origin, .popup, maxColumns: max(1, indentation - 1))
        }
        field.draw(at: place.origin, width: place.columns, .prompt, &canvas)
    }

    private func hint() -> (String, Role) {
        switch input {
        case .name:
            if let completion { return ("Tab: \(completion)", .dim) }
            return ("the name of an attribute", .dim)
        case .value:
            if let problem { return (problem, .promptError) }
            return ("text or JSON; empty removes it", .dim)
        case nil: return ("applies immediately", .dim)
        }
    }
}
