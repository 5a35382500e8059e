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

    /// The report is another one: everything that was derived from it is made anew.
    mutating func reportChanged() {
        listing.reportChanged()
        keyColumnWidth = report.rows.reduce(0) { max($0, $1.name.utf8.count) }
        rebuildListing()
    }

    /// Filter, order or screen changed.
    mutating func rebuildListing() {
        chooseRows()
        followItem()
    }

    /// The rows alone; the cursor may be anywhere then.
    mutating func chooseRows() {
        if screen.listsKeys {
            listing.rebuild(report, listingChoice)
        } else if screen == .experiments {
            experimentListing = experimentRows()
        } else {
            historyListing = historyRows()
        }
        findMatches()
        if !marked.isEmpty { countHiddenMarks() }
    }

    private var listingChoice: KeyListing.Choice {
        KeyListing.Choice(
            screen: screen, filter: filter, context: filterContext, sort: sort, onlyChanged: choices.onlyChanged,
            collapsedGroups: choices.isGrouped ? choices.collapsedGroups : nil)
    }

    var filterContext: FilterContext {
        FilterContext(
            changedAt: changedAt, lastChanges: lastChanges, experiments: report.snapshot.experiments, now: now)
    }

    mutating func followItem() {
        var position = position
        position.follow(count: rowCount) { itemName($0) }
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
