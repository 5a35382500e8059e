import Foundation

// Looking for rows while all of them stay.
extension DashboardState {
    /// Whether what is found is found in the details: where nothing else is to be seen, or it was asked for.
    var showsOnlyDetails: Bool { showsDetails && layout.list.isEmpty }

    mutating func startSearch() {
        detailSearch.endTyping()
        search.begin(at: position.cursor)
        searchesDetails = false
    }

    /// Finds the rows anew: what is looked for changed, or the rows did.
    mutating func findMatches() {
        guard !search.filter.isEmpty else {
            search.matches = []
            return
        }
        switch screen {
        case .history:
            search.matches = historyListing.indices.filter { place in
                record(at: place).map { search.filter.passes(subject(of: $0), now: now) } ?? false
            }
        case .experiments:
            search.matches = content.places(of: search.filter, in: experimentListing)
        default: search.matches = listing.matches(of: search.filter, in: content)
        }
    }

    mutating func handleInSearch(_ press: KeyPress) {
        switch search.take(press) {
        case .none: break
        case .typed: searchChanged()
        case .kept: if search.filter.isEmpty { search.clear() }
        case .cancelled:
            let origin = search.origin
            search.clear()
            moveCursor(to: origin)
        case .next: goToMatch(back: false)
        case .previous: goToMatch(back: true)
        }
    }

    /// The cursor goes to the first match from where looking began, or back to there.
    mutating func searchChanged() {
        findMatches()
        moveCursor(to: search.match(from: search.origin, orAt: true)?.row ?? search.origin)
    }

    /// Looks for nothing any more, what was begun last first. Whether something was looked for.
    mutating func dropSearch() -> Bool {
        if detailSearch.isActive, showsDetails, searchesDetails || !search.isActive {
            clearDetailSearch()
            return true
        }
        guard search.isActive else { return false }
        search.clear()
        return true
    }

    /// Why there is nothing to go on to.
    var reasonNotFinding: String? {
        if searchesDetails, detailSearch.isActive { return showsDetails ? nil : "the details are closed" }
        if !search.filter.isEmpty {
            return search.matches.isEmpty ? "“\(search.filter.text)” is not found here" : nil
        }
        if !filter.isEmpty { return rowCount == 0 ? "nothing passes the filter" : nil }
        let keys = [Command.find, .filter].compactMap { action in
            keyMap.keys(for: action).first.map { "\($0) \(action == .find ? "finds" : "filters")" }
        }
        return "nothing is looked for" + (keys.isEmpty ? "" : ": " + keys.joined(separator: ", "))
    }

    mutating func findNext(back: Bool) {
        if searchesDetails, detailSearch.isActive { return goToDetailMatch(back: back) }
        if !search.filter.isEmpty { return goToMatch(back: back) }
        // What the filter left is what is worth going through.
        let step = back ? rowCount - 1 : 1
        var row = position.cursor
        for _ in 0..<rowCount {
            row = (row + step) % rowCount
            if !screen.listsKeys || listing.heading(at: row) == nil { break }
        }
        if back ? row > position.cursor : row < position.cursor { sayWrapped(back) }
        moveCursor(to: row)
    }

    private mutating func goToMatch(back: Bool) {
        guard let (row, wraps) = search.match(from: position.cursor, back: back) else { return }
        moveCursor(to: row)
        if wraps, search.field == nil { sayWrapped(back) }
    }

    mutating func sayWrapped(_ back: Bool) {
        // Only a word in passing, not one to be kept.
        notice = Notice(text: "went on from the \(back ? "end" : "start")", severity: .success, until: now + 2)
    }
}
