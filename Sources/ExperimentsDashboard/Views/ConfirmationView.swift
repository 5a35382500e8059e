/// A question before something is done.
enum ConfirmationView {
    static func draw(_ state: DashboardState, _ confirmation: Confirmation, _ canvas: inout Canvas) {
        let room = max(10, min(64, state.size.columns - 6))
        let answers = confirmation.editAgain == nil ? "y yes   n no" : "y yes   n no   e edit again"
        let lines = confirmation.lines.flatMap { DisplayText($0).wrapped(to: room, limit: 6) }
        let width = (lines + [answers]).map { DisplayText($0).width }.max() ?? 0
        let inside = OverlayView.box("Sure?", size: Size(columns: width, rows: lines.count + 2), on: &canvas)
        for (row, line) in lines.enumerated() {
            canvas.put(line, at: Point(column: inside.column, row: inside.row + row), .popup)
        }
        canvas.put(answers, at: Point(column: inside.column, row: inside.endRow - 1), .footerKey)
    }
}
