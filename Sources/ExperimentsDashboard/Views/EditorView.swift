import ExperimentsCore

/// An override being set.
enum EditorView {
    static func draw(_ state: DashboardState, _ editor: OverrideEditor, _ canvas: inout Canvas) {
        let title = "Override \(editor.key.name)"
        let width = min(max(44, DisplayText(title).width + 2), max(10, state.size.columns - 6))
        switch editor.input {
        case .choice(let choices, let selected):
            let rows = min(choices.count, max(1, state.size.rows - 4))
            let inside = OverlayView.box(title, size: Size(columns: width, rows: rows), on: &canvas)
            let texts = choices.map { choice in
                choice + (choice == editor.key.schema.defaultText ? "  (default)" : "")
            }
            OverlayView.drawChoices(texts, selected: selected, in: inside, &canvas)
        case .text(let field):
            let inside = OverlayView.box(title, size: Size(columns: width, rows: 4), on: &canvas)
            drawText(field, editor, in: inside, &canvas)
        }
    }

    private static func drawText(
        _ field: TextField, _ editor: OverrideEditor, in rect: Rect, _ canvas: inout Canvas
    ) {
        canvas.put(
            "expected: " + editor.key.schema.expectation, at: rect.origin, .dim, maxColumns: rect.columns)
        let lines: [(String, Role)] =
            if let problem = editor.problem {
                [(problem.reason, .promptError)]
                    + (editor.mayInsist ? [("Enter again sets it all the same", Role.warning)] : [])
            } else {
                [("Enter sets it", .success)]
            }
        for (row, line) in lines.enumerated() {
            canvas.put(
                line.0, at: Point(column: rect.column, row: rect.row + 2 + row), line.1, maxColumns: rect.columns)
        }
        TextFieldView.draw(
            field, at: Point(column: rect.column, row: rect.row + 1), width: rect.columns, .prompt, &canvas)
    }
}
