import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The list of screen 6: the fetches, newest first.
struct FetchList: ScreenList {
    func count(_ state: DashboardState) -> Int { state.list.fetches.count }

    func total(_ state: DashboardState) -> Int { state.history.count }

    func item(at index: Int, _ state: DashboardState) -> String? { state.record(at: index).map { String($0.id) } }

    func rows(_ state: DashboardState) -> (Int) -> FetchRecord? { state.record }

    func chooseRows(_ state: inout DashboardState) { state.list.fetches = state.historyRows() }

    func dropChoice(_ state: inout DashboardState) -> Bool {
        guard let id = state.history.pickedFetch else { return false }
        state.history.pickedFetch = nil
        // One that is no longer kept is not to be seen as picked either.
        return state.history.fetch(id: id) != nil
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.fetches.indices.filter { place in
            state.record(at: place).map { filter.passes(state.subject(of: $0), now: state.now) } ?? false
        }
    }

    func columns(_ state: DashboardState) -> [Column<FetchRecord>] { HistoryColumns(state).columns }

    func summaryRows(_ state: DashboardState) -> Int {
        guard !state.history.fetches.records.isEmpty else { return 0 }
        return state.history.fetches.last?.failure == nil ? 2 : 3
    }

    func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        HistoryView.draw(state, layout, &canvas)
    }

    func describe(_ lines: inout DetailLines) {
        if let record = lines.state.selectedRecord {
            lines.describe(record)
        } else {
            lines.describeHeading()
        }
    }
}
