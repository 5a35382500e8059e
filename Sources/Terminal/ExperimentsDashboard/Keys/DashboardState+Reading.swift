import ExperimentsCore
import Foundation

// What is read, and how: groups, changes, JSON, and the way through time.
extension DashboardState {
    private var nothingFolds: Bool {
        func lines(folded: Bool) -> [[Span]] {
            var state = self
            state.details.foldsJSON = folded
            return DetailLines(state, width: layout.detailText.columns).lines
        }
        return lines(folded: true) == lines(folded: false)
    }

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

    /// Why nothing in the details can be folded or unfolded.
    var reasonNotFolding: String? {
        guard details.isShown else { return "the details are closed" }
        return nothingFolds ? "there is no JSON in these details that folds" : nil
    }

    mutating func toggleFolding() {
        details.foldsJSON = !(details.foldsJSON ?? DetailLines(self, width: layout.details.columns).hasFolded)
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

    /// Lets go of what was picked or left out. Whether there was anything.
    mutating func dropChoice() -> Bool {
        if screen == .history, let id = history.pickedFetch {
            history.pickedFetch = nil
            // One that is no longer kept is not to be seen as picked either.
            if history.fetch(id: id) != nil { return true }
        }
        guard screen.listsKeys, list.choices.onlyChanged else { return false }
        list.choices.onlyChanged = false
        rebuildListing()
        return true
    }

    mutating func pickFetch() {
        guard let record = selectedRecord else { return }
        history.pickedFetch = history.pickedFetch == record.id ? nil : record.id
        guard history.pickedFetch != nil else { return }
        details.isShown = true
        followItem()
        say("move to another fetch to see what differs from \(name(of: record))", .success)
    }

    mutating func showHistoryOfKey() {
        guard let name = selectedName else { return }
        list.filter = Filter("key:" + (name.contains(" ") ? "\"\(name)\"" : name))
        show(.history)
    }
}
