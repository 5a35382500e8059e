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
    /// Where the cursor is among the rows, at the right: `45/100,000`; empty where there are none, or no room.
    let position: String
    private static let gap = 2
    /// How one gets help, finds everything else, and gets out: these stay, however narrow the screen is.
    private static let lasting: [Command] = [.help, .quit, .palette]

    init(_ state: DashboardState) {
        let wanted = Self.wanted(state)
        position = Self.position(state)
        var room = state.size.columns - 1 - (position.isEmpty ? 0 : position.utf8.count + 1 + Self.gap)
        var isShown = [Bool](repeating: false, count: wanted.count)
        func take(_ index: Int) {
            isShown[index] = true
            room -= wanted[index].1.width + Self.gap
        }
        for command in Self.lasting {
            if let index = wanted.firstIndex(where: { $0.0 == command }), wanted[index].1.width <= room { take(index) }
        }
        for index in wanted.indices where !isShown[index] {
            guard wanted[index].1.width <= room else { break }
            take(index)
        }
        var column = 1
        items = wanted.indices.filter { isShown[$0] }.map { index in
            defer { column += wanted[index].1.width + Self.gap }
            return Item(action: wanted[index].0, hint: wanted[index].1, column: column)
        }
    }

    /// The hint at a column.
    func item(at column: Int) -> Item? {
        items.first { column >= $0.column && column < $0.column + $0.hint.width }
    }

    private static let leastColumns = 40

    private static func position(_ state: DashboardState) -> String {
        guard state.size.columns >= leastColumns, !state.isTyping, let (row, count) = state.cursorPlace, count > 0
        else { return "" }
        return "\(CountText.grouped(row + 1))/\(CountText.grouped(count))"
    }

    private static func wanted(_ state: DashboardState) -> [(Command?, KeyHint)] {
        // Inside a panel or a prompt the keys are its own.
        if let panel = state.panels.top {
            let help = panel.offersHelp ? state.project.keyMap.keys(for: .help).first : nil
            return (help.map { [(.help, KeyHint($0, "help"))] } ?? []) + panel.hints(state).map { (nil, $0) }
        }
        if let hints = promptHints(state) { return hints.map { (nil, $0) } }
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
            if state.selectedApp != nil { actions.append(.setOverride) }
            actions += [.details, .filter]
            if state.screen == .apps, state.reasonDisabled(.removeOverride) == nil { actions.append(.removeOverride) }
            if state.screen == .apps { actions.append(.sort) }
            if state.screen == .history { actions.append(.pickFetch) }
        }
        actions += [.refetch, .pause]
        if state.source.persona != nil { actions.append(.persona) }
        if !state.overriding.undoHistory.undoable.isEmpty { actions.append(.undo) }
        if state.screen.listsKeys { actions += [.mark, .sort, .copyValue] }
        if state.overriding.hasProfiles { actions.append(.profiles) }
        if state.project.sources.count > 1 { actions += [.sources, .showHome, .compare] }
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
        return [KeyHint(.enter, "keep"), KeyHint(.escape, "as before")]
            + (state.list.recentFilters.isEmpty ? [] : [recall])
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
        let footer = Footer(state)
        canvas.put(
            footer.position, at: CellPoint(column: rect.endColumn - footer.position.utf8.count - 1, row: rect.row),
            .footerText)
        for item in footer.items {
            let point = CellPoint(column: rect.column + item.column, row: rect.row)
            let used = canvas.put(item.hint.keys, at: point, .footerKey)
            canvas.put(
                " " + item.hint.word, at: CellPoint(column: point.column + used, row: point.row), .footerText)
        }
    }
}

extension DashboardState {
    /// The row of the cursor in the list that takes the keys, and how many rows there are; nil where it is no list.
    fileprivate var cursorPlace: (row: Int, count: Int)? {
        if let panel = panels.top { return (panel as? any ListPanel).map { ($0.cursor, $0.count) } }
        return layout.list.isEmpty ? nil : (position.cursor, rowCount)
    }
}
