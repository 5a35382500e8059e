/// The keys and what they do, from the same map that the keys are looked up in.
enum HelpView {
    static func draw(_ state: DashboardState, scroll: Int, _ canvas: inout Canvas) {
        let lines = lines(state.keyMap)
        let width = lines.map { line in line.reduce(0) { $0 + $1.width } }.max() ?? 0
        let inside = OverlayView.box("Help", size: Size(columns: width, rows: lines.count), on: &canvas)
        let top = max(0, min(scroll, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            canvas.put(line, at: Point(column: inside.column, row: inside.row + row), maxColumns: inside.columns)
        }
        if lines.count > top + inside.rows {
            let more = " ↓ more "
            canvas.put(more, at: Point(column: inside.endColumn - 8, row: inside.endRow), .popupBorder)
        }
    }

    static func lines(_ map: KeyMap) -> [[Span]] {
        var lines: [[Span]] = []
        for section in Action.Section.allCases {
            if !lines.isEmpty { lines.append([]) }
            lines.append([Span(section.rawValue, .popupTitle)])
            for action in Action.allCases where action.section == section {
                let keys = map.keys(for: action).map(\.description).joined(separator: " ")
                let padded = keys + String(repeating: " ", count: max(1, 16 - DisplayText(keys).width))
                lines.append([Span("  " + padded, .footerKey), Span(action.title, .popup)])
            }
        }
        lines += [[], [Span("Shift with the mouse selects text, as everywhere.", .dim)]]
        return lines
    }
}
