/// The line in which it is typed what to find, or that says what is looked for.
enum FindPrompt {
    static func draw(
        _ search: Search, _ label: String, at row: Int, in rect: CellRect, _ canvas: inout Canvas
    ) {
        let count = search.filter.problem == nil ? search.filter.isEmpty ? "" : search.count(at: row) : "not valid"
        let countWidth = DisplayText(count).width
        canvas.fill(rect, .text)
        canvas.put(label, at: rect.origin, .dim)
        let place = CellPoint(column: rect.column + DisplayText(label).width, row: rect.row)
        let room = rect.endColumn - place.column - countWidth - 2
        if let field = search.field {
            TextFieldView.draw(
                field, at: place, width: room, search.filter.problem == nil ? .prompt : .promptError, &canvas)
            let column = place.column + DisplayText(field.text).width + 2
            if let problem = search.filter.problem {
                canvas.put(
                    problem.text, at: CellPoint(column: column, row: rect.row), .promptError,
                    maxColumns: rect.endColumn - countWidth - 2 - column)
            }
        } else {
            canvas.put(search.filter.text, at: place, .prompt, maxColumns: room)
        }
        canvas.put(count, at: CellPoint(column: rect.endColumn - countWidth, row: rect.row), .dim)
    }
}
