/// Draws the last line.
enum FooterView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .footerText)
        for item in Footer(state).items {
            let point = CellPoint(column: rect.column + item.column, row: rect.row)
            let used = canvas.put(item.hint.keys, at: point, .footerKey)
            canvas.put(
                " " + item.hint.word, at: CellPoint(column: point.column + used, row: point.row), .footerText)
        }
    }
}
