extension DashboardState {
    /// Why the details cannot be of another size; nil where they can.
    func reasonNotResizingDetails(_ action: Action) -> String? {
        if action == .zoomDetails, !showsDetails || detailsSize.isZoomed { return nil }
        if !showsDetails {
            return "the details are closed" + (keyMap.keys(for: .details).first.map { "; \($0) opens them" } ?? "")
        }
        if detailsSize.isZoomed { return "the details have the whole screen" }
        if layout.list.isEmpty { return "the screen is too small for a list beside the details" }
        switch action {
        case .growDetails where layout(with: detailsSize.larger).details == layout.details:
            return "the list needs the rest of the screen"
        case .shrinkDetails where layout(with: detailsSize.smaller).details == layout.details:
            return "the details need this much of the screen"
        default: return nil
        }
    }

    mutating func resizeDetails(_ action: Action) {
        switch action {
        case .growDetails: detailsSize = detailsSize.larger
        case .shrinkDetails: detailsSize = detailsSize.smaller
        default:
            if !showsDetails { toggleDetails() }
            detailsSize.isZoomed.toggle()
        }
        followItem()
    }

    /// Opens or closes the details.
    mutating func toggleDetails() {
        showsDetails.toggle()
        detailsSize.isZoomed = false
        detailScroll = 0
        followItem()
    }
}
