// Looking for text in the details.
extension DashboardState {
    private var detailText: [[Span]] {
        DetailLines(self, width: layout.detailText.columns).lines
    }

    mutating func startDetailSearch() {
        if !showsDetails {
            showsDetails = true
            followItem()
        }
        search.endTyping()
        detailSearch.begin(at: detailScroll)
        searchesDetails = true
    }

    mutating func handleInDetailSearch(_ press: KeyPress) {
        switch detailSearch.take(press) {
        case .none: break
        case .typed: detailSearchChanged()
        case .kept: if detailSearch.filter.isEmpty { clearDetailSearch() }
        case .cancelled:
            let origin = detailSearch.origin
            clearDetailSearch()
            detailScroll = origin
        case .next: goToDetailMatch(back: false)
        case .previous: goToDetailMatch(back: true)
        }
    }

    mutating func clearDetailSearch() {
        detailSearch.clear()
        detailLine = nil
        searchesDetails = false
    }

    mutating func detailSearchChanged() {
        detailSearch.matches = detailSearch.matches(in: detailText)
        show(detailLine: detailSearch.match(from: detailSearch.origin, orAt: true)?.row)
        if detailLine == nil { detailScroll = detailSearch.origin }
    }

    /// The details may say something else than when they were looked through.
    mutating func followDetailSearch() {
        guard showsDetails, detailSearch.isActive else { return }
        detailSearch.matches = detailSearch.matches(in: detailText)
        if let line = detailLine, !detailSearch.matches.contains(line) { detailLine = nil }
    }

    mutating func goToDetailMatch(back: Bool) {
        // The text may be another one since.
        detailSearch.matches = detailSearch.matches(in: detailText)
        guard let (row, wraps) = detailSearch.match(from: detailLine ?? detailScroll - 1, back: back) else {
            say("“\(detailSearch.filter.text)” is not found in these details", .warning, seconds: 3)
            return
        }
        show(detailLine: row)
        if wraps, detailSearch.field == nil { sayWrapped(back) }
    }

    /// Scrolls so that a line is to be seen, with what is around it.
    private mutating func show(detailLine line: Int?) {
        detailLine = line
        guard let line else { return }
        let rows = layout.detailText.rows
        let margin = min(2, max(0, (rows - 1) / 2))
        if line < detailScroll + margin { detailScroll = max(0, line - margin) }
        if line > detailScroll + rows - 1 - margin { detailScroll = line - rows + 1 + margin }
    }
}
