import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Where the entries of the log stand on the screen. The view draws by it, and clicks and scrolling are read by it.
struct LogLayout {
    let parts: ListPanelLayout
    /// The columns of the times, before the sentences.
    let timeColumns: Int
    private let panel: LogPanel
    private let state: DashboardState
    private let today: String

    init(_ panel: LogPanel, _ state: DashboardState) {
        parts = ListPanelLayout(state.size, hasTitles: false)
        (self.panel, self.state) = (panel, state)
        let localTime = state.project.localTime
        today = TimeText.date(state.now, in: localTime)
        let oldest = panel.entry(at: 0, state).map { TimeText.date($0.date, in: localTime) } ?? today
        timeColumns = state.size.columns < 50 ? 5 : oldest == today ? 8 : 11
    }

    /// The columns of a sentence.
    var textColumns: Int { max(4, parts.list.columns - timeColumns - 4) }

    /// When an entry was: the time of day, and the day where it was another one.
    func time(of entry: LogEntry) -> String {
        let localTime = state.project.localTime
        let time = TimeText.timeOfDay(entry.date, in: localTime)
        let day = TimeText.date(entry.date, in: localTime)
        guard day != today else { return String(time.prefix(timeColumns)) }
        return timeColumns < 11 ? String(day.suffix(5)) : "\(day.suffix(5)) \(time.prefix(5))"
    }

    /// The sentence of an entry on as many lines as it takes; what no screen has room for ends with a sign.
    func lines(of entry: LogEntry) -> [String] {
        let limit = max(1, parts.list.rows)
        var lines = DisplayText(entry.line).wrapped(to: textColumns, limit: limit + 1)
        if lines.count > limit {
            lines.removeLast()
            lines[limit - 1] = DisplayText(lines[limit - 1]).truncated(to: textColumns - 2) + " …"
        }
        return lines
    }

    private func height(_ place: Int) -> Int { panel.entry(at: place, state).map { lines(of: $0).count } ?? 1 }

    /// The first entry from which on all up to another one are on the screen.
    func first(upTo last: Int) -> Int {
        var (first, rows) = (last, height(last))
        while first > 0 {
            rows += height(first - 1)
            if rows > parts.list.rows { break }
            first -= 1
        }
        return first
    }

    /// The entries on the screen.
    var visible: Range<Int> {
        var (end, rows) = (panel.top, 0)
        while end < panel.count, rows < parts.list.rows {
            rows += height(end)
            end += 1
        }
        return panel.top..<end
    }

    /// The entry at a point of the screen.
    func place(at point: CellPoint) -> Int? {
        guard parts.list.contains(point) else { return nil }
        var row = parts.list.row
        for place in visible {
            row += height(place)
            if point.row < row { return place }
        }
        return nil
    }
}
