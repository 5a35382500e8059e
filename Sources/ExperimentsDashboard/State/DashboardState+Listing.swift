import ExperimentsCore
import Foundation

// The lists of the six screens, each with its cursor.
extension DashboardState {
    /// How many rows the screen has.
    var rowCount: Int {
        switch screen {
        case .history: history.records.count
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

    /// The name under the cursor.
    var selectedName: String? {
        rowCount > 0 ? itemName(position.cursor) : nil
    }

    /// The key under the cursor, also for one that only an override names.
    var selectedKey: CatalogKey? {
        guard screen.listsKeys, let name = selectedName else { return nil }
        return selectedRow?.key ?? CatalogKey(name: name, schema: ValueSchema(kind: .string))
    }

    /// The fetch under the cursor of the history: the newest is the first row.
    var selectedRecord: FetchRecord? {
        guard screen == .history, rowCount > 0 else { return nil }
        return history.records[history.records.count - 1 - position.cursor]
    }

    func itemName(_ index: Int) -> String? {
        switch screen {
        case .history: String(history.records[history.records.count - 1 - index].id)
        case .experiments: experimentListing[index].id
        default: listing.name(at: index, of: report)
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
        if screen.listsKeys {
            listing.rebuild(report, screen: screen, filter: filter, sort: sort, changedAt: changedAt)
        } else if screen == .experiments {
            experimentListing = experimentRows()
        }
        followItem()
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
