// Looking for text in the details.
extension DashboardState {
    private var detailText: [[Span]] {
        DetailLines(self, width: layout.detailText.columns).lines
    }

    mutating func startDetailSearch() {
        if !details.isShown {
            details.isShown = true
            followItem()
        }
        list.search.endTyping()
        details.search.begin(at: details.scroll)
        details.isSearched = true
    }

    mutating func handleInDetailSearch(_ press: KeyPress) {
        switch details.search.take(press) {
        case .none: break
        case .typed: detailSearchChanged()
        case .kept: if details.search.filter.isEmpty { clearDetailSearch() }
        case .cancelled:
            let origin = details.search.origin
            clearDetailSearch()
            details.scroll = origin
        case .next: goToDetailMatch(back: false)
        case .previous: goToDetailMatch(back: true)
        }
    }

    mutating func clearDetailSearch() {
        details.search.clear()
        details.line = nil
        details.isSearched = false
    }

    mutating func detailSearchChanged() {
        details.search.matches = details.search.matches(in: detailText)
        show(detailLine: details.search.match(from: details.search.origin, orAt: true)?.row)
        if details.line == nil { details.scroll = details.search.origin }
    }

    /// The details may say something else than when they were looked through.
    mutating func followDetailSearch() {
        guard details.isShown, details.search.isActive else { return }
        details.search.matches = details.search.matches(in: detailText)
        if let line = details.line, !details.search.matches.contains(line) { details.line = nil }
    }

    mutating func goToDetailMatch(back: Bool) {
        // The text may be another one since.
        details.search.matches = details.search.matches(in: detailText)
        guard let (row, wraps) = details.search.match(from: details.line ?? details.scroll - 1, back: back) else {
            say("“\(details.search.filter.text)” is not found in these details", .warning, seconds: 3)
            return
        }
        show(detailLine: row)
        if wraps, details.search.field == nil { sayWrapped(back) }
    }

    /// Scrolls so that a line is to be seen, with what is around it.
    private mutating func show(detailLine line: Int?) {
        details.line = line
        guard let line else { return }
        let rows = layout.detailText.rows
        let margin = min(2, max(0, (rows - 1) / 2))
        if line < details.scroll + margin { details.scroll = max(0, line - margin) }
        if line > details.scroll + rows - 1 - margin { details.scroll = line - rows + 1 + margin }
    }
}
