import ExperimentsCore
import ExperimentsOperator

/// The log: what happened, the newest last. It takes the whole screen but the footer.
///
/// Sentences are wrapped, so that entries differ in height. Only those on the screen are ever laid out.
struct LogPanel: Sendable {
    var reading = ListReading()
    /// The entries that the filter lets through, as places in the log.
    private(set) var places: [Int] = []
    /// The place of the cursor among them.
    private(set) var cursor = 0
    /// The first one on the screen.
    private(set) var top = 0
    /// Whether the cursor goes along with the newest.
    private(set) var follows = true
    /// The entry under the cursor.
    private var item: Int?
    /// The number of entries without the filter.
    private(set) var total = 0
    private var revision = -1
    private var size = CellSize(columns: 0, rows: 0)

    /// The log with the cursor on the newest entry.
    init(_ state: DashboardState) { follow(state) }

    var count: Int { places.count }

    /// The entry at a place of the list.
    func entry(at place: Int, _ state: DashboardState) -> LogEntry? {
        let entries = state.log.entries
        guard places.indices.contains(place), entries.indices.contains(places[place]) else { return nil }
        return entries[places[place]]
    }

    /// The entry under the cursor.
    func selected(_ state: DashboardState) -> LogEntry? { entry(at: cursor, state) }

    mutating func follow(_ state: DashboardState) {
        if state.log.revision != revision || reading.filter.dependsOnTime {
            chooseRows(state)
        } else if state.size != size {
            reveal(state)
        }
    }

    mutating func chooseRows(_ state: DashboardState) {
        let entries = state.log.entries
        let filter = reading.filter
        revision = state.log.revision
        total = entries.count
        places = entries.indices.filter { entries[$0].passes(filter, now: state.now) }
        findMatches(state)
        if !follows, let item { cursor = places.firstIndex { entries[$0].id >= item } ?? count - 1 }
        keep(follows ? count - 1 : cursor, state)
    }

    func rows(found filter: Filter, _ state: DashboardState) -> [Int] {
        places.indices.filter { entry(at: $0, state)?.passes(filter, now: state.now) == true }
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        follows = row >= count - 1
        keep(row, state)
    }

    private mutating func keep(_ row: Int, _ state: DashboardState) {
        cursor = max(0, min(row, count - 1))
        item = selected(state)?.id
        reveal(state)
    }

    /// Scrolls so that the entry under the cursor is on the screen, whole where it can be.
    private mutating func reveal(_ state: DashboardState) {
        size = state.size
        guard count > 0 else {
            top = 0
            return
        }
        let layout = LogLayout(self, state)
        if cursor < top { top = cursor }
        top = max(top, layout.first(upTo: cursor))
        top = min(top, layout.first(upTo: count - 1))
    }

    func page(_ state: DashboardState) -> Int { max(1, LogLayout(self, state).visible.count - 1) }
}

extension LogPanel: ListPanel {
    func listRect(_ state: DashboardState) -> CellRect { LogLayout(self, state).parts.list }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        let newest = follows ? [] : map.hint([.bottom], "newest")
        return [escapeHint, KeyHint(.enter, "whole text")] + map.hint([.filter], "filter") + map.hint([.find], "find")
            + map.hint([.copyValue], "copy") + newest + map.choosing("move") + map.hint([.refetch], "refetch")
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { LogView.draw(self, state, on: &canvas) }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .log), (_, .messages): return .close()
        case (.enter, _), (_, .details), (_, .openDetails): return .stay(open(state))
        case (_, .copyValue): return .stay(selected(state).map { [.copy($0.text(in: state.project.localTime))] } ?? [])
        case (_, .refetch): return .stay([.perform(.refetch)])
        default: break
        }
        return .stay()
    }

    /// A first click chooses an entry, one on the chosen entry opens it.
    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let place = LogLayout(self, state).place(at: point) else { return .stay() }
        if place == cursor { return .stay(open(state)) }
        move(to: place, state)
        return .stay()
    }

    private func open(_ state: DashboardState) -> [Effect] {
        selected(state).map { [.open(LogEntryPanel($0))] } ?? []
    }
}
