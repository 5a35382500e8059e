extension DashboardState {
    /// The mouse over a list of commands or themes chooses; the wheel moves as the arrow keys do.
    mutating func handleInOverlay(_ mouse: MouseEvent) -> [Effect] {
        switch (mouse.kind, overlay) {
        case (.wheelDown, _): return handleInOverlay(KeyPress(.down))
        case (.wheelUp, _): return handleInOverlay(KeyPress(.up))
        case (.press, .palette(let palette)) where mouse.button == 1:
            let list = PaletteView.list(in: self)
            guard
                let row = choice(
                    at: mouse.point, in: list, selected: palette.selected, count: palette.entries(self).count)
            else { return [] }
            var palette = palette
            palette.selected = row
            overlay = .palette(palette)
            return handleInOverlay(KeyPress(.enter))
        case (.press, .themes(let selected, _)) where mouse.button == 1:
            let list = ThemesView.list(in: self)
            guard let row = choice(at: mouse.point, in: list, selected: selected, count: themes.names.count) else {
                return []
            }
            // A first click tries it on, one on the chosen theme takes it.
            if row == selected { return handleInOverlay(KeyPress(.enter)) }
            return tryTheme(row)
        default: return []
        }
    }

    private func choice(at point: CellPoint, in list: CellRect, selected: Int, count: Int) -> Int? {
        guard list.contains(point) else { return nil }
        let row = OverlayView.firstChoice(selected: selected, count: count, rows: list.rows) + point.row - list.row
        return row < count ? row : nil
    }
}
