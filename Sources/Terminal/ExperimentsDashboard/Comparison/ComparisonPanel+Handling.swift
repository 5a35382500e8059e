import ExperimentsCore

extension ComparisonPanel: Panel {
    private static let keep = KeyHint(.enter, "keep")

    var typedField: TextField? { filterField ?? search.field }

    var escapeWord: String {
        if search.field != nil { return "cancel" }
        if filterField != nil { return "clear" }
        return !showsWhole && (search.isActive || !filter.isEmpty) ? "clear" : "close"
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if filterField != nil { return [Self.keep, escapeHint] }
        if search.field != nil { return Search.hints }
        if search.isActive {
            return map.hint([.findNext], "next") + map.hint([.findPrevious], "previous") + [escapeHint]
        }
        let acts = map.hint([.refetch], "fetch again") + map.hint([.copyValue], "copy")
        return [escapeHint] + map.hint([.filter], "filter") + map.hint([.find], "find") + acts
            + map.hint([.details], "whole value")
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { ComparisonView.draw(state, self, &canvas) }

    mutating func paste(_ text: String, _ state: inout DashboardState) {
        let rows = ComparisonLayout(state.size).list.rows
        if var field = filterField {
            field.insert(text)
            filterField = field
            setFilter(field.text, listRows: rows)
        } else if search.field != nil {
            search.insert(text)
            findMatches()
            move(to: search.match(from: search.origin, orAt: true)?.row ?? search.origin, listRows: rows)
        }
    }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        let rows = ComparisonLayout(state.size).list.rows
        if filterField != nil {
            typeFilter(press, rows)
            return .stay()
        }
        if search.field != nil {
            typeSearch(press, rows)
            return .stay()
        }
        let action = state.project.keyMap.command(for: press)
        switch (press.key, action) {
        case (.escape, _), (_, .back), (_, .quit), (_, .compare): return goBack(rows, &state)
        case (_, .filter): filterField = TextField(filter.text)
        case (_, .find), (_, .findDetails): search.begin(at: position.cursor)
        case (_, .findNext), (_, .findPrevious): goToMatch(back: action == .findPrevious, rows)
        case (_, .refetch): return .stay([.readSource(other.name), .fetch(.manual)])
        case (_, .details): showsWhole.toggle()
        case (_, .copyValue): return .stay(copiedDifference)
        case (_, .copyKey): return .stay(selectedRow.map { [.copy($0.name)] } ?? [])
        default: move(action, rows)
        }
        return .stay()
    }

    /// One step back; the last one closes.
    private mutating func goBack(_ rows: Int, _ state: inout DashboardState) -> PanelAnswer {
        if showsWhole {
            showsWhole = false
        } else if search.isActive {
            search.clear()
        } else if !filter.isEmpty {
            setFilter("", listRows: rows)
        } else {
            state.discard(self)
            return .close()
        }
        return .stay()
    }

    private mutating func move(_ action: Command?, _ rows: Int) {
        let page = max(1, rows - 1)
        let cursor = position.cursor
        let row: Int? =
            switch action {
            case .moveDown: cursor + 1
            case .moveUp: cursor - 1
            case .pageDown: cursor + page
            case .pageUp: cursor - page
            case .halfPageDown: cursor + (page + 1) / 2
            case .halfPageUp: cursor - (page + 1) / 2
            case .top: 0
            case .bottom: count - 1
            default: nil
            }
        if let row { move(to: row, listRows: rows) }
    }

    private mutating func typeFilter(_ press: KeyPress, _ rows: Int) {
        guard var field = filterField else { return }
        switch press.key {
        case .enter: filterField = nil
        case .escape:
            filterField = nil
            setFilter("", listRows: rows)
        default:
            guard field.handle(press) else { return }
            filterField = field
            setFilter(field.text, listRows: rows)
        }
    }

    private mutating func typeSearch(_ press: KeyPress, _ rows: Int) {
        let origin = search.origin
        switch search.take(press) {
        case .none: break
        case .typed:
            findMatches()
            move(to: search.match(from: origin, orAt: true)?.row ?? origin, listRows: rows)
        case .kept: if search.filter.isEmpty { search.clear() }
        case .cancelled:
            search.clear()
            move(to: origin, listRows: rows)
        case .next: goToMatch(back: false, rows)
        case .previous: goToMatch(back: true, rows)
        }
    }

    private mutating func goToMatch(back: Bool, _ rows: Int) {
        guard let (row, _) = search.match(from: position.cursor, back: back) else { return }
        move(to: row, listRows: rows)
    }

    private var copiedDifference: [Effect] {
        guard let row = selectedRow else { return [] }
        return [.copy("\(row.name): \(row.left?.text ?? "-") → \(row.right?.text ?? "-")")]
    }
}
