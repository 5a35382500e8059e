import ExperimentsCore

/// The second line: the screens by number, with how many rows each has.
enum TabsView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        canvas.fill(rect, .tab)
        for tab in tabs(state) {
            canvas.put(
                tab.text, at: CellPoint(column: rect.column + tab.column, row: rect.row),
                tab.screen == state.screen ? .tabActive : .tab)
        }
    }

    /// The screen whose tab is at a column.
    static func tab(at column: Int, _ state: DashboardState) -> Screen? {
        tabs(state).first { column >= $0.column && column < $0.column + DisplayText($0.text).width }?.screen
    }

    private static func tabs(_ state: DashboardState) -> [(screen: Screen, text: String, column: Int)] {
        let full = Screen.allCases.map { " \($0.number) \($0.title) \(countText(of: $0, state)) " }
        let urgent = Screen.allCases.map { screen in
            let count = [.missing, .incorrect, .overrides].contains(screen) ? count(of: screen, state) : 0
            return " \(screen.number) \(screen.title) " + (count > 0 ? "\(count) " : "")
        }
        let titled = Screen.allCases.map { " \($0.number) \($0.title) " }
        // Only the active tab keeps its title where there is no room for all.
        let short = Screen.allCases.map { $0 == state.screen ? " \($0.number) \($0.title) " : " \($0.number) " }
        let texts =
            [full, urgent, titled].first { $0.reduce(0) { $0 + $1.count } <= state.size.columns } ?? short
        var column = 0
        return zip(Screen.allCases, texts).map { screen, text in
            defer { column += text.count }
            return (screen, text, column)
        }
    }

    /// How many keys are missing or incorrect is not known before something was fetched.
    private static func countText(of screen: Screen, _ state: DashboardState) -> String {
        let count = count(of: screen, state)
        let isOpen = screen == .missing || screen == .incorrect
        return isOpen && count == 0 && state.report.counts[.unknown] > 0 ? "?" : String(count)
    }

    private static func count(of screen: Screen, _ state: DashboardState) -> Int {
        switch screen {
        case .keys: state.report.rows.count
        case .missing: state.report.counts[.missing]
        case .incorrect: state.report.counts[.incorrect]
        case .overrides: state.report.overrides.entries.count
        case .experiments: state.report.experimentCount
        case .history: state.fetchCount
        }
    }
}
