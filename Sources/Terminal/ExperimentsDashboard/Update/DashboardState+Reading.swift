import ExperimentsCore
import Foundation

// What is read, and how: groups, changes, JSON, and the way through time.
extension DashboardState {
    func reasonReadingDisabled(_ action: Action) -> String? {
        switch action {
        case .changedOnly, .groupView:
            return screen.listsKeys ? nil : "choose a list of keys, on screens 1 to 4"
        case .keyHistory, .ring:
            if !screen.listsKeys { return "choose a key on screens 1 to 4" }
            return selectedName == nil ? "there is no key under the cursor" : nil
        case .foldJSON:
            guard showsDetails else { return "the details are closed" }
            return nothingFolds ? "there is no JSON in these details that folds" : nil
        case .stepForward: return isInThePast ? nil : "these are the values of now"
        case .pickFetch, .viewFetch:
            guard screen == .history else { return "choose a fetch on screen 6" }
            guard let record = selectedRecord else { return "there is no fetch under the cursor" }
            if isEarlier(record.id) { return "of fetches before this dashboard only changes are kept, not all values" }
            return generationIndex(of: record) == nil ? "the values of this fetch are no longer kept" : nil
        default: return nil
        }
    }

    private var nothingFolds: Bool {
        func lines(folded: Bool) -> [[Span]] {
            var state = self
            state.foldsJSON = folded
            return DetailLines(state, width: DetailView.inside(of: layout.details).columns).lines
        }
        return lines(folded: true) == lines(folded: false)
    }

    mutating func read(_ action: Action) -> [Effect] {
        switch action {
        case .changedOnly:
            choices.onlyChanged.toggle()
            rebuildListing()
        case .groupView:
            choices.isGrouped.toggle()
            rebuildListing()
            guard rowCount == 0 else { return [] }
            let words = choices.isGrouped ? "keys will stand under their groups" : "keys will stand in one list"
            notice = Notice(text: words, severity: .success, until: now + 2)
        case .foldJSON: foldsJSON = !(foldsJSON ?? DetailLines(self, width: layout.details.columns).hasFolded)
        case .keyHistory: showHistoryOfKey()
        case .stepBack: return stepInTime(back: true)
        case .stepForward: return stepInTime(back: false)
        case .pickFetch: pickFetch()
        case .viewFetch: return travelToFetch()
        case .ring: toggleAlert()
        case .ringBroken: toggleBrokenAlerts()
        default: break
        }
        return []
    }

    /// Opens or closes the group whose heading is under the cursor. Whether there is one.
    mutating func toggleGroup() -> Bool {
        guard screen.listsKeys, let heading = listing.heading(at: position.cursor) else { return false }
        if choices.collapsedGroups.remove(heading.name) == nil { choices.collapsedGroups.insert(heading.name) }
        rebuildListing()
        return true
    }

    /// Lets go of what was picked or left out. Whether there was anything.
    mutating func dropChoice() -> Bool {
        if screen == .history, let id = pickedFetch {
            pickedFetch = nil
            // One that is no longer kept is not to be seen as picked either.
            if fetch(id: id) != nil { return true }
        }
        guard screen.listsKeys, choices.onlyChanged else { return false }
        choices.onlyChanged = false
        rebuildListing()
        return true
    }

    private mutating func pickFetch() {
        guard let record = selectedRecord else { return }
        pickedFetch = pickedFetch == record.id ? nil : record.id
        guard pickedFetch != nil else { return }
        showsDetails = true
        followItem()
        say("move to another fetch to see what differs from \(name(of: record))", .success)
    }

    private mutating func showHistoryOfKey() {
        guard let name = selectedName else { return }
        filter = Filter("key:" + (name.contains(" ") ? "\"\(name)\"" : name))
        show(.history)
    }
}
