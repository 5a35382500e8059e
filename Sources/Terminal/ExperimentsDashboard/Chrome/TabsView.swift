/// Draws the second line: the screens by number.
enum TabsView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        canvas.fill(rect, .tab)
        for tab in Tabs(state).items {
            canvas.put(
                tab.text, at: CellPoint(column: rect.column + tab.column, row: rect.row),
                tab.screen == state.screen ? .tabActive : .tab)
        }
    }
}
