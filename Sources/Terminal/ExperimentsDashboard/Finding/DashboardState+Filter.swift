import ExperimentsCore

extension DashboardState {
    mutating func startFilter() {
        list.filterField = TextField(list.filter.text)
        list.recalledFilter = nil
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

    /// Brings everything back, the cursor where it was.
    mutating func cancelFilter() {
        list.filterField = nil
        changeFilter(to: "")
        guard let item = list.itemBeforeFilter, position.item != item else { return }
        position.item = item
        followItem()
    }
}
