import ExperimentsCore
import Foundation

extension DashboardState {
    /// One step back: the list beside the details, the marks, to the present, then what is looked for, details that were
    /// opened here, the filter, what was picked or left out, the first screen. Nil if there is nothing to go back from.
    mutating func goBack() -> [Effect]? {
        if details.isShown, details.size.isZoomed {
            resizeDetails(.zoomDetails)
            return []
        }
        if !overriding.marks.isEmpty, screen.listsKeys {
            overriding.marks = MarkedKeys()
            return []
        }
        if history.isInThePast { return returnToNow() }
        if dropSearch() { return [] }
        if details.isShown, details.wasOpened {
            toggleDetails()
        } else if !list.filter.text.isEmpty {
            dropFilter()
        } else if screen.list.dropChoice(&self) {
            return []
        } else if screen != .keys {
            show(.keys)
        } else {
            return nil
        }
        return []
    }

    mutating func sayNothingToClose() {
        let leaves = project.keyMap.keys(for: .quit).first.map { "; \($0) leaves" } ?? ""
        notices.notice = Notice(
            text: "there is nothing to close or to clear" + leaves, severity: .success, until: now + 2)
    }
}
