import Foundation

// Looking for rows while all of them stay.
extension DashboardState {
    /// Whether what is found is found in the details: where nothing else is to be seen, or it was asked for.
    var showsOnlyDetails: Bool { details.isShown && layout.list.isEmpty }

    mutating func startSearch() {
        details.search.endTyping()
        list.search.begin(at: position.cursor)
        details.isSearched = false
    }

    /// Goes to the first row with a text, and looks for it from then on.
    mutating func find(_ text: String) {
        startSearch()
        list.search.insert(text)
        searchChanged()
        list.search.endTyping()
        if list.search.matches.isEmpty { say("no row has “\(text)”", .warning, seconds: 5) }
    }

    /// Finds the matching rows again, because the query or the rows have changed.
    mutating func findMatches() {
        guard !list.search.filter.isEmpty else {
            list.search.matches = []
            return
        }
        list.search.matches = screen.list.matches(of: list.search.filter, &self)
    }

    mutating func handleInSearch(_ press: KeyPress) {
        switch list.search.take(press) {
        case .none: break
        case .typed: searchChanged()
        case .kept: if list.search.filter.isEmpty { list.search.clear() }
        case .cancelled:
            let origin = list.search.origin
            list.search.clear()
            moveCursor(to: origin)
        case .next: goToMatch(back: false)
        case .previous: goToMatch(back: true)
        }
    }

    /// The cursor goes to the first match from where looking began, or back to there.
    mutating func searchChanged() {
        findMatches()
        moveCursor(to: list.search.match(from: list.search.origin, orAt: true)?.row ?? list.search.origin)
    }

    /// Looks for nothing any more, what was begun last first. Whether something was looked for.
    mutating func dropSearch() -> Bool {
        if details.search.isActive, details.isShown, details.isSearched || !list.search.isActive {
            clearDetailSearch()
            return true
        }
        guard list.search.isActive else { return false }
        list.search.clear()
        return true
    }

    /// Why there is nothing to go on to.
    var reasonNotFinding: String? {
        if details.isSearched, details.search.isActive { return details.isShown ? nil : "the details are closed" }
        if !list.search.filter.isEmpty {
            return list.search.matches.isEmpty ? "“\(list.search.filter.text)” is not found here" : nil
        }
        if !list.filter.isEmpty { return rowCount == 0 ? "nothing passes the filter" : nil }
        let keys = [Command.find, .filter].compactMap { action in
            project.keyMap.keys(for: action).first.map { "\($0) \(action == .find ? "finds" : "filters")" }
        }
        return "nothing is looked for" + (keys.isEmpty ? "" : ": " + keys.joined(separator: ", "))
    }

    mutating func findNext(back: Bool) {
        if details.isSearched, details.search.isActive { return goToDetailMatch(back: back) }
        if !list.search.filter.isEmpty { return goToMatch(back: back) }
        // What the filter left is what is worth going through.
        let step = back ? rowCount - 1 : 1
        var row = position.cursor
        for _ in 0..<rowCount {
            row = (row + step) % rowCount
            if !screen.listsKeys || list.keys.heading(at: row) == nil { break }
        }
        if back ? row > position.cursor : row < position.cursor { sayWrapped(back) }
        moveCursor(to: row)
    }

    private mutating func goToMatch(back: Bool) {
        guard let (row, wraps) = list.search.match(from: position.cursor, back: back) else { return }
        moveCursor(to: row)
        if wraps, list.search.field == nil { sayWrapped(back) }
    }

    mutating func sayWrapped(_ back: Bool) {
        // Only a word in passing, not one to be kept.
        notices.notice = Notice(text: "went on from the \(back ? "end" : "start")", severity: .success, until: now + 2)
    }
}
