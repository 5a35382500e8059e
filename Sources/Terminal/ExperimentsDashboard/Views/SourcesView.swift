/// The sources by name, each with its environment.
enum SourcesView {
    static func draw(_ state: DashboardState, _ panel: SourcesPanel, _ canvas: inout Canvas) {
        let texts = panel.sources.enumerated().map { index, source in
            let environment = source.environment.map { $0 == source.title ? "" : "  \($0)" } ?? ""
            return "\(index + 1) \(source.title)\(environment)\(source.name == state.currentSource ? "  (shown)" : "")"
        }
        let title = panel.purpose == .switching ? "Source" : "Compare \(state.sourceName) with"
        let width = max(texts.map { DisplayText($0).width + 4 }.max() ?? 0, DisplayText(title).width + 4)
        let rows = min(texts.count, max(1, state.size.rows - 4))
        let inside = OverlayView.box(title, size: CellSize(columns: width, rows: rows), on: &canvas)
        OverlayView.drawChoices(texts, selected: panel.selected, in: inside, &canvas)
    }
}
