import TerminalUI

/// A scroll bar that the mouse can be put to.
enum HeldScrollBar: Sendable, Hashable {
    case list, details, panel
}

// A press on a scroll bar goes where that place of the bar stands; released elsewhere, the bar was dragged there.
extension DashboardState {
    /// - Returns: whether the event was a scroll bar's.
    mutating func takeScrollBar(_ mouse: MouseEvent) -> Bool {
        switch mouse.kind {
        case .press where mouse.button == 1:
            appearance.heldScrollBar = scrollBars.first { $0.rect.contains(mouse.point) }?.bar
        case .release where appearance.heldScrollBar != nil: break
        default: return false
        }
        guard let held = appearance.heldScrollBar, let rect = scrollBars.first(where: { $0.bar == held })?.rect else {
            appearance.heldScrollBar = nil
            return false
        }
        if mouse.kind == .release { appearance.heldScrollBar = nil }
        let row = max(0, min(mouse.point.row - rect.row, rect.rows - 1))
        scroll(held, to: Double(row) / Double(max(1, rect.rows - 1)))
        return true
    }

    /// The bars on screen that can be dragged; of panels that of the one on top.
    private var scrollBars: [(bar: HeldScrollBar, rect: CellRect)] {
        if let top = panels.top { return top.scrollBar(self).map { [(.panel, $0)] } ?? [] }
        let list = layout.list
        let text = layout.detailText
        var bars: [(bar: HeldScrollBar, rect: CellRect)] = []
        if rowCount > list.rows { bars.append((.list, list.splitRight(1).right)) }
        if details.isShown, DetailLines.last(of: self) > 0 {
            bars.append((.details, CellRect(column: text.endColumn, row: text.row, columns: 1, rows: text.rows)))
        }
        return bars
    }

    /// - Parameter share: how far down the bar: 0 for its first row, 1 for its last.
    private mutating func scroll(_ bar: HeldScrollBar, to share: Double) {
        switch bar {
        case .list: scrollList(by: Int(share * Double(rowCount - layout.list.rows)) - position.top)
        case .details:
            let line = Int(share * Double(DetailLines.last(of: self)))
            _ = update(\.details, with: .scroll(by: line - details.scroll))
        case .panel:
            _ = withTopPanel { panel, state in
                panel.scroll(to: share, state)
                return .stay()
            }
        }
    }
}
