import ExperimentsCore
import Foundation

extension DashboardState {
    /// Why an action cannot be taken now, in words; nil where it can.
    func reasonDisabled(_ action: Action) -> String? {
        if isReadOnly, action.changesOverrides { return "read-only: overrides are not changed here" }
        switch action {
        case .messages: return messages.isEmpty ? "nothing was said yet" : nil
        case .findNext, .findPrevious: return reasonNotFinding
        case .sort, .invertSort, .sortLeft, .sortRight:
            if !screen.listsKeys { return "only lists of keys are sorted" }
            // Otherwise the title's arrow turns, at least.
            return action == .invertSort && rowCount < 2 && sort.column == .declared ? "there is nothing to turn" : nil
        case .moveDown, .moveUp, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp:
            return rowCount == 0 ? "there is no row to move to" : nil
        case .scrollLeft, .scrollRight:
            return screen.listsKeys ? nil : "only values of keys are scrolled, on screens 1 to 4"
        case .narrowKeys, .widenKeys: return reasonNotResizingKeys(action)
        case .detailDown, .detailUp:
            return showsDetails ? nil : reasonNotResizingDetails(action)
        case .exportView: return rowCount == 0 ? "there is no row to export" : nil
        case .setOverride where screen.listsKeys && !marks.isEmpty: return nil
        case .setOverride, .copyKey, .copyValue:
            if !screen.listsKeys { return "choose a key on screens 1 to 4" }
            return selectedName == nil ? "there is no key under the cursor" : nil
        case .removeOverride, .switchOverride, .editOverride: return reasonNotChanging(action)
        case .clearOverrides:
            return ownOverrides.isEmpty ? "there are no overrides" : nil
        case .mark, .markAll, .markRange:
            if !screen.listsKeys { return "rows are marked on screens 1 to 4" }
            return rowCount == 0 && marks.isEmpty ? "there is no row to mark" : nil
        case .lengthenInterval, .shortenInterval: return reasonNotChangingInterval(action)
        case .previousView: return places.back.isEmpty ? "nothing was shown before" : nil
        case .nextView: return places.forward.isEmpty ? "there is nothing to go forward to" : nil
        case .profiles: return hasProfiles ? nil : "the overrides are not in a file, so there are no profiles"
        case .sources, .compare: return sources.count < 2 ? "the project has one source only" : nil
        case .undo where pendingEdits > 0, .redo where pendingEdits > 0: return nil
        case .undo: return undoable.isEmpty ? "nothing to undo" : nil
        case .redo: return redoable.isEmpty ? "nothing to redo" : nil
        case .persona:
            if persona == nil { return "the source answers everybody alike" }
            if isInThePast { return "older values are on screen" + wayBack }
            return isPaused ? "live updates are paused" : nil
        case .refetch: return activity == .idle ? nil : "a fetch is under way"
        case .openDetails, .closeDetails: return reasonNotMovingIn(action)
        case .growDetails, .shrinkDetails, .zoomDetails: return reasonNotResizingDetails(action)
        default: return reasonReadingDisabled(action)
        }
    }

    mutating func perform(_ action: Action) -> [Effect] {
        if let reason = reasonDisabled(action) {
            say(reason, .warning, seconds: 3)
            return []
        }
        let tookHint = takeHint(by: action)
        if takesRange(action) { return [] }
        if let screen = action.screen {
            show(screen)
            return []
        }
        if move(action) { return [] }
        switch action {
        case .nextScreen: show(screen.next)
        case .previousScreen: show(screen.previous)
        case .details:
            if toggleGroup() { return [] }
            toggleDetails()
        case .back: return goBack(tookHint)
        case .filter: startFilter()
        case .find: showsOnlyDetails ? startDetailSearch() : startSearch()
        case .findDetails: startDetailSearch()
        case .findNext, .findPrevious: findNext(back: action == .findPrevious)
        case .sort, .invertSort, .sortLeft, .sortRight: changeSort(action)
        case .setOverride: return startOverride()
        case .editOverride: return editOverride()
        case .removeOverride, .switchOverride, .clearOverrides, .undo, .redo: return changeOverrides(action)
        case .mark: markRow()
        case .markAll: markAllRows()
        case .markRange: toggleRange()
        case .profiles: return openProfiles()
        case .sources: openSources(.switching)
        case .compare: return startComparison()
        case .refetch: return startFetch(.manual)
        case .persona: return openPersona()
        case .pause: return togglePause()
        case .lengthenInterval, .shortenInterval: changeInterval(action)
        case .previousView, .nextView: return goToPlace(action)
        case .copyValue: return copyValue()
        case .exportView: startExport()
        case .openDetails: openDetails()
        case .closeDetails: closeDetails()
        case .growDetails, .shrinkDetails, .zoomDetails: resizeDetails(action)
        case .copyKey: return selectedName.map { [.copy($0)] } ?? []
        case .narrowKeys: resizeKeyColumn(by: -Self.resizeStep)
        case .widenKeys: resizeKeyColumn(by: Self.resizeStep)
        case .theme:
            overlay = .themes(selected: themes.names.firstIndex(of: theme.name) ?? 0, original: theme)
            return [.readThemes]
        case .mouse: return switchMouse()
        case .palette: overlay = .palette(Palette())
        case .help: overlay = .help(TextPanel())
        case .messages: overlay = .messages(TextPanel())
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        default: return read(action)
        }
        return []
    }

    mutating func move(_ action: Action) -> Bool {
        let page = max(1, layout.list.rows - 1)
        let detailPage = max(1, layout.details.rows / 2)
        switch action {
        case .moveDown: moveCursor(to: position.cursor + 1)
        case .moveUp: moveCursor(to: position.cursor - 1)
        case .top: moveCursor(to: 0)
        case .bottom: moveCursor(to: rowCount - 1)
        case .halfPageDown: moveCursor(to: position.cursor + (page + 1) / 2)
        case .halfPageUp: moveCursor(to: position.cursor - (page + 1) / 2)
        case .pageDown: moveCursor(to: position.cursor + page)
        case .pageUp: moveCursor(to: position.cursor - page)
        case .scrollRight: scrollValues(by: 8)
        case .scrollLeft: scrollValues(by: -8)
        case .detailDown: scrollDetails(by: detailPage)
        case .detailUp: scrollDetails(by: -detailPage)
        default: return false
        }
        return true
    }

    /// One level back: the list beside the details, the marks, to the present, then what is looked for, the filter, what
    /// was picked or left out, the details, the first screen.
    private mutating func goBack(_ tookHint: Bool) -> [Effect] {
        if showsDetails, detailsSize.isZoomed {
            resizeDetails(.zoomDetails)
            return []
        }
        if !marks.isEmpty, screen.listsKeys {
            marks = Marks()
            return []
        }
        if isInThePast { return returnToNow() }
        if dropSearch() { return [] }
        if !filter.text.isEmpty {
            changeFilter(to: "")
        } else if dropChoice() {
            return []
        } else if showsDetails {
            toggleDetails()
        } else if screen != .keys {
            show(.keys)
        } else if !tookHint {
            let leaves = keyMap.keys(for: .quit).first.map { "; \($0) leaves" } ?? ""
            notice = Notice(text: "there is nothing to close or to clear" + leaves, severity: .success, until: now + 2)
        }
        return []
    }

    private mutating func copyValue() -> [Effect] {
        let name = selectedName ?? ""
        guard let text = selectedRow?.valueText ?? report.overrides[name]?.value else {
            say("\(name) has no known value", .warning)
            return []
        }
        return [.copy(text)]
    }
}
