import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

/// The tabs: one for each screen, with its key and the number of its rows, and at the right one for the sources. The
/// view draws them, and the mouse clicks on them.
struct Tabs {
    /// A tab with its place.
    struct Item {
        /// The screen of the tab; nil for the sources, which open over a screen.
        let screen: Screen?
        let text: String
        /// The number of columns from the left edge.
        let column: Int

        fileprivate var columns: Range<Int> { column..<column + DisplayText(text).width }
    }

    let items: [Item]

    init(_ state: DashboardState) {
        func text(of screen: Screen, count: String?) -> String {
            let count = count.map { " " + $0 } ?? ""
            return " \(Self.raised(screen.number))\(screen.title)\(count) "
        }
        let full = Screen.allCases.map { text(of: $0, count: Self.countText(of: $0, state)) }
        let urgent = Screen.allCases.map { screen in
            let count = [.missing, .incorrect, .overrides].contains(screen) ? screen.list.tabCount(state) : 0
            return text(of: screen, count: count > 0 ? String(count) : nil)
        }
        // Rather show no counts than less than two blanks between the tabs.
        let tight = urgent.map { String($0.dropLast()) }
        let titled = Screen.allCases.map { text(of: $0, count: nil) }
        // If there is not enough room, only the active tab has a title.
        let short = Screen.allCases.map {
            $0 == state.screen ? text(of: $0, count: nil) : " \(Self.raised($0.number)) "
        }
        let room = state.size.columns
        let texts = [full, urgent, tight, titled].first { Self.width(of: $0) <= room } ?? short
        var column = 0
        var items = zip(Screen.allCases, texts).map { screen, text in
            defer { column += DisplayText(text).width }
            return Item(screen: screen, text: text, column: column)
        }
        let count = max(1, state.project.sources.count)
        for sources in [" \(Self.raised(0))Sources \(count) ", " \(Self.raised(0))"] {
            let width = DisplayText(sources).width
            guard column + width <= room else { continue }
            items.append(Item(screen: nil, text: sources, column: room - width))
            break
        }
        self.items = items
    }

    private static func width(of texts: [String]) -> Int { texts.reduce(0) { $0 + DisplayText($1).width } }

    /// Returns a number in superscript, so that the key of a tab does not look like a count.
    private static func raised(_ number: Int) -> String {
        let digits = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        return digits.indices.contains(number) ? digits[number] : String(number)
    }

    /// Returns the tab at a column.
    func item(at column: Int) -> Item? { items.first { $0.columns.contains(column) } }

    /// Returns the count on a tab. The numbers of missing and incorrect keys are not known before the first fetch.
    private static func countText(of screen: Screen, _ state: DashboardState) -> String {
        let count = screen.list.tabCount(state)
        let isOpen = screen == .missing || screen == .incorrect
        return isOpen && count == 0 && state.source.report.counts[.unknown] > 0
            ? "?" : CountText.grouped(count)
    }

    /// - Parameter active: the current screen; nil for the sources.
    func draw(active: Screen?, in rect: CellRect, _ canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        canvas.fill(rect, .tab)
        for tab in items {
            canvas.put(
                tab.text, at: CellPoint(column: rect.column + tab.column, row: rect.row),
                tab.screen == active ? .tabActive : .tab)
        }
    }
}
