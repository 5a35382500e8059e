import ExperimentsCore
import ExperimentsOperator
import Foundation

// Looking for something in two values. While it is looked for, the keys that go from change to change go from place to
// place; `Esc` gives them back to the changes.
extension DifferencePanel {
    var typedField: TextField? { search.field }

    var escapeWord: String { search.field != nil ? "cancel" : search.isActive ? "clear" : "close" }

    mutating func paste(_ text: String, _ state: DashboardState) {
        guard search.field != nil else { return }
        search.insert(text)
        searchChanged(DifferenceLayout(state.size))
    }

    /// Takes a key that looks for something.
    ///
    /// - Returns: whether it was one.
    mutating func find(_ press: KeyPress, _ command: Command?, in layout: DifferenceLayout) -> Bool {
        if search.field != nil {
            typeSearch(press, layout)
            return true
        }
        switch command {
        case .filter, .find, .findDetails: search.begin(at: top)
        case .findNext where search.isActive: goToMatch(back: false, layout)
        case .findPrevious where search.isActive: goToMatch(back: true, layout)
        default:
            guard search.isActive, press.key == .escape || command == .back else { return false }
            clearSearch()
        }
        return true
    }

    private mutating func typeSearch(_ press: KeyPress, _ layout: DifferenceLayout) {
        switch search.take(press) {
        case .none: break
        case .typed: searchChanged(layout)
        case .kept: if search.filter.isEmpty { clearSearch() }
        case .cancelled:
            scroll(to: search.origin, layout)
            clearSearch()
        case .next: goToMatch(back: false, layout)
        case .previous: goToMatch(back: true, layout)
        }
    }

    private mutating func searchChanged(_ layout: DifferenceLayout) {
        findMatches()
        if let match = search.match(from: search.origin, orAt: true) { show(match.row, layout) } else { found = nil }
    }

    private mutating func goToMatch(back: Bool, _ layout: DifferenceLayout) {
        if let match = search.match(from: found ?? top, back: back) { show(match.row, layout) }
    }

    /// Brings a row with what is looked for onto the screen, a little below the top.
    private mutating func show(_ row: Int, _ layout: DifferenceLayout) {
        found = row
        scroll(to: row - 2, layout)
    }

    private mutating func clearSearch() {
        search.clear()
        found = nil
    }

    /// Finds anew what is looked for: it is another, or the rows are.
    mutating func findMatches() {
        guard !search.filter.isEmpty else {
            (search.matches, found) = ([], nil)
            return
        }
        search.matches =
            page?.rows.places { path, values in
                search.filter.passes(FilterSubject(names: path.map { [$0] } ?? [], values: values))
            } ?? []
        if let row = found, !search.matches.contains(row) { found = nil }
    }
}

extension Filter {
    fileprivate func passes(_ subject: FilterSubject) -> Bool { passes(subject, now: .distantPast) }
}
