/// The themes; the one under the cursor is in use at once, so that it can be judged.
enum ThemesView {
    static func draw(_ state: DashboardState, selected: Int, _ canvas: inout Canvas) {
        let texts = state.themes.names
        let width = texts.map { DisplayText($0).width }.max() ?? 0
        let rows = min(texts.count, max(1, state.size.rows - 4))
        let inside = OverlayView.box("Theme", size: Size(columns: max(width + 2, 16), rows: rows), on: &canvas)
        OverlayView.drawChoices(texts, selected: selected, in: inside, &canvas)
    }
}
