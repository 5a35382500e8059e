import ExperimentsCore

extension ComparisonView {
    /// Both values of one row whole, as far as there is room.
    static func drawWhole(
        _ state: DashboardState, _ panel: ComparisonPanel, in rect: CellRect, _ canvas: inout Canvas
    ) {
        guard let row = panel.selectedRow else { return }
        var lines = [[Span(row.name, .title)]]
        for (title, entry, role) in [
            (state.sourceName, row.left, Role.diffOld), (panel.other.title, row.right, Role.diffNew),
        ] {
            lines.append([Span(title, .dim)])
            let (text, textRole) = text(of: entry, role)
            let isJSON = text.first == "{" || text.first == "["
            let pretty = isJSON ? (try? JSONValue(parsing: text))?.prettyText ?? text : text
            for part in pretty.split(separator: "\n", omittingEmptySubsequences: false) {
                lines += DisplayText(part).wrapped(to: max(4, rect.columns - 6), limit: 40).map {
                    [Span("  " + $0, textRole)]
                }
            }
        }
        for (index, line) in lines.prefix(rect.rows).enumerated() {
            canvas.put(
                line, at: CellPoint(column: rect.column + 1, row: rect.row + index), maxColumns: rect.columns - 2)
        }
    }
}
