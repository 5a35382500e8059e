import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The lists of screens 1 to 4: the keys, those without a value, those with a wrong one, and those with an override.
struct KeyList: ScreenList {
    private let scope: KeyScope

    init(_ scope: KeyScope) { self.scope = scope }

    func count(_ state: DashboardState) -> Int { state.list.keys.count }

    func total(_ state: DashboardState) -> Int { state.source.report.rows.count }

    func tabCount(_ state: DashboardState) -> Int {
        switch scope {
        case .all: state.source.report.rows.count
        case .missing: state.source.report.counts[.missing]
        case .incorrect: state.source.report.counts[.incorrect]
        case .overrides: state.source.report.overrides.entries.count
        }
    }

    func item(at index: Int, _ state: DashboardState) -> String? {
        state.list.keys.item(at: index, of: state.source.report)
    }

    func place(of item: String, _ state: DashboardState) -> Int? {
        state.list.keys.place(of: item, in: state.source.report)
    }

    func name(at index: Int, _ state: DashboardState) -> String? {
        state.list.keys.name(at: index, of: state.source.report)
    }

    func rows(_ state: DashboardState) -> (Int) -> KeyRow? {
        let list = ShownList(state)
        return { list.state.list.keys.heading(at: $0) == nil ? KeyRow(list, $0) : nil }
    }

    /// The width of the longest value on screen, of all columns that are scrolled to the side.
    static func longestValue(_ state: DashboardState) -> Int {
        guard state.screen.listsKeys else { return 0 }
        let columns = KeyColumns(state).columns.filter(\.isScrolled)
        let (shown, top) = (ShownList(state), state.position.top)
        let visible = top..<max(top, min(state.rowCount, top + state.layout.list.rows))
        return visible.reduce(0) { longest, index in
            guard state.list.keys.heading(at: index) == nil else { return longest }
            let row = KeyRow(shown, index)
            return columns.compactMap { $0.text(row) }.reduce(longest) { max($0, DisplayText($1).width) }
        }
    }

    func chooseRows(_ state: inout DashboardState) { state.list.keys.rebuild(state.content, state.listingChoice) }

    func dropChoice(_ state: inout DashboardState) -> Bool {
        guard state.list.choices.onlyChanged else { return false }
        state.list.choices.onlyChanged = false
        state.rebuildListing()
        return true
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.keys.matches(of: filter, in: state.content)
    }

    func reportedRow(_ state: DashboardState) -> ReportRow? {
        state.list.keys.row(at: state.position.cursor, of: state.source.report)
    }

    func subjectName(_ state: DashboardState) -> String? { state.selectedName }

    func columns(_ state: DashboardState) -> [Column<KeyRow>] { KeyColumns(state).columns }

    func exportedColumns(_ state: DashboardState) -> [Column<KeyRow>] { KeyColumns.all(state).columns }

    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        KeyTableView.draw(state, layout, &canvas)
    }

    func describe(_ lines: inout DetailLines) {
        if let name = lines.state.selectedName {
            lines.describeKey(name)
        } else {
            lines.describeHeading()
        }
    }
}
