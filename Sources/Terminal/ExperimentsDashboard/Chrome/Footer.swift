/// The hints of the last line: the keys that work here, the most useful first; what does not fit is left out. The view
/// draws them, the mouse clicks on them.
struct Footer {
    /// A hint, and where it is.
    struct Item {
        /// What a click does outside panels and prompts.
        let action: Command?
        let hint: KeyHint
        /// Columns from the left edge.
        let column: Int
    }

    let items: [Item]
    private static let gap = 2

    init(_ state: DashboardState) {
        var column = 1
        var items: [Item] = []
        for (action, hint) in Self.wanted(state) {
            guard column + hint.width <= state.size.columns else { break }
            items.append(Item(action: action, hint: hint, column: column))
            column += hint.width + Self.gap
        }
        self.items = items
    }

    /// The hint at a column.
    func item(at column: Int) -> Item? {
        items.first { column >= $0.column && column < $0.column + $0.hint.width }
    }

    private static func wanted(_ state: DashboardState) -> [(Command?, KeyHint)] {
        // Inside a panel or a prompt the keys are its own.
        if let hints = state.panels.top?.hints(state) ?? promptHints(state) { return hints.map { (nil, $0) } }
        var seen: Set<Command> = []
        return actions(state).compactMap { action in
            guard seen.insert(action).inserted, let word = action.hint,
                let key = state.project.keyMap.keys(for: action).first
            else { return nil }
            return (action, KeyHint(key, word))
        }
    }

    private static func actions(_ state: DashboardState) -> [Command] {
        var actions: [Command] = [.help]
        if state.details.isShown, state.layout.list.isEmpty { actions += [.back, .detailDown, .detailUp] }
        if state.history.isInThePast { actions += [.stepBack, .stepForward] }
        if state.list.search.isActive || state.details.isSearched { actions += [.findNext, .findPrevious] }
        if !state.overriding.marks.isEmpty, state.screen.listsKeys {
            actions += [.setOverride, .mark, .markAll, .back]
            if state.reasonDisabled(.switchOverride) == nil { actions += [.removeOverride, .switchOverride] }
        } else if state.screen.listsKeys {
            actions += [.setOverride, .filter, .details]
            if state.reasonDisabled(.removeOverride) == nil { actions.append(.removeOverride) }
            if state.reasonDisabled(.switchOverride) == nil { actions.append(.switchOverride) }
        } else {
            actions += [.details, .filter]
            if state.screen == .history { actions.append(.pickFetch) }
        }
        actions += [.refetch, .pause]
        if state.source.persona != nil { actions.append(.persona) }
        if !state.overriding.undoHistory.undoable.isEmpty { actions.append(.undo) }
        if state.screen.listsKeys { actions += [.mark, .sort, .copyValue] }
        if state.overriding.hasProfiles { actions.append(.profiles) }
        if state.project.sources.count > 1 { actions += [.sources, .compare] }
        actions += [.theme, .palette, .quit]
        actions.append(.find)
        if state.screen.listsKeys { actions += [.changedOnly, .groupView] }
        if !state.history.isInThePast, state.history.timeline.generations.count > 1 { actions.append(.stepBack) }
        return actions
    }

    private static func promptHints(_ state: DashboardState) -> [KeyHint]? {
        if state.list.search.field != nil || state.details.search.field != nil { return Search.hints }
        guard state.list.filterField != nil else { return nil }
        let recall = KeyHint(KeyPress(.character("r"), modifiers: .control), "used before")
        return [KeyHint(.enter, "keep"), KeyHint(.escape, "clear")] + (state.list.recentFilters.isEmpty ? [] : [recall])
            + [
                KeyHint(several: "!word", "exclude"), KeyHint(several: "\"text\"", "literally"),
                KeyHint(several: "/…/", "expression"),
                KeyHint(several: "status: type: group: value: changed:", "one field"),
            ]
    }
}

/// Draws the last line.
enum FooterView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .footerText)
        for item in Footer(state).items {
            let point = CellPoint(column: rect.column + item.column, row: rect.row)
            let used = canvas.put(item.hint.keys, at: point, .footerKey)
            canvas.put(
                " " + item.hint.word, at: CellPoint(column: point.column + used, row: point.row), .footerText)
        }
    }
}
