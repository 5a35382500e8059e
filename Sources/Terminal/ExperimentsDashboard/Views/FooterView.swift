/// The last line: the keys that work here, the most useful first; what does not fit is left out.
enum FooterView {
    private static let gap = 2

    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .footerText)
        for hint in hints(state) {
            let point = CellPoint(column: rect.column + hint.column, row: rect.row)
            let used = canvas.put(hint.key, at: point, .footerKey)
            canvas.put(
                " " + hint.word, at: CellPoint(column: point.column + used, row: point.row), .footerText)
        }
    }

    /// The action whose hint is at a column.
    static func action(at column: Int, _ state: DashboardState) -> Command? {
        hints(state).first { column >= $0.column && column < $0.column + $0.width }?.action
    }

    /// The key whose hint is at a column, where the keys are those of an overlay or a prompt.
    static func press(at column: Int, _ state: DashboardState) -> KeyPress? {
        let hint = hints(state).first { column >= $0.column && column < $0.column + $0.width }
        return hint.flatMap { try? KeyPress(parsing: $0.key) }
    }

    private struct Hint {
        let action: Command?
        let key: String
        let word: String
        var column = 0
        var width: Int { DisplayText(key).width + 1 + DisplayText(word).width }
    }

    private static func hints(_ state: DashboardState) -> [Hint] {
        var column = 1
        var placed: [Hint] = []
        for var hint in wanted(state) {
            guard column + hint.width <= state.size.columns else { break }
            hint.column = column
            column += hint.width + gap
            placed.append(hint)
        }
        return placed
    }

    private static func wanted(_ state: DashboardState) -> [Hint] {
        if let fixed = fixedHints(state) { return fixed.map { Hint(action: nil, key: $0.0, word: $0.1) } }
        var seen: Set<Command> = []
        return actions(state).compactMap { action in
            guard seen.insert(action).inserted, let word = action.hint, let key = state.keyMap.keys(for: action).first
            else { return nil }
            return Hint(action: action, key: key.description, word: word)
        }
    }

    private static func actions(_ state: DashboardState) -> [Command] {
        var actions: [Command] = [.help]
        if state.showsDetails, state.layout.list.isEmpty { actions += [.back, .detailDown, .detailUp] }
        if state.isInThePast { actions += [.stepBack, .stepForward] }
        if state.search.isActive || state.searchesDetails { actions += [.findNext, .findPrevious] }
        if !state.marks.isEmpty, state.screen.listsKeys {
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
        if state.persona != nil { actions.append(.persona) }
        if !state.undoHistory.undoable.isEmpty { actions.append(.undo) }
        if state.screen.listsKeys { actions += [.mark, .sort, .copyValue] }
        if state.hasProfiles { actions.append(.profiles) }
        if state.sources.count > 1 { actions += [.sources, .compare] }
        actions += [.theme, .palette, .quit]
        actions.append(.find)
        if state.screen.listsKeys { actions += [.changedOnly, .groupView] }
        if !state.isInThePast, state.timeline.generations.count > 1 { actions.append(.stepBack) }
        return actions
    }

    private static let findingHints = [("Enter", "keep"), ("Esc", "cancel"), ("Down", "next"), ("Up", "previous")]

    private static func hints(
        _ panel: TextPanel, _ map: KeyMap, _ others: [(String, String)] = []
    ) -> [(String, String)] {
        if panel.search.field != nil { return findingHints }
        if panel.search.isActive {
            return map.hint([.findNext], "next") + map.hint([.findPrevious], "previous") + map.hint([.back], "clear")
                + map.choosing("scroll")
        }
        return map.hint([.back], "close") + map.choosing("scroll") + map.hint([.find], "find") + others
    }

    /// Inside an overlay or a prompt the keys are those of the overlay, whatever the map says.
    private static func fixedHints(_ state: DashboardState) -> [(String, String)]? {
        let map = state.keyMap
        switch state.overlay {
        case .help(let panel): return hints(panel, map, map.hint([.filter], "commands"))
        case .messages(let panel), .selectable(_, let panel): return hints(panel, map)
        case .palette: return [("Enter", "run"), ("Esc", "cancel")]
        case .themes: return [("Enter", "take"), ("Esc", "back")] + map.choosing()
        case .confirmation: return [("y", "yes"), ("n", "no")]
        case .editor(let editor): return editor.hints
        case .profiles(let panel): return panel.hints
        case .sources(let panel): return panel.hints(map)
        case .comparison(let panel): return panel.hints(map)
        case .persona(let editor):
            if editor.input != nil { return [("Enter", "set"), ("Esc", "cancel")] }
            return [("Enter", "edit"), ("a", "add"), ("d", "remove"), ("R", "as configured"), ("Esc", "close")]
        case nil: break
        }
        if state.search.field != nil || state.detailSearch.field != nil { return findingHints }
        guard state.filterField != nil else { return nil }
        return [
            ("Enter", "keep"), ("Esc", "clear"),
        ] + (state.recentFilters.isEmpty ? [] : [("ctrl-r", "used before")]) + [
            ("!word", "exclude"), ("\"text\"", "literally"),
            ("/…/", "expression"),
            ("status: type: group: value: changed:", "one field"),
        ]
    }
}
