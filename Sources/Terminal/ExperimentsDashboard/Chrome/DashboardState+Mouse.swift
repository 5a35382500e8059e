import ExperimentsTerminalUI

extension DashboardState {
    /// The number of lines that one step of the wheel scrolls.
    private static let wheelLines = 3

    mutating func handle(_ mouse: MouseEvent) -> [Effect] {
        guard fits else { return [] }
        var mouse = mouse
        // Dragging beyond the screen drags to its edge.
        mouse.point = CellPoint(
            column: max(0, min(mouse.point.column, size.columns)),
            row: max(0, min(mouse.point.row, size.rows)))
        let layout = layout
        if !panels.isEmpty || isTyping, mouse.kind == .press, mouse.button == 1,
            layout.footer.contains(mouse.point)
        {
            let item = Footer(self).item(at: mouse.point.column - layout.footer.column)
            return item?.hint.press.map { handle(.key($0)) } ?? []
        }
        if takeScrollBar(mouse) { return [] }
        guard panels.isEmpty else { return handleInPanel(mouse) }
        switch mouse.kind {
        case .wheelDown, .wheelUp:
            let lines = mouse.kind == .wheelDown ? Self.wheelLines : -Self.wheelLines
            if layout.details.contains(mouse.point) { return update(\.details, with: .scroll(by: lines)) }
            scrollList(by: lines)
        case .wheelRight: return update(\.list, with: .scrollValues(by: 4))
        case .wheelLeft: return update(\.list, with: .scrollValues(by: -4))
        case .press where mouse.button == 1 && isOnDetailBorder(mouse.point, layout):
            details.holdsBorder = true
        case .release where details.holdsBorder:
            details.holdsBorder = false
            return update(\.details, with: .drag(to: mouse.point))
        case .press where mouse.button == 1: return click(mouse, layout)
        default: break
        }
        return []
    }

    /// Whether a point is on the line between the list and the details, but not on a hint there.
    private func isOnDetailBorder(_ point: CellPoint, _ layout: Layout) -> Bool {
        layout.isOnDetailBorder(point) && detailBoxes.hint(at: point, self) == nil
    }

    /// Returns the hint at a point in the border of the list.
    private func listHint(at point: CellPoint, _ layout: Layout) -> KeyHint? {
        layout.hasFrames ? Box.hint(at: point, on: screen.list.title(self), in: layout.listBox) : nil
    }

    private mutating func click(_ mouse: MouseEvent, _ layout: Layout) -> [Effect] {
        let point = mouse.point
        if layout.tabs.contains(point) {
            guard let tab = Tabs(self).item(at: point.column - layout.tabs.column) else { return [] }
            guard let screen = tab.screen else { return perform(.showHome) }
            show(screen)
        } else if layout.columnTitles.contains(point) {
            screen.list.sort(at: point.column - layout.columnTitles.column, &self)
        } else if layout.list.contains(point) {
            guard let row = screen.list.place(at: point, layout, self) else { return [] }
            if mouse.modifiers.contains(.shift), screen.listsKeys {
                return update(\.overriding, with: .markRows(to: row))
            }
            let isHeading = screen.listsKeys && list.keys.heading(at: row) != nil
            if row == position.cursor, !isHeading { return perform(.details) }
            moveCursor(to: row)
            if isHeading { return perform(.details) }
        } else if let hint = listHint(at: point, layout), !isTyping {
            return hint.press.map { handle(.key($0)) } ?? []
        } else if layout.details.contains(point), !isTyping {
            let boxes = detailBoxes
            if let press = boxes.hint(at: point, self)?.press { return handle(.key(press)) }
            if let row = boxes.row(at: point, details) {
                return settle(screen.list.clickInDetails(at: row, &self))
            }
        } else if layout.footer.contains(point), !isTyping {
            let item = Footer(self).item(at: point.column - layout.footer.column)
            if let action = item?.action { return perform(action) }
        }
        return []
    }
}

/// A scroll bar that the mouse can drag.
enum HeldScrollBar: Sendable, Hashable {
    case list, details, panel
}

// A press on a scroll bar scrolls to that place. Dragging ends with the release, wherever that is.
extension DashboardState {
    /// - Returns: whether the event belonged to a scroll bar.
    mutating func takeScrollBar(_ mouse: MouseEvent) -> Bool {
        switch mouse.kind {
        case .press where mouse.button == 1:
            appearance.heldScrollBar = scrollBars.first { $0.rect.contains(mouse.point) }?.bar
        case .release where appearance.heldScrollBar != nil: break
        default: return false
        }
        guard let held = appearance.heldScrollBar,
            let rect = scrollBars.first(where: { $0.bar == held })?.rect
        else {
            appearance.heldScrollBar = nil
            return false
        }
        if mouse.kind == .release { appearance.heldScrollBar = nil }
        let row = max(0, min(mouse.point.row - rect.row, rect.rows - 1))
        scroll(held, to: Double(row) / Double(max(1, rect.rows - 1)))
        return true
    }

    /// The visible scroll bars that can be dragged. If there are panels, only that of the top one.
    private var scrollBars: [(bar: HeldScrollBar, rect: CellRect)] {
        if let top = panels.top { return top.scrollBar(self).map { [(.panel, $0)] } ?? [] }
        let list = layout.list
        var bars: [(bar: HeldScrollBar, rect: CellRect)] = []
        if rowCount > list.rows { bars.append((.list, ScrollBar.place(besideList: list, on: size))) }
        if details.isShown {
            let boxes = detailBoxes
            if boxes.lastLine > 0 { bars.append((.details, boxes.scrollBar)) }
        }
        return bars
    }

    /// - Parameter share: the position on the bar: 0 for its first row, 1 for its last.
    private mutating func scroll(_ bar: HeldScrollBar, to share: Double) {
        switch bar {
        case .list: scrollList(by: Int(share * Double(rowCount - layout.list.rows)) - position.top)
        case .details:
            let line = Int(share * Double(detailBoxes.lastLine))
            _ = update(\.details, with: .scroll(by: line - details.scroll))
        case .panel:
            _ = withTopPanel { panel, state in
                panel.scroll(to: share, state)
                return .stay()
            }
        }
    }
}
