// The line between the list and the details, which the mouse can drag.
extension DashboardState {
    /// Whether a point is on it.
    func isOnDetailsBorder(_ point: CellPoint) -> Bool {
        let layout = layout
        return !layout.details.isEmpty && !layout.list.isEmpty
            && layout.detailBorder.contains(point)
    }

    /// It was dragged to a point.
    mutating func dragDetailsBorder(to point: CellPoint) {
        let before = layout
        guard details.isShown, !before.list.isEmpty, before.body.rows > 0 else { return }
        let isBeside = before.details.column > 0
        let wanted = isBeside ? before.details.endColumn - point.column : before.details.endRow - point.row
        let whole = isBeside ? size.columns : before.body.rows
        let usual = DetailsSize()
        let shift = wanted - (isBeside ? usual.columns(of: whole) : usual.rows(of: whole))
        // In hundredths, rounded so that the line comes to lie where it was let go.
        details.size = DetailsSize(shift: (shift * 100 + (shift < 0 ? 1 - whole : whole - 1)) / whole)
        followItem()
    }
}
