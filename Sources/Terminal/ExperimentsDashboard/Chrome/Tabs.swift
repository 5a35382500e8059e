import ExperimentsCore

/// The tabs of the screens, each with how many rows its screen has. The view draws them, the mouse clicks on them.
struct Tabs {
    /// A tab, and where it is.
    struct Item {
        let screen: Screen
        let text: String
        /// Columns from the left edge.
        let column: Int
    }

    let items: [Item]

    init(_ state: DashboardState) {
        let full = Screen.allCases.map { " \($0.number) \($0.title) \(Self.countText(of: $0, state)) " }
        let urgent = Screen.allCases.map { screen in
            let count = [.missing, .incorrect, .overrides].contains(screen) ? screen.list.tabCount(state) : 0
            return " \(screen.number) \(screen.title) " + (count > 0 ? "\(count) " : "")
        }
        // Two blanks between the tabs rather than none of their counts.
        let tight = urgent.map { String($0.dropLast()) }
        let titled = Screen.allCases.map { " \($0.number) \($0.title) " }
        // Only the active tab keeps its title if there is no room for all.
        let short = Screen.allCases.map { $0 == state.screen ? " \($0.number) \($0.title) " : " \($0.number) " }
        let texts =
            [full, urgent, tight, titled].first { $0.reduce(0) { $0 + $1.count } <= state.size.columns } ?? short
        var column = 0
        items = zip(Screen.allCases, texts).map { screen, text in
            defer { column += text.count }
            return Item(screen: screen, text: text, column: column)
        }
    }

    /// The screen whose tab is at a column.
    func screen(at column: Int) -> Screen? {
        items.first { column >= $0.column && column < $0.column + DisplayText($0.text).width }?.screen
    }

    /// Returns the count on a tab. The numbers of missing and incorrect keys are not known before the first fetch.
    private static func countText(of screen: Screen, _ state: DashboardState) -> String {
        let count = screen.list.tabCount(state)
        let isOpen = screen == .missing || screen == .incorrect
        return isOpen && count == 0 && state.source.report.counts[.unknown] > 0 ? "?" : String(count)
    }
}

/// Draws the second line: the screens by number.
enum TabsView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        canvas.fill(rect, .tab)
        for tab in Tabs(state).items {
            canvas.put(
                tab.text, at: CellPoint(column: rect.column + tab.column, row: rect.row),
                tab.screen == state.screen ? .tabActive : .tab)
        }
    }
}
