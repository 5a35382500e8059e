import ExperimentsCore
import Foundation

// Which of the keys are listed, besides the filter: those that changed last, and the groups that are open.
extension DashboardState {
    mutating func toggleChangedOnly() {
        list.choices.onlyChanged.toggle()
        rebuildListing()
    }

    mutating func toggleGroups() {
        list.choices.isGrouped.toggle()
        rebuildListing()
        guard rowCount == 0 else { return }
        let words = list.choices.isGrouped ? "keys will stand under their groups" : "keys will stand in one list"
        notices.notice = Notice(text: words, severity: .success, until: now + 2)
    }

    /// Opens or closes the group whose heading is under the cursor. Whether there is one.
    mutating func toggleGroup() -> Bool {
        guard screen.listsKeys, let heading = list.keys.heading(at: position.cursor) else { return false }
        if list.choices.collapsedGroups.remove(heading.name) == nil {
            list.choices.collapsedGroups.insert(heading.name)
        }
        rebuildListing()
        return true
    }
}
