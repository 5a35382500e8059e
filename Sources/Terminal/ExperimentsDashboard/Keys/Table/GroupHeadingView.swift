/// The heading of a group of keys: whether it is open, its name, and what is in it.
enum GroupHeadingView {
    static func draw(_ heading: KeyGroups.Heading, in rect: CellRect, _ canvas: inout Canvas) {
        var spans = [
            Span(heading.isCollapsed ? "▸ " : "▾ ", .group), Span(heading.name, .group),
            Span(heading.count == 1 ? "  1 key" : "  \(heading.count) keys", .dim),
        ]
        if heading.missing > 0 { spans.append(Span("  \(heading.missing) missing", .missing)) }
        if heading.incorrect > 0 { spans.append(Span("  \(heading.incorrect) incorrect", .incorrect)) }
        if heading.unknown > 0 { spans.append(Span("  \(heading.unknown) unknown", .unknown)) }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}
