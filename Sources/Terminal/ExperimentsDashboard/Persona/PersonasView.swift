import ExperimentsCore
import ExperimentsOperator

/// The personas that are kept under names, and what is known of the chosen one.
enum PersonasView {
    static func draw(_ state: DashboardState, _ panel: PersonasPanel, on canvas: inout Canvas) {
        let columns = max(10, min(76, state.size.columns - 6))
        let rows = max(1, min(16, state.size.rows - 4))
        let inside = Box.draw("Personas", size: CellSize(columns: columns, rows: rows), on: &canvas)
        let (above, prompt) = inside.splitBottom(panel.name == nil ? 0 : min(2, max(1, inside.rows - 1)))
        let (list, below) = above.splitTop(above.rows < 6 ? above.rows : above.rows / 2)
        drawList(panel, in: list, &canvas)
        if !below.isEmpty, let persona = panel.persona { drawFields(persona, in: below, &canvas) }
        if let name = panel.name { drawTyping(name, panel, in: prompt, on: &canvas) }
    }

    private static func drawList(_ panel: PersonasPanel, in rect: CellRect, _ canvas: inout Canvas) {
        guard let personas = panel.personas else {
            canvas.put("reading…", at: rect.origin, .dim, maxColumns: rect.columns)
            return
        }
        let (list, faults) = rect.splitBottom(min(panel.problems.count, max(0, rect.rows - 1)))
        for (row, problem) in panel.problems.prefix(faults.rows).enumerated() {
            canvas.put(problem, at: faults.line(row).origin, .error, maxColumns: rect.columns, overflow: .middle)
        }
        guard !personas.isEmpty else {
            canvas.put(
                "no personas yet; \(PersonasPanel.save.words("saves as whom the source is asked"))", at: list.origin,
                .dim,
                maxColumns: rect.columns)
            return
        }
        let texts = personas.map {
            $0.name + ($0.isFromProject ? "  (project file)" : $0.isTeams ? "  (the team's)" : "")
        }
        ChoiceList(selected: panel.selected, count: texts.count, in: list).draw(texts, &canvas)
    }

    private static func drawFields(_ persona: NamedPersona, in rect: CellRect, _ canvas: inout Canvas) {
        let (title, list) = rect.splitTop(min(2, rect.rows - 1))
        canvas.put(
            persona.fields.isEmpty ? "Nothing is known of it." : "What is known of it:",
            at: title.line(title.rows - 1).origin, .popupTitle, maxColumns: rect.columns)
        let fields = persona.fields.sorted { $0.key < $1.key }
        for (row, (field, value)) in fields.prefix(list.rows).enumerated() {
            let isLast = row == list.rows - 1 && fields.count > list.rows
            let spans =
                isLast
                ? [Span("and \(fields.count - row) more", .dim)]
                : [
                    Span(field, .key), Span("  ", .dim),
                    value == .null ? Span("not known", .dim) : Span(value.fieldText, .value),
                ]
            canvas.put(spans, at: list.line(row).origin, maxColumns: rect.columns)
        }
    }

    private static func drawTyping(
        _ field: TextField, _ panel: PersonasPanel, in rect: CellRect, on canvas: inout Canvas
    ) {
        if rect.rows > 1 {
            canvas.put(panel.refusal ?? "", at: rect.origin, .promptError, maxColumns: rect.columns)
        }
        let line = rect.line(rect.rows - 1)
        let words = panel.savesForTeam ? "save the persona for the team as: " : "save the persona as: "
        let label = rect.columns < 40 ? "> " : words
        canvas.put(label, at: line.origin, .dim, maxColumns: line.columns)
        let place = line.splitLeft(DisplayText(label).width).rest
        TextFieldView.draw(field, at: place.origin, width: place.columns, .prompt, &canvas)
    }
}
