/// The themes; the one under the cursor is in use at once, so that it can be judged.
enum ThemesView {
    static func draw(_ state: DashboardState, selected: Int, _ canvas: inout Canvas) {
        let inside = OverlayView.box("Theme", size: size(in: state), on: &canvas)
        OverlayView.drawChoices(state.themes.names, selected: selected, in: inside, &canvas)
    }

    /// The lines of the themes, for the mouse.
    static func list(in state: DashboardState) -> CellRect {
        OverlayView.inside(size(in: state), on: CellRect(state.size))
    }

    private static func size(in state: DashboardState) -> CellSize {
        let names = state.themes.names
        let width = names.map { DisplayText($0).width }.max() ?? 0
        return CellSize(columns: max(width + 2, 16), rows: min(names.count, max(1, state.size.rows - 4)))
    }
}
