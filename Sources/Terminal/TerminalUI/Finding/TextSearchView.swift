/// The line in which it is typed what to find, or that says what is looked for.
package enum TextSearchView {
    /// - Parameters:
    ///   - row: the row or line that the cursor is on, to say which of the matches that is.
    ///   - ground: what the line is drawn on.
    package static func draw<Query>(
        _ search: TextSearch<Query>, _ label: String, at row: Int, in rect: CellRect,
        on ground: Role = .text, _ canvas: inout Canvas
    ) {
        let complaint = search.query.complaint
        let count = complaint == nil ? search.query.isEmpty ? "" : search.count(at: row) : "not valid"
        let countWidth = DisplayText(count).width
        canvas.fill(rect, ground)
        canvas.put(label, at: rect.origin, .dim)
        let place = CellPoint(column: rect.column + DisplayText(label).width, row: rect.row)
        let room = rect.endColumn - place.column - countWidth - 2
        if let field = search.field {
            TextFieldView.draw(field, at: place, width: room, complaint == nil ? .prompt : .promptError, &canvas)
            let column = place.column + DisplayText(field.text).width + 2
            if let complaint {
                canvas.put(
                    complaint, at: CellPoint(column: column, row: rect.row), .promptError,
                    maxColumns: rect.endColumn - countWidth - 2 - column)
            }
        } else {
            canvas.put(search.query.text, at: place, .prompt, maxColumns: room)
        }
        canvas.put(count, at: CellPoint(column: rect.endColumn - countWidth, row: rect.row), .dim)
    }
}
