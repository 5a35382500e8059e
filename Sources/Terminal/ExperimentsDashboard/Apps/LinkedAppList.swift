import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The list of screen 7: the apps that follow the overrides, and those that did.
struct LinkedAppList: ScreenList {
    /// The app under the cursor; nil on another screen.
    static func selected(_ state: DashboardState) -> ConnectedApp? {
        let (apps, cursor) = (state.list.apps, state.position.cursor)
        return state.screen == .apps && apps.indices.contains(cursor) ? apps[cursor] : nil
    }

    func count(_ state: DashboardState) -> Int { state.list.apps.count }

    func total(_ state: DashboardState) -> Int { state.apps.apps.count }

    func tabCount(_ state: DashboardState) -> Int { state.apps.connectedCount }

    func item(at index: Int, _ state: DashboardState) -> String? { state.list.apps[index].id.description }

    func rows(_ state: DashboardState) -> (Int) -> ConnectedApp? {
        let rows = state.list.apps
        return { rows[$0] }
    }

    func chooseRows(_ state: inout DashboardState) {
        state.list.apps = state.apps.rows(passing: state.list.filter, state)
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.apps.indices.filter { filter.passes(state.list.apps[$0].subject, now: state.now) }
    }

    func columns(_ state: DashboardState) -> [Column<ConnectedApp>] { AppColumns(state).columns }

    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        AppsView.draw(state, layout, on: &canvas)
    }

    func describe(_ lines: inout DetailLines) { lines.describeApp() }
}

// The order of the apps.
extension LinkedAppList {
    func orders(_ state: DashboardState) -> [String] { AppList.Order.allCases.map(\.rawValue) }

    func reasonNotSorting(_ command: Command, _ state: DashboardState) -> String? { nil }

    func sort(by order: String, _ state: inout DashboardState) {
        guard let order = AppList.Order(rawValue: order) else { return }
        sort(by: order, &state)
    }

    func sort(_ command: Command, _ state: inout DashboardState) {
        let all = AppList.Order.allCases
        let index = all.firstIndex(of: state.apps.order) ?? 0
        switch command {
        case .sort, .sortRight: state.apps.order = all[(index + 1) % all.count]
        case .sortLeft: state.apps.order = all[(index + all.count - 1) % all.count]
        case .invertSort: state.apps.isReversed.toggle()
        default: return
        }
        state.rebuildListing()
    }

    func sort(at column: Int, _ state: inout DashboardState) {
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: state.layout.list.columns - 2)
        let placed = plan.columns.last { $0.offset <= column - 1 }
        guard let placed, let order = AppList.Order(rawValue: columns[placed.index].name) else { return }
        sort(by: order, &state)
    }

    private func sort(by order: AppList.Order, _ state: inout DashboardState) {
        state.apps.isReversed = order == state.apps.order && !state.apps.isReversed
        state.apps.order = order
        state.rebuildListing()
    }
}
