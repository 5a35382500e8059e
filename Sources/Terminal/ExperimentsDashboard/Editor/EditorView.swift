import ExperimentsCore

/// Overrides being set: the value, with what is expected and where it goes wrong, the end, and the note.
enum EditorView {
    static func draw(_ state: DashboardState, _ editor: OverrideEditor, on canvas: inout Canvas) {
        let room = max(8, min(72, state.size.columns - 6))
        let title = title(of: editor)
        let isLong = editor.kind == .json || DisplayText(editor.text).width(upTo: 52) >= 52
        let width = isLong ? room : min(room, max(52, DisplayText(title).width + 2))
        let lines = EditorLines(
            editor, width: width, now: state.now, localTime: state.project.localTime,
            aimWords: { state.apps.words(for: $0, hasTeam: state.overriding.teamsOverrides != nil) },
            others: state.overriding.team.editors(beside: editor))
        let rows = max(1, min(lines.lines.count, state.size.rows - 4))
        let inside = Box.draw(title, size: CellSize(columns: width, rows: rows), on: &canvas)
        // What has the focus is on the screen, however low it is.
        let top = max(0, min(lines.focusedLine - inside.rows / 2, lines.lines.count - inside.rows))
        for (row, line) in lines.lines.dropFirst(top).prefix(inside.rows).enumerated() {
            draw(line, in: inside.line(row), &canvas)
        }
        Box.drawScrollBar(
            ScrollBar(top: top, visible: inside.rows, count: lines.lines.count), beside: inside, &canvas)
    }

    private static func title(of editor: OverrideEditor) -> String {
        let name = editor.keys.count == 1 ? editor.keys[0].name : "\(editor.keys.count) keys"
        return (editor.fields.contains(.value) ? "Override " : "Note and end of ") + name
    }

    static func draw(_ line: EditorLines.Line, in rect: CellRect, _ canvas: inout Canvas) {
        switch line {
        case .spans(let spans): canvas.put(spans, at: rect.origin, maxColumns: rect.columns)
        case .choice(let text, let isSelected, let hasFocus):
            canvas.put(
                (isSelected ? "› " : "  ") + text, at: rect.origin, .popup, maxColumns: rect.columns)
            if isSelected {
                canvas.frame.layer(canvas.theme[hasFocus ? .cursorRow : .selectedRow], over: rect)
                if hasFocus { canvas.frame.cursor = rect.origin }
            }
        case .text(let text, let caret):
            canvas.put(text, at: rect.origin, .prompt, maxColumns: rect.columns, overflow: .clip)
            guard let caret else { return }
            canvas.frame.cursor = CellPoint(column: rect.column + min(caret, rect.columns - 1), row: rect.row)
            canvas.frame.showsCaret = true
        case .field(let label, let field, let hasFocus):
            canvas.put(label, at: rect.origin, .dim, maxColumns: rect.columns)
            let place = rect.splitLeft(min(EditorLines.labelWidth, rect.columns / 2)).rest
            if hasFocus {
                TextFieldView.draw(field, at: place.origin, width: place.columns, .prompt, &canvas)
            } else {
                canvas.put(field.text, at: place.origin, .popup, maxColumns: place.columns)
            }
        }
    }
}
