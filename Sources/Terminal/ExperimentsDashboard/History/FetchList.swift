import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The list of screen 6: the fetches, newest first.
struct FetchList: ScreenList {
    /// The fetch at a place of the list.
    static func record(at place: Int, _ state: DashboardState) -> FetchRecord? {
        let (fetches, history) = (state.list.fetches, state.history)
        guard fetches.indices.contains(place), fetches[place] < history.count else { return nil }
        return history[fetches[place]]
    }

    func count(_ state: DashboardState) -> Int { state.list.fetches.count }

    func total(_ state: DashboardState) -> Int { state.history.count }

    func item(at index: Int, _ state: DashboardState) -> String? { Self.record(at: index, state).map { String($0.id) } }

    func rows(_ state: DashboardState) -> (Int) -> FetchRecord? { { Self.record(at: $0, state) } }

    func chooseRows(_ state: inout DashboardState) {
        let (history, filter) = (state.history, state.list.filter)
        let all = Array((0..<history.count).reversed())
        state.list.fetches =
            filter.isEmpty
            ? all : all.filter { filter.passes(history.subject(of: history[$0], for: filter), now: state.now) }
    }

    func dropChoice(_ state: inout DashboardState) -> Bool {
        guard let id = state.history.pickedFetch else { return false }
        state.history.pickedFetch = nil
        // One that is no longer kept is not to be seen as picked either.
        return state.history.fetch(id: id) != nil
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.fetches.indices.filter { place in
            Self.record(at: place, state).map {
                filter.passes(state.history.subject(of: $0, for: state.list.filter), now: state.now)
            } ?? false
        }
    }

    func columns(_ state: DashboardState) -> [Column<FetchRecord>] { HistoryColumns(state).columns }

    func summaryRows(_ state: DashboardState) -> Int {
        guard !state.history.fetches.records.isEmpty else { return 0 }
        return state.history.fetches.last?.failure == nil ? 2 : 3
    }

    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        HistoryView.draw(state, layout, on: &canvas)
    }

    func describe(_ lines: inout DetailLines) {
        if let record = lines.state.selectedRecord {
            lines.describe(record)
        } else {
            lines.describeHeading()
        }
    }
}
