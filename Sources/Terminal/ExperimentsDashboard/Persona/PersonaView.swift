import ExperimentsCore

/// The fields of the persona, one of them perhaps being typed.
enum PersonaView {
    private static let addWords = "another field…"

    static func draw(_ state: DashboardState, _ editor: PersonaEditor, on canvas: inout Canvas) {
        let rows = editor.rows
        let size = CellSize(
            columns: min(56, max(16, state.size.columns - 6)),
            rows: min(rows.count, max(1, state.size.rows - 8), 12) + 2)
        let inside = Box.draw("Ask as", size: size, on: &canvas)
        let (list, below) = inside.splitTop(max(1, inside.rows - 2))
        let nameWidth = min(
            max(8, rows.reduce(0) { max($0, DisplayText($1.name ?? "").width) }) + 2, max(4, inside.columns / 2))
        let choices = ChoiceList(selected: editor.selected, count: rows.count, in: list)
        for index in choices.visible {
            draw(rows[index], isSelected: index == editor.selected, nameWidth, in: choices.line(of: index), on: &canvas)
        }
        choices.drawScrollBar(&canvas)
        draw(editor.input, nameWidth, in: choices.line(of: editor.selected), on: &canvas)
        if below.rows > 1 {
            let (words, role) = hint(editor)
            canvas.put(words, at: below.line(1).origin, role, maxColumns: below.columns)
        }
    }

    private static func draw(
        _ row: PersonaEditor.Row, isSelected: Bool, _ nameWidth: Int, in rect: CellRect, on canvas: inout Canvas
    ) {
        let mark = isSelected ? "› " : "  "
        canvas.put(
            mark + (row.name ?? addWords), at: rect.origin, row.name == nil ? .dim : .popup,
            maxColumns: row.name == nil ? rect.columns : nameWidth + 1)
        if row.name != nil {
            canvas.put(
                row.value?.fieldText ?? "not set", at: CellPoint(column: rect.column + 2 + nameWidth, row: rect.row),
                row.value == nil ? .dim : .value, maxColumns: max(0, rect.columns - 2 - nameWidth))
        }
        if isSelected {
            canvas.frame.layer(canvas.theme[.cursorRow], over: rect)
            canvas.frame.cursor = rect.origin
        }
    }

    private static func draw(
        _ input: PersonaEditor.Input?, _ nameWidth: Int, in rect: CellRect, on canvas: inout Canvas
    ) {
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
            // A field that is not in the list yet has its name here alone.
            let label = "› " + name
            canvas.fill(rect.splitLeft(indentation).left, .popup)
            canvas.put(label, at: rect.origin, .popup, maxColumns: max(1, indentation - 1))
        }
        TextFieldView.draw(field, at: place.origin, width: place.columns, .prompt, &canvas)
    }

    private static func hint(_ editor: PersonaEditor) -> (String, Role) {
        switch editor.input {
        case .name:
            if let completion = editor.completion { return ("Tab: \(completion)", .dim) }
            return ("the name of what is known about the user", .dim)
        case .value:
            if let problem = editor.problem { return (problem, .promptError) }
            return ("text or JSON; nothing removes it", .dim)
        case nil: return ("applied as soon as it is set", .dim)
        }
    }
}
