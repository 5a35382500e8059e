extension DashboardState {
    /// Whether the list is beside the details, not above them.
    private var isDetailBeside: Bool { layout.details.column > 0 }

    /// How much of the screen the details take now, in percent.
    private var detailShare: Int {
        let layout = layout
        let (part, whole) =
            isDetailBeside
            ? (layout.details.columns, layout.body.columns) : (layout.details.rows, layout.body.rows)
        return whole > 0 ? (part * 100 + whole / 2) / whole : 0
    }

    /// Why their size cannot be changed.
    func reasonNotResizing(_ action: Action) -> String? {
        if !showsDetails {
            if action == .zoomDetails { return nil }
            return "the details are closed" + (keyMap.keys(for: .details).first.map { "; \($0) opens them" } ?? "")
        }
        if action == .zoomDetails { return !detailSize.isZoomed && layout.list.isEmpty ? Self.noList : nil }
        if layout.list.isEmpty { return Self.noList }
        if action == .growDetails, detailShare >= DetailSize.shares.upperBound {
            return "the details are as large as they get beside the list"
        }
        if action == .shrinkDetails, detailShare <= DetailSize.shares.lowerBound {
            return "the details are as small as they get"
        }
        return nil
    }

    private static let noList = "the details have the whole screen"

    mutating func resizeDetails(_ action: Action) {
        switch action {
        case .zoomDetails:
            detailSize.isZoomed = !showsDetails || !detailSize.isZoomed
            showsDetails = true
        case .growDetails: setDetailShare(detailShare / DetailSize.step * DetailSize.step + DetailSize.step)
        default:
            setDetailShare((detailShare + DetailSize.step - 1) / DetailSize.step * DetailSize.step - DetailSize.step)
        }
        followItem()
    }

    private mutating func setDetailShare(_ share: Int) {
        detailSize.share = min(max(share, DetailSize.shares.lowerBound), DetailSize.shares.upperBound)
    }

    /// Whether a point is on the line between list and details.
    func isOnDetailBorder(_ point: Point) -> Bool {
        let layout = layout
        return !layout.details.isEmpty && !layout.list.isEmpty
            && DetailView.border(of: layout.details).contains(point)
    }

    /// The line was dragged to a point.
    mutating func dragDetailBorder(to point: Point) {
        let layout = layout
        guard showsDetails, !layout.list.isEmpty, !layout.body.isEmpty else { return }
        let (part, whole) =
            isDetailBeside
            ? (layout.details.endColumn - point.column, layout.body.columns)
            : (layout.details.endRow - point.row, layout.body.rows)
        setDetailShare((part * 100 + whole / 2) / whole)
        followItem()
    }
}
