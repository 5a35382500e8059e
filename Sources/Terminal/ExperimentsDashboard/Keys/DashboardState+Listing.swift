import ExperimentsCore
import Foundation

// The lists of the six screens, each with its cursor.
extension DashboardState {
    /// How many rows the screen has.
    var rowCount: Int {
        switch screen {
        case .history: historyListing.count
        case .experiments: experimentListing.count
        default: listing.count
        }
    }

    var position: ListPosition {
        get { positions[screen.rawValue] }
        set { positions[screen.rawValue] = newValue }
    }

    /// The row under the cursor, on the screens that list keys.
    var selectedRow: ReportRow? {
        screen.listsKeys ? listing.row(at: position.cursor, of: report) : nil
    }

    /// The name under the cursor; nil on the heading of a group.
    var selectedName: String? {
        guard rowCount > 0 else { return nil }
        return screen.listsKeys ? listing.name(at: position.cursor, of: report) : itemName(position.cursor)
    }

    /// The key under the cursor, also for one that only an override names.
    var selectedKey: CatalogKey? {
        guard screen.listsKeys, let name = selectedName else { return nil }
        return selectedRow?.key ?? CatalogKey(name: name, schema: ValueSchema(kind: .string))
    }

    /// The fetch under the cursor of the history: the newest is the first row.
    var selectedRecord: FetchRecord? {
        guard screen == .history, rowCount > 0 else { return nil }
        return record(at: position.cursor)
    }

    func itemName(_ index: Int) -> String? {
        switch screen {
        case .history: record(at: index).map { String($0.id) }
        case .experiments: experimentListing[index].id
        default: listing.item(at: index, of: report)
        }
    }

    /// Takes another report, with the list that was made of it.
    ///
    /// - Parameters:
    ///   - list: of the same report.
    ///   - choice: what `list` lists; nil for something else than what is wanted.
    ///   - overrides: the overrides of now, which may be others than those of the report.
    ///   - fetchedAt: when the latest fetch that succeeded began, where the report need not know.
    mutating func adopt(
        _ new: Report, _ list: KeyListing, listing choice: KeyListing.Choice? = nil, overrides: OverrideSet,
        fetchedAt: Date? = nil
    ) {
        marks.move(from: report, to: new)
        markedRange?.before.move(from: report, to: new)
        retire(report, listing)
        report = new
        listing = list.following(listing)
        if let rows = report.update(overrides: overrides, at: now, fetchedAt: fetchedAt) {
            listing.overridesChanged(rows, noted: [], content)
            chooseRows()
        } else if choice != listingChoice || !screen.listsKeys {
            chooseRows()
        }
        reportChanged()
    }

    /// The report is another one, and the list is of it.
    mutating func reportChanged() {
        keyColumnWidth = listing.longestName ?? report.rows.reduce(0) { max($0, $1.name.utf8.count) }
        findMatches()
        if !marks.isEmpty { countHiddenMarks() }
        followItem()
        refreshComparison()
    }

    /// What there is to list.
    var content: KeyListing.Content {
        KeyListing.Content(report: report, times: changedAt, lastChanges: lastChanges, now: now)
    }

    /// Filter, order or screen changed.
    mutating func rebuildListing() {
        chooseRows()
        followItem()
    }

    /// The rows alone; the cursor may be anywhere then.
    mutating func chooseRows() {
        if screen.listsKeys {
            listing.rebuild(content, listingChoice)
        } else if screen == .experiments {
            experimentListing = content.experiments(passing: filter)
        } else {
            historyListing = historyRows()
        }
        findMatches()
        if !marks.isEmpty { countHiddenMarks() }
    }

    /// What the screen lists, where it lists keys.
    var listingChoice: KeyListing.Choice {
        KeyListing.Choice(
            scope: screen.scope, filter: filter, sort: sort, onlyChanged: choices.onlyChanged,
            collapsedGroups: choices.isGrouped ? choices.collapsedGroups : nil)
    }

    mutating func followItem() {
        var position = position
        position.follow(count: rowCount) {
            itemName($0)
        } place: { item in
            screen.listsKeys
                ? listing.place(of: item, in: report) : (0..<rowCount).first { itemName($0) == item }
        }
        position.reveal(rows: layout.list.rows, count: rowCount)
        self.position = position
    }

    mutating func moveCursor(to row: Int) {
        var position = position
        position.move(to: row, count: rowCount) { itemName($0) }
        position.reveal(rows: layout.list.rows, count: rowCount)
        self.position = position
        detailScroll = 0
        detailLine = nil
        extendRange()
    }

    mutating func scrollList(by lines: Int) {
        var position = position
        position.scroll(by: lines, rows: layout.list.rows, count: rowCount) { itemName($0) }
        self.position = position
    }

    mutating func show(_ new: Screen) {
        screen = new
        detailScroll = 0
        valueOffset = 0
        rebuildListing()
    }
}
