import ExperimentsCore
import Foundation

extension DashboardState {
    /// One step back: the list beside the details, the marks, to the present, then what is looked for, details that were
    /// opened here, the filter, what was picked or left out, the first screen. Nil if there is nothing to go back from.
    mutating func goBack() -> [Effect]? {
        if details.isShown, details.size.isZoomed { return update(\.details, with: .zoom) }
        if !overriding.marks.isEmpty, screen.listsKeys {
            overriding.marks = MarkedKeys()
            return []
        }
        if history.isInThePast { return update(\.shown.history, with: .returnToNow) }
        // What is looked for, what was begun last first.
        if details.search.isActive, details.isShown, details.isSearched || !list.search.isActive {
            return update(\.details, with: .clearSearch)
        }
        if list.search.isActive { return update(\.list, with: .dropSearch) }
        if details.isShown, details.wasOpened { return update(\.details, with: .toggle) }
        if !list.filter.text.isEmpty { return update(\.list, with: .dropFilter) }
        if screen.list.dropChoice(&self) { return [] }
        guard screen != .keys else { return nil }
        show(.keys)
        return []
    }
}
