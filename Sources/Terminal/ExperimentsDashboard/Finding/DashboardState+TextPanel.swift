// Texts that lie over the screen: they are scrolled, and looked through.
extension DashboardState {
    /// The keys that move scroll a text, those that find look through it; any other closes it.
    mutating func handle(
        _ press: KeyPress, _ panel: TextPanel, lines: [[Span]], _ overlay: (TextPanel) -> Overlay
    ) {
        var panel = panel
        let rows = OverlayView.textRows(lines.count, on: size)
        let page = max(1, size.rows / 2)
        if panel.search.field != nil {
            take(press, &panel, lines, rows)
            self.overlay = overlay(panel)
            return
        }
        // Beyond the end there is nothing to scroll back from.
        let last = max(0, lines.count - rows)
        switch keyMap.command(for: press) {
        case .moveDown: panel.scroll = min(panel.scroll + 1, last)
        case .moveUp: panel.scroll = max(0, panel.scroll - 1)
        case .pageDown, .halfPageDown: panel.scroll = min(panel.scroll + page, last)
        case .pageUp, .halfPageUp: panel.scroll = max(0, panel.scroll - page)
        case .top: panel.scroll = 0
        case .bottom: panel.scroll = last
        case .find, .findDetails: panel.search.begin(at: panel.scroll)
        case .findNext where panel.search.isActive: panel.go(back: false, in: lines, rows: rows)
        case .findPrevious where panel.search.isActive: panel.go(back: true, in: lines, rows: rows)
        case .back where panel.search.isActive: panel.clearSearch()
        default:
            self.overlay = nil
            return
        }
        self.overlay = overlay(panel)
    }

    private func take(_ press: KeyPress, _ panel: inout TextPanel, _ lines: [[Span]], _ rows: Int) {
        switch panel.search.take(press) {
        case .none: break
        case .typed: panel.searchChanged(in: lines, rows: rows)
        case .kept: if panel.search.filter.isEmpty { panel.clearSearch() }
        case .cancelled:
            panel.scroll = panel.search.origin
            panel.clearSearch()
        case .next: panel.go(back: false, in: lines, rows: rows)
        case .previous: panel.go(back: true, in: lines, rows: rows)
        }
    }
}
