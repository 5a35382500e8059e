extension DashboardState {
    /// Why the details cannot be of another size; nil if they can.
    func reasonNotResizingDetails(_ action: Command) -> String? {
        if action == .zoomDetails, !details.isShown || details.size.isZoomed { return nil }
        if !details.isShown {
            return "the details are closed"
                + (project.keyMap.keys(for: .details).first.map { "; \($0) opens them" } ?? "")
        }
        if details.size.isZoomed { return "the details have the whole screen" }
        if layout.list.isEmpty { return "the screen is too small for a list beside the details" }
        switch action {
        case .growDetails where layout(with: details.size.larger).details == layout.details:
            return "the list needs the rest of the screen"
        case .shrinkDetails where layout(with: details.size.smaller).details == layout.details:
            return "the details need this much of the screen"
        default: return nil
        }
    }

    mutating func resizeDetails(_ action: Command) {
        switch action {
        case .growDetails: details.size = details.size.larger
        case .shrinkDetails: details.size = details.size.smaller
        default:
            if !details.isShown { toggleDetails() }
            details.size.isZoomed.toggle()
        }
        followItem()
    }

    /// Why one cannot go into the details or a group, or out of them; nil if one can.
    func reasonNotMovingIn(_ action: Command) -> String? {
        if let heading = headingUnderCursor {
            guard heading.isCollapsed != (action == .openDetails) else { return nil }
            return heading.isCollapsed ? "the group is closed" : "the group is open"
        }
        if action == .openDetails { return details.isShown ? "the details are open" : nil }
        return details.isShown || headingAbove != nil ? nil : "there is nothing to go out of"
    }

    /// Into the details, or into the group under the cursor.
    mutating func openDetails() {
        if !toggleGroup() { toggleDetails() }
    }

    /// Out of the details; where they are closed, out of the group.
    mutating func closeDetails() {
        if headingUnderCursor != nil {
            _ = toggleGroup()
        } else if details.isShown {
            details.size.isZoomed ? resizeDetails(.zoomDetails) : toggleDetails()
        } else if let headingAbove {
            moveCursor(to: headingAbove)
        }
    }

    private var headingUnderCursor: KeyGroups.Heading? {
        screen.listsKeys ? list.keys.heading(at: position.cursor) : nil
    }

    /// The place of the heading that the row under the cursor stands under.
    private var headingAbove: Int? {
        guard screen.listsKeys, list.keys.groups != nil else { return nil }
        return (0..<position.cursor).last { list.keys.heading(at: $0) != nil }
    }

    /// Opens or closes the details.
    mutating func toggleDetails() {
        details.isShown.toggle()
        details.wasOpened = details.isShown
        details.size.isZoomed = false
        details.scroll = 0
        followItem()
    }

    /// Why nothing in the details can be folded or unfolded.
    var reasonNotFolding: String? {
        guard details.isShown else { return "the details are closed" }
        return nothingFolds ? "there is no JSON in these details that folds" : nil
    }

    mutating func toggleFolding() {
        details.foldsJSON = !(details.foldsJSON ?? DetailLines(self, width: layout.details.columns).hasFolded)
    }

    private var nothingFolds: Bool {
        func lines(folded: Bool) -> [[Span]] {
            var state = self
            state.details.foldsJSON = folded
            return DetailLines(state, width: layout.detailText.columns).lines
        }
        return lines(folded: true) == lines(folded: false)
    }
}

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
