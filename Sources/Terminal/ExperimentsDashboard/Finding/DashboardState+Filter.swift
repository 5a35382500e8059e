import ExperimentsCore
import Foundation

extension DashboardState {
    mutating func startFilter() {
        list.filterField = TextField(list.filter.text)
        list.recalledFilter = nil
        list.filterBefore = list.filter.text
        list.itemBeforeFilter = position.item
    }

    mutating func changeFilter(to text: String) {
        list.filter = Filter(text)
        rebuildListing()
    }

    /// The cursor goes to the first row found, as a look-up wants it.
    mutating func typeFilter(_ text: String) {
        list.filter = Filter(text)
        chooseRows()
        moveCursor(to: firstRow)
    }

    private var firstRow: Int {
        guard screen.listsKeys else { return 0 }
        return (0..<min(rowCount, 2)).first { list.keys.heading(at: $0) == nil } ?? 0
    }

    /// A filter that cannot be read is not kept: what it leaves out would be a surprise.
    mutating func keepFilter() {
        guard list.filter.problem == nil else { return }
        list.filterField = nil
        noteFilter(list.filter.text)
    }

    /// Brings back what was listed before, the cursor where it was. What was typed can be recalled.
    mutating func cancelFilter() {
        if list.filter.problem == nil { noteFilter(list.filter.text) }
        list.filterField = nil
        changeFilter(to: list.filterBefore)
        guard let item = list.itemBeforeFilter, position.item != item else { return }
        position.item = item
        followItem()
    }

    /// Lists everything again, and says how the filter comes back.
    mutating func dropFilter() {
        let text = list.filter.text
        noteFilter(text)
        changeFilter(to: "")
        let back = project.keyMap.words(.previousView, "brings it back").map { "; \($0)" } ?? ""
        notices.notice = Notice(text: "filter “\(text)” is off\(back)", severity: .success, until: now + 4)
    }
}
