import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

/// The lists of screens 1 to 4: all keys, and those with a missing value, an incorrect value, or an override.
struct KeyList: ScreenList {
    private let scope: KeyScope

    init(_ scope: KeyScope) { self.scope = scope }

    /// There are usually few missing keys, incorrect keys and overrides, and their texts are long.
    var arrangement: ListArrangement { scope == .all ? .beside : .above }

    func count(_ state: DashboardState) -> Int { state.list.keys.count }

    func total(_ state: DashboardState) -> Int { state.source.report.rows.count }

    func tabCount(_ state: DashboardState) -> Int {
        switch scope {
        case .all: state.keyCount
        case .missing: state.source.report.counts[.missing]
        case .incorrect: state.source.report.counts[.incorrect]
        case .overrides: state.source.report.overrides.entries.count
        }
    }

    func item(at index: Int, _ state: DashboardState) -> String? {
        state.list.keys.item(at: index, of: state.source.report)
    }

    func place(of item: String, _ state: DashboardState) -> Int? {
        state.list.keys.place(of: item, in: state.source.report)
    }

    func name(at index: Int, _ state: DashboardState) -> String? {
        state.list.keys.name(at: index, of: state.source.report)
    }

    func rows(_ state: DashboardState) -> (Int) -> KeyRow? {
        let list = ShownList(state)
        return { list.state.list.keys.heading(at: $0) == nil ? KeyRow(list, $0) : nil }
    }

    /// Returns the width of the longest visible value in the columns that scroll sideways.
    func longestValue(_ state: DashboardState) -> Int {
        guard state.screen.listsKeys else { return 0 }
        let columns = KeyColumns(state).columns.filter(\.isScrolled)
        let (shown, top) = (ShownList(state), state.position.top)
        let visible = top..<max(top, min(state.rowCount, top + state.layout.list.rows))
        return visible.reduce(0) { longest, index in
            guard state.list.keys.heading(at: index) == nil else { return longest }
            let row = KeyRow(shown, index)
            let texts = columns.map { $0.name == KeyColumn.value.name ? row.shownValue?.text : $0.text(row) }
            return texts.compactMap(\.self).reduce(longest) { max($0, DisplayText($1).width) }
        }
    }

    func chooseRows(_ state: inout DashboardState) {
        state.list.keys.rebuild(state.content, state.listingChoice)
    }

    func dropChoice(_ state: inout DashboardState) -> Bool {
        guard state.list.onlyChanged else { return false }
        state.list.onlyChanged = false
        state.rebuildListing()
        return true
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.keys.matches(of: filter, in: state.content)
    }

    func reportedRow(_ state: DashboardState) -> ReportRow? {
        state.list.keys.row(at: state.position.cursor, of: state.source.report)
    }

    func subjectName(_ state: DashboardState) -> String? { state.selectedName }

    func columns(_ state: DashboardState) -> [Column<KeyRow>] { KeyColumns(state).columns }

    func exportedColumns(_ state: DashboardState) -> [Column<KeyRow>] { KeyColumns.all(state).columns }

    func describe(_ lines: inout DetailLines) {
        if let name = lines.state.selectedName {
            lines.describeKey(name)
        } else if lines.state.source.report.rows.isEmpty {
            lines.describeFirstSteps()
        } else {
            lines.describeHeading()
        }
    }
}

extension DashboardState {
    /// The number of keys: those that are declared, or those of the source if none are.
    var keyCount: Int {
        source.report.declaredCount > 0 ? source.report.declaredCount : source.report.rows.count
    }
}

// The order of keys: by declaration, or by a column.
extension KeyList {
    func orders(_ state: DashboardState) -> [String] { KeyColumns.all(state).orders.map(\.rawValue) }

    func reasonNotSorting(_ command: Command, _ state: DashboardState) -> String? {
        // Otherwise at least the arrow in the title changes.
        command == .invertSort && state.rowCount < 2 && state.list.sort.column == .declared
            ? "nothing to reverse" : nil
    }

    func sort(by order: String, _ state: inout DashboardState) {
        guard let column = KeyOrder.Column(rawValue: order) else { return }
        state.list.sort = KeyOrder(column)
        state.rebuildListing()
    }

    func sort(_ command: Command, _ state: inout DashboardState) {
        switch command {
        case .sort: state.list.sort = KeyOrder(next(after: state.list.sort.column, state))
        case .invertSort: state.list.sort.isReversed.toggle()
        case .sortLeft, .sortRight:
            state.list.sort.column = columnBeside(by: command == .sortRight ? 1 : -1, state)
        default: return
        }
        state.rebuildListing()
        let sort = state.list.sort
        guard command == .sortLeft || command == .sortRight, sort.column == .declared else { return }
        // In that case no title has an arrow.
        let words = "in declared order" + (sort.isReversed ? ", reversed" : "")
        state.announce(words, .success, seconds: 2, about: .order)
    }

    func sort(at column: Int, _ state: inout DashboardState) {
        guard let column = KeyColumns(state).sortColumn(at: column) else { return }
        let sort = state.list.sort
        state.list.sort =
            sort.column == column ? KeyOrder(column, isReversed: !sort.isReversed) : KeyOrder(column)
        state.rebuildListing()
    }

    /// Returns the next order after a column.
    private func next(after column: KeyOrder.Column, _ state: DashboardState) -> KeyOrder.Column {
        let all = KeyColumns.all(state).orders
        guard let index = all.firstIndex(of: column) else { return all.dropFirst().first ?? .declared }
        return all[(index + 1) % all.count]
    }

    /// Returns the visible column to the left or right of the sorted one. The order of declaration comes before the
    /// first and after the last.
    private func columnBeside(by step: Int, _ state: DashboardState) -> KeyOrder.Column {
        let columns = [.declared] + KeyColumns(state).sortColumns
        guard let place = columns.firstIndex(of: state.list.sort.column) else {
            return step > 0 ? columns[0] : columns[columns.count - 1]
        }
        return columns[(place + step + columns.count) % columns.count]
    }
}

// The lists of the seven screens, each with its cursor.
extension DashboardState {
    /// The number of rows of the screen.
    var rowCount: Int { screen.list.count(self) }

    var position: ListPosition {
        get { list.positions[screen.rawValue] }
        set { list.positions[screen.rawValue] = newValue }
    }

    /// The row under the cursor on screens that list keys; on the screen of experiments, the row of the key that the
    /// experiment decides.
    var selectedRow: ReportRow? { screen.list.reportedRow(self) }

    /// The name under the cursor; nil on the heading of a group.
    var selectedName: String? { rowCount > 0 ? screen.list.name(at: position.cursor, self) : nil }

    /// The name of the key that commands apply to: the one under the cursor, or that of the experiment under it.
    var subjectName: String? { screen.list.subjectName(self) }

    /// The key under the cursor, even if only an override names it.
    var selectedKey: CatalogKey? {
        guard let name = subjectName else { return nil }
        return selectedRow?.key ?? CatalogKey(name: name, schema: ValueSchema(kind: .string))
    }

    /// The fetch under the cursor of the history. The newest is in the first row.
    var selectedRecord: FetchRecord? {
        screen == .history ? FetchList.record(at: position.cursor, self) : nil
    }

    /// The app under the cursor on the screen of apps.
    var selectedApp: ConnectedApp? { LinkedAppList.selected(self) }

    func itemName(_ index: Int) -> String? { screen.list.item(at: index, self) }

    /// Shows another report, with the list made from it.
    ///
    /// - Parameters:
    ///   - listing: the list of the same report.
    ///   - choice: the choice that `listing` was made for; nil if it is outdated.
    ///   - overrides: the current overrides, which may differ from those of the report.
    ///   - fetchedAt: when the latest successful fetch began, if that is not in the report.
    mutating func show(
        _ new: Report, _ listing: KeyListing, showing choice: KeyListing.Choice? = nil,
        overrides: OverrideSet,
        fetchedAt: Date? = nil
    ) {
        let old = source.report
        overriding.marks.move(from: old, to: new)
        overriding.markedRange?.before.move(from: old, to: new)
        discard(old, list.keys)
        source.report = new
        list.keys = listing.following(list.keys)
        if let rows = source.report.update(overrides: overrides, at: now, fetchedAt: fetchedAt) {
            list.keys.overridesChanged(rows, noted: [], content)
            chooseRows()
        } else if choice != listingChoice || !screen.listsKeys {
            chooseRows()
        }
        reportChanged()
    }

    /// Updates everything that depends on the report, after it and its list changed.
    mutating func reportChanged() {
        list.keyColumnWidth =
            list.keys.longestName ?? source.report.rows.reduce(0) { max($0, $1.name.utf8.count) }
        experiments.count(in: content, rollouts.entries, templates.studies.content)
        measureColumns()
        findMatches()
        if !overriding.marks.isEmpty { countHiddenMarks() }
        followItem()
        if panels.first(ComparisonPanel.self) != nil { _ = update(\.comparison, with: .sourceChanged) }
    }

    /// Measures the columns of the screen once per list, so that they stay the same while it scrolls.
    private mutating func measureColumns() {
        // While a person reads, columns only become wider. One that was left out may appear.
        let before = (list.measuredWidths[screen] ?? [:]).filter { $0.value > 0 }
        // Measure the columns that were left out, too.
        list.widths = [:]
        list.widths = screen.list.widths(self).merging(before) { max($0, $1) }
        list.measuredWidths[screen] = list.widths
        let needed = list.needed[screen] ?? CellSize(columns: 0, rows: 1)
        list.needed[screen] = CellSize(
            columns: max(needed.columns, screen.list.neededColumns(self)),
            rows: max(needed.rows, screen.list.neededRows(self)))
    }

    /// The content that lists are made from.
    var content: KeyListing.Content {
        var content = KeyListing.Content(
            report: source.report, times: source.changedAt, lastChanges: source.lastChanges, now: now)
        if source.ages != nil { content.ages = ages }
        return content
    }

    /// Lists the keys again after the filter, the order or the screen changed.
    mutating func rebuildListing() {
        chooseRows()
        followItem()
    }

    /// Lists the rows again, wherever the cursor is.
    mutating func chooseRows() {
        screen.list.chooseRows(&self)
        measureColumns()
        findMatches()
        if !overriding.marks.isEmpty { countHiddenMarks() }
    }

    /// The choice of keys for the current screen.
    var listingChoice: KeyListing.Choice {
        KeyListing.Choice(
            scope: screen.scope, filter: list.filter, sort: list.sort, onlyChanged: list.onlyChanged,
            collapsedGroups: list.isGrouped ? list.collapsedGroups : nil)
    }

    mutating func followItem() {
        var position = position
        position.follow(count: rowCount) {
            itemName($0)
        } place: { item in
            screen.list.place(of: item, self)
        }
        position.reveal(rows: layout.list.rows, count: rowCount)
        self.position = position
    }

    mutating func moveCursor(to row: Int) {
        var position = position
        position.move(to: row, count: rowCount) { itemName($0) }
        position.reveal(rows: layout.list.rows, count: rowCount)
        self.position = position
        details.scroll = 0
        details.line = nil
        if overriding.markedRange != nil { _ = update(\.overriding, with: .cursorMoved) }
    }

    mutating func scrollList(by lines: Int) {
        var position = position
        position.scroll(by: lines, rows: layout.list.rows, count: rowCount) { itemName($0) }
        self.position = position
    }

    /// Switches to a screen with another filter.
    ///
    /// - Parameter name: the row to select, if it exists.
    mutating func show(_ new: Screen, filteredBy filter: Filter, at name: String? = nil) {
        list.filter = filter
        show(new)
        if let place = name.flatMap({ list.keys.place(of: $0, in: source.report) }) { moveCursor(to: place) }
    }

    mutating func show(_ new: Screen) {
        screen = new
        details.scroll = 0
        list.valueOffset = 0
        rebuildListing()
    }
}

extension DashboardState {
    /// Goes back by ending the first of these: a running program, the details as the focus, the marks, a look at the
    /// past, the search, details that were opened here, the filter, and a choice of rows. Otherwise returns to the
    /// first screen; nil if that is shown already.
    mutating func goBack() -> [Effect]? {
        if let effects = stopCommand() { return effects }
        if details.isShown, details.size.isZoomed { return update(\.details, with: .zoom) }
        if !overriding.marks.isEmpty, screen.listsKeys {
            overriding.marks = MarkedKeys()
            return []
        }
        if history.isInThePast { return update(\.shown.history, with: .returnToNow) }
        // End the search that was begun last.
        if details.search.isActive, details.isShown, details.isSearched || !list.search.isActive {
            return update(\.details, with: .clearSearch)
        }
        if list.search.isActive { return update(\.list, with: .dropSearch) }
        if details.isShown, details.wasOpened { return update(\.details, with: .toggle) }
        if !list.filter.text.isEmpty { return update(\.list, with: .dropFilter) }
        if screen.list.dropChoice(&self) { return [] }
        guard screen != .keys else { return nil }
        show(.keys)
        return []
    }
}
