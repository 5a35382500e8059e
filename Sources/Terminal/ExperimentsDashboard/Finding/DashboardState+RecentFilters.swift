// The filters that were used before, newest first.
extension DashboardState {
    static let recentFilterLimit = 20

    /// A filter was kept: it is the latest.
    mutating func noteFilter(_ text: String) {
        let text = text.trimmingSpaces
        guard !text.isEmpty else { return }
        list.recentFilters.removeAll { $0 == text }
        list.recentFilters.insert(text, at: 0)
        if list.recentFilters.count > Self.recentFilterLimit { list.recentFilters.removeLast() }
    }

    /// Puts an older filter into the line, or with a step back a newer one. Whether there was one.
    mutating func recallFilter(by step: Int) -> Bool {
        let place = (list.recalledFilter ?? -1) + step
        guard list.recentFilters.indices.contains(place) else {
            guard place == -1, list.recalledFilter != nil else { return false }
            list.recalledFilter = nil
            list.filterField = TextField()
            typeFilter("")
            return true
        }
        list.recalledFilter = place
        list.filterField = TextField(list.recentFilters[place])
        typeFilter(list.recentFilters[place])
        return true
    }

    /// Filters by a text that was chosen in the palette.
    mutating func applyFilter(_ text: String) {
        let filter = Filter(text)
        if let problem = filter.problem {
            say(problem.text, .error)
            return
        }
        changeFilter(to: text)
        noteFilter(text)
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
