import ExperimentsCore
import Foundation

extension DashboardState {
    /// Why an action cannot be taken now, in words; nil where it can.
    func reasonDisabled(_ action: Action) -> String? {
        if isReadOnly, action.changesOverrides { return "read-only: overrides are not changed here" }
        switch action {
        case .messages: return messages.isEmpty ? "nothing was said yet" : nil
        case .sort, .invertSort:
            return screen.listsKeys ? nil : "only lists of keys are sorted"
        case .setOverride where screen.listsKeys && !marks.isEmpty: return nil
        case .setOverride, .copyKey, .copyValue:
            if !screen.listsKeys { return "choose a key on screens 1 to 4" }
            return selectedName == nil ? "there is no key under the cursor" : nil
        case .removeOverride, .switchOverride, .editOverride: return reasonNotChanging(action)
        case .clearOverrides:
            return ownOverrides.isEmpty ? "there are no overrides" : nil
        case .mark, .markAll:
            if !screen.listsKeys { return "rows are marked on screens 1 to 4" }
            return rowCount == 0 && marks.isEmpty ? "there is no row to mark" : nil
        case .profiles: return hasProfiles ? nil : "the overrides are not in a file, so there are no profiles"
        case .sources, .compare: return sources.count < 2 ? "the project has one source only" : nil
        case .undo where pendingEdits > 0, .redo where pendingEdits > 0: return nil
        case .undo: return undoable.isEmpty ? "nothing to undo" : nil
        case .redo: return redoable.isEmpty ? "nothing to redo" : nil
        case .persona:
            if persona == nil { return "the source answers everybody alike" }
            if isInThePast { return "older values are on screen; Esc goes back to now" }
            return isPaused ? "live updates are paused" : nil
        case .refetch: return activity == .idle ? nil : "a fetch is under way"
        default: return reasonReadingDisabled(action)
        }
    }

    mutating func perform(_ action: Action) -> [Effect] {
        if let reason = reasonDisabled(action) {
            say(reason, .warning, seconds: 3)
            return []
        }
        takeHint(by: action)
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
            showsDetails.toggle()
            detailScroll = 0
            followItem()
        case .back: return goBack()
        case .filter: startFilter()
        case .sort:
            sort = SortOrder(sort.column.next(on: screen))
            rebuildListing()
        case .invertSort:
            sort.isReversed.toggle()
            rebuildListing()
        case .setOverride: return startOverride()
        case .editOverride: return editOverride()
        case .removeOverride, .switchOverride, .clearOverrides, .undo, .redo: return changeOverrides(action)
        case .mark: markRow()
        case .markAll: markAllRows()
        case .profiles: return openProfiles()
        case .sources: openSources(.switching)
        case .compare: return startComparison()
        case .refetch: return startFetch(.manual)
        case .persona: return openPersona()
        case .pause: return togglePause()
        case .copyValue: return copyValue()
        case .copyKey: return selectedName.map { [.copy($0)] } ?? []
        case .narrowKeys: resizeKeyColumn(by: -Self.resizeStep)
        case .widenKeys: resizeKeyColumn(by: Self.resizeStep)
        case .theme:
            overlay = .themes(selected: themes.names.firstIndex(of: theme.name) ?? 0, original: theme)
            return [.readThemes]
        case .mouse: return switchMouse()
        case .palette: overlay = .palette(Palette())
        case .help: overlay = .help(scroll: 0)
        case .messages: overlay = .messages(scroll: 0)
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
        case .scrollRight: valueOffset += 8
        case .scrollLeft: valueOffset = max(0, valueOffset - 8)
        case .detailDown: detailScroll += detailPage
        case .detailUp: detailScroll = max(0, detailScroll - detailPage)
        default: return false
        }
        return true
    }

    /// One level back: the marks, to the present, then the filter, what was picked or left out, the details, the first
    /// screen.
    private mutating func goBack() -> [Effect] {
        if !marks.isEmpty, screen.listsKeys {
            marks = Marks()
            return []
        }
        if isInThePast { return returnToNow() }
        if !filter.text.isEmpty {
            changeFilter(to: "")
        } else if dropChoice() {
            return []
        } else if showsDetails {
            showsDetails = false
            followItem()
        } else if screen != .keys {
            show(.keys)
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
