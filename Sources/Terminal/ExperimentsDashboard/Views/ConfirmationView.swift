/// A question before something is done, with the environment that it is about.
enum ConfirmationView {
    static func draw(_ state: DashboardState, _ confirmation: Confirmation, _ canvas: inout Canvas) {
        let room = max(10, min(64, state.size.columns - 6))
        let answers = "y yes   n no"
        let lines = confirmation.lines.flatMap { DisplayText($0).wrapped(to: room, limit: 6) }
        let title = state.environment.map { "Sure? (\($0))" } ?? "Sure?"
        let width = (lines + [answers, title + "  "]).map { DisplayText($0).width }.max() ?? 0
        let inside = OverlayView.box(title, size: CellSize(columns: width, rows: lines.count + 2), on: &canvas)
        // Where there is no room for all, the question stays; the footer has the answers, too.
        let hasRoom = inside.rows > lines.count
        for (row, line) in lines.prefix(inside.rows).enumerated() {
            canvas.put(
                line, at: CellPoint(column: inside.column, row: inside.row + row), .popup, maxColumns: inside.columns)
        }
        guard hasRoom else { return }
        canvas.put(
            answers, at: CellPoint(column: inside.column, row: inside.endRow - 1), .footerKey,
            maxColumns: inside.columns)
    }
}
