/// The contents of a full-screen list: the rows that match its filter, the search among them, and the cursor.
struct ListReading<Row: Sendable>: Sendable {
    /// The rows that match the filter.
    var rows: [Row] = []
    /// The number of rows without the filter.
    var total = 0
    /// The cursor, and the first visible row.
    var position = ListPosition()
    /// The filter that rows must match.
    var filter = Filter()
    /// The field for the filter, while the user types it.
    var filterField: TextField?
    /// The search among the rows.
    var search = Search()

    /// The filters whose matches are marked.
    var finding: [Filter] { [filter, search.filter] }
}

/// A panel with a full-screen list, which is filtered and searched like the lists of the screens.
protocol ListPanel: Panel {
    associatedtype Row: Sendable

    var reading: ListReading<Row> { get set }

    /// Returns all rows, regardless of the filter.
    func allRows(_ state: DashboardState) -> [Row]

    /// Returns a function that tells whether a row matches a filter.
    mutating func finder(for filter: Filter, _ state: DashboardState) -> (Row) -> Bool

    /// Returns the identity of a row, so that the cursor follows it; nil if the cursor stays at its index.
    func item(of row: Row) -> String?

    /// The row of the cursor.
    var cursor: Int { get }

    /// The first visible row.
    var top: Int { get }

    /// The keys that work while nothing is typed, in the order of their hints.
    static var keys: [PanelKey<Self>] { get }

    /// Lists the rows again after they or the filter changed.
    mutating func chooseRows(_ state: DashboardState)

    /// Moves the cursor to a row, or to the nearest one.
    mutating func move(to row: Int, _ state: DashboardState)

    /// Returns the number of rows of a page.
    func page(_ state: DashboardState) -> Int

    /// Returns the places of the panel's parts.
    func layout(_ size: CellSize) -> ListPanelLayout

    /// Returns the place of the rows.
    func listRect(_ state: DashboardState) -> CellRect
}

extension ListPanel {
    func item(of row: Row) -> String? { nil }

    /// The number of rows that match the filter.
    var count: Int { reading.rows.count }

    var rowPosition: (row: Int, count: Int)? { (cursor, count) }

    /// The number of rows without the filter.
    var total: Int { reading.total }

    var cursor: Int { reading.position.cursor }

    var top: Int { reading.position.top }

    /// Returns the row at an index of the list.
    func row(at place: Int) -> Row? { reading.rows.indices.contains(place) ? reading.rows[place] : nil }

    /// The row under the cursor.
    var selected: Row? { row(at: cursor) }

    mutating func chooseRows(_ state: DashboardState) {
        filterRows(state)
        keepCursor(state)
    }

    /// Moves the cursor to its row, and keeps it on the screen.
    mutating func keepCursor(_ state: DashboardState) {
        let rows = reading.rows
        var position = reading.position
        position.follow(count: count) {
            item(of: rows[$0])
        } place: { wanted in
            rows.firstIndex { item(of: $0) == wanted }
        }
        reading.position = position
        reveal(state)
    }

    /// Lists the rows that match the filter, and searches among them. This does not move the cursor.
    mutating func filterRows(_ state: DashboardState) {
        let all = allRows(state)
        reading.total = all.count
        reading.rows = reading.filter.isEmpty ? all : all.filter(finder(for: reading.filter, state))
        findMatches(state)
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        var position = reading.position
        position.move(to: row, count: count) { item(of: reading.rows[$0]) }
        reading.position = position
        reveal(state)
    }

    /// Scrolls so that the cursor is on the screen.
    mutating func reveal(_ state: DashboardState) {
        reading.position.reveal(rows: listRect(state).rows, count: count)
    }

    func page(_ state: DashboardState) -> Int { max(1, listRect(state).rows - 1) }

    var typedField: TextField? { reading.filterField ?? reading.search.field }

    func layout(_ size: CellSize) -> ListPanelLayout { ListPanelLayout(size) }

    func listRect(_ state: DashboardState) -> CellRect { layout(state.size).list }

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        clickRow(at: point, state)
    }

    /// Handles a click: the first selects a row, and another one opens it.
    mutating func clickRow(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        let list = listRect(state)
        let row = top + point.row - list.row
        guard list.contains(point), row < count else { return .stay() }
        if row == cursor { return handle(KeyPress(.enter), state) }
        move(to: row, state)
        return .stay()
    }

    func scrollBar(_ state: DashboardState) -> CellRect? {
        let rect = listRect(state)
        return count > rect.rows ? ScrollBar.place(besideList: rect, on: state.size) : nil
    }

    mutating func scroll(to share: Double, _ state: DashboardState) {
        move(to: Int(share * Double(count - 1)), state)
    }

    var escapeWord: String { readingEscapeWord }

    /// The word for the effect of `Esc` if there is no step to go back in the panel.
    var readingEscapeWord: String {
        if reading.search.field != nil { return "cancel" }
        return reading.filterField != nil || reading.search.isActive || !reading.filter.isEmpty
            ? "clear" : "close"
    }

    /// Returns why the filter matches no row, and the key that clears it.
    ///
    /// - Parameter subject: what would have been shown: `no key`.
    func nothingMatches(_ subject: String = "nothing") -> [String] {
        ["\(subject) matches \"\(reading.filter.text)\"", escapeHint.words("clears the filter")]
    }

    /// Searches again.
    mutating func findMatches(_ state: DashboardState) {
        let (rows, filter) = (reading.rows, reading.search.filter)
        let isFound = filter.isEmpty ? { _ in false } : finder(for: filter, state)
        reading.search.matches = rows.indices.filter { isFound(rows[$0]) }
    }

    mutating func paste(_ text: String, _ state: DashboardState) {
        if var field = reading.filterField {
            field.insert(text)
            setFilter(field, state)
        } else if reading.search.field != nil {
            reading.search.insert(text)
            searchChanged(state)
        }
    }

    /// Handles a key that moves, filters or searches.
    ///
    /// - Returns: whether it was one.
    mutating func read(_ press: KeyPress, _ state: DashboardState) -> Bool {
        if reading.filterField != nil {
            typeFilter(press, state)
            return true
        }
        if reading.search.field != nil {
            typeSearch(press, state)
            return true
        }
        let command = state.project.keyMap.command(for: press)
        switch command {
        case .filter: reading.filterField = TextField(reading.filter.text)
        case .find, .findDetails: reading.search.begin(at: cursor)
        case .findNext, .findPrevious: goToMatch(back: command == .findPrevious, state)
        default:
            guard let row = command?.row(from: cursor, page: page(state), count: count) else { return false }
            move(to: row, state)
        }
        return true
    }

    /// Ends the search, otherwise clears the filter.
    ///
    /// - Returns: whether there was something to clear.
    mutating func clearReading(_ state: DashboardState) -> Bool {
        if reading.search.isActive {
            reading.search.clear()
        } else if !reading.filter.isEmpty {
            setFilter(nil, state)
        } else {
            return false
        }
        return true
    }

    /// - Parameter field: the typed filter; nil for none.
    private mutating func setFilter(_ field: TextField?, _ state: DashboardState) {
        reading.filterField = field
        reading.filter = Filter(field?.text ?? "")
        chooseRows(state)
    }

    private mutating func typeFilter(_ press: KeyPress, _ state: DashboardState) {
        guard var field = reading.filterField else { return }
        switch press.key {
        // An invalid filter is not applied, because its effect would be surprising.
        case .enter: if reading.filter.problem == nil { reading.filterField = nil }
        case .escape: setFilter(nil, state)
        default: if field.handle(press) { setFilter(field, state) }
        }
    }

    private mutating func typeSearch(_ press: KeyPress, _ state: DashboardState) {
        switch reading.search.take(press) {
        case .none: break
        case .typed: searchChanged(state)
        case .cancelled(let origin): move(to: origin, state)
        case .go(let back): goToMatch(back: back, state)
        }
    }

    private mutating func searchChanged(_ state: DashboardState) {
        findMatches(state)
        let origin = reading.search.origin
        move(to: reading.search.match(from: origin, orAt: true)?.row ?? origin, state)
    }

    private mutating func goToMatch(back: Bool, _ state: DashboardState) {
        guard let (row, _) = reading.search.match(from: cursor, back: back) else { return }
        move(to: row, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if reading.filterField != nil {
            // An invalid filter is not applied.
            return reading.filter.problem == nil ? [KeyHint(.enter, "keep"), escapeHint] : [escapeHint]
        }
        if reading.search.field != nil { return Search.hints }
        guard reading.search.isActive else { return hints(of: Self.keys, state) }
        return map.hint([.findNext], "next") + map.hint([.findPrevious], "previous") + [escapeHint]
    }
}

// The common parts of such lists: a header, the titles and rows of a table, or words instead of them.
extension ListPanel {
    /// Returns the columns, as wide as their contents.
    func fitted(_ columns: [Column<Row>]) -> [Column<Row>] {
        columns.fitted(to: columns.measured(count: count) { row(at: $0) })
    }

    /// Draws the common parts of a list.
    ///
    /// - Parameters:
    ///   - title: the text in the first line, or in the frame.
    ///   - empty: the text if there are no rows.
    ///   - titles: the place of the columns' titles, if it is not the usual one.
    ///   - row: returns the row at an index.
    /// - Returns: the columns that fit, and their places.
    @discardableResult
    func drawTable<Listed>(
        _ state: DashboardState, title: BoxTitle, columns: [Column<Listed>],
        empty: @autoclosure () -> [String],
        titles: CellRect? = nil, on canvas: inout Canvas,
        row: (Int) -> Listed?
    ) -> ColumnPlan {
        let (layout, list) = (layout(state.size), listRect(state))
        drawFrame(title, in: layout, on: &canvas)
        let plan = columns.plan(width: list.columns - 2)
        if count == 0 {
            TableView.drawEmpty(empty(), in: list, &canvas)
        } else {
            TableView.drawTitles(plan, in: titles ?? layout.titles, &canvas)
            columns.drawRows(plan, position: reading.position, count: count, in: list, &canvas, row: row)
        }
        drawPrompt(state, in: layout, on: &canvas)
        return plan
    }

    /// Draws the frame of the list with the position in it, or its title line.
    func drawFrame(_ title: BoxTitle, in layout: ListPanelLayout, on canvas: inout Canvas) {
        var title = title
        title.count = CountText.position(cursor, of: count)
        layout.draw(title, on: &canvas)
    }
}

// The last line of such a list: the text field, otherwise the latest notice, otherwise the search or filter.
extension ListPanel {
    func drawPrompt(_ state: DashboardState, in layout: ListPanelLayout, on canvas: inout Canvas) {
        let line = layout.prompt
        let inside = line.inset(columns: 1)
        if let field = reading.filterField {
            drawField(field, in: line, &canvas)
        } else if reading.search.field != nil {
            reading.search.draw("find ", at: cursor, in: inside, &canvas)
        } else if let notice = state.notices.notice, layout.hasPrompt {
            canvas.put(notice.text, at: inside.origin, notice.severity.role, maxColumns: inside.columns)
        } else if reading.search.isActive, layout.hasPrompt {
            canvas.put(
                reading.search.spans(
                    at: cursor, clearedBy: escapeHint.keys, keys: state.project.keyMap.goingOn),
                at: inside.origin, maxColumns: inside.columns)
        } else if !reading.filter.isEmpty, layout.hasPrompt {
            let words = "  \(count) of \(total); \(escapeHint.words("clears"))"
            canvas.put(
                [Span("filter ", .dim), Span(reading.filter.text, .prompt), Span(words, .dim)],
                at: inside.origin,
                maxColumns: inside.columns)
        }
    }

    private func drawField(_ field: TextField, in line: CellRect, _ canvas: inout Canvas) {
        let problem = reading.filter.problem
        canvas.fill(line, .text)
        canvas.put("/", at: line.origin, .prompt)
        let place = CellPoint(column: line.column + 1, row: line.row)
        field.draw(at: place, width: line.columns - 14, problem == nil ? .prompt : .promptError, &canvas)
        let count = problem == nil ? "\(count) of \(total)" : "invalid"
        let end = line.endColumn - count.count - 1
        canvas.put(count, at: CellPoint(column: end, row: line.row), .dim)
        if let problem {
            let column = place.column + DisplayText(field.text).width + 2
            canvas.put(
                problem.text, at: CellPoint(column: column, row: line.row), .promptError,
                maxColumns: end - 2 - column)
        }
    }
}
