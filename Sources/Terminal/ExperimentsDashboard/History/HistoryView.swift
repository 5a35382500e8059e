import ExperimentsCore
import Foundation

/// Screen 6: the fetches, newest first.
enum HistoryView {
    static func columns(_ state: DashboardState) -> [Column<FetchRecord>] {
        func column(
            _ name: String, _ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int,
            isNumber: Bool = false, in field: FilterField? = nil, text: ((FetchRecord) -> String?)? = nil,
            cell: @escaping (FetchRecord) -> (text: String, role: Role)
        ) -> Column<FetchRecord> {
            Column(
                name,
                TableColumn(
                    title: title, minimum: widths.lowerBound, ideal: widths.upperBound, weight: weight,
                    priority: priority, isRightAligned: isNumber, isMeasured: name != "time"),
                finding: state.list.finding, in: field, cut: .tail, text: text, cell: cell)
        }
        let localTime = state.project.localTime
        return [
            column("time", "time", 8...8, priority: 9, text: { TimeText.dateAndTime($0.startedAt, in: localTime) }) {
                (time(of: $0, state), state.history.isEarlier($0.id) ? .dim : .text)
            },
            column("result", "result", 9...13, priority: 10, cell: result),
            column(
                "changes", "changed keys", 14...24, weight: 3, priority: 8, in: .key, text: wholeChanges, cell: changes),
            column("duration", "took", 6...6, priority: 7, isNumber: true) { (TimeText.duration($0.duration), .age) },
            column("bytes", "size", 8...8, priority: 5, isNumber: true, text: { $0.bytes > 0 ? "\($0.bytes)" : nil }) {
                ($0.bytes > 0 ? TimeText.size($0.bytes) : "", .dim)
            },
            column("version", "version", 7...8, priority: 4, isNumber: true) { ($0.version ?? "", .dim) },
            column("trigger", "by", 8...9, priority: 3) { ($0.trigger.word, .dim) },
            column("number", "#", 4...5, priority: 2, isNumber: true) {
                (state.history.isEarlier($0.id) ? "" : String($0.id), .dim)
            },
        ]
    }

    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        HistorySummaryView.draw(state, in: layout.summary, &canvas)
        guard state.rowCount > 0 else {
            let words =
                state.list.filter.isEmpty
                ? state.emptyWords("no fetch yet", .refetch, "fetches now")
                : state.nothingMatches("no fetch")
            TableView.drawEmpty(words, in: layout.list, &canvas)
            return
        }
        columns.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, line in
            if let (sign, role) = state.record(at: index).flatMap({ mark(of: $0, state) }) {
                canvas.put(sign, at: line.origin, role)
            }
            return false
        } row: {
            state.record(at: $0)
        }
    }

    /// The fetch that others are compared with, and the one whose values are on screen.
    private static func mark(of record: FetchRecord, _ state: DashboardState) -> (String, Role)? {
        if record.id == state.history.pickedFetch { return ("◆", .selectedRow) }
        guard state.history.isInThePast, state.history.generationIndex(of: record) == state.history.shownIndex else {
            return nil
        }
        return ("›", .paused)
    }

    /// The time of day, or how long ago a fetch was that was not today.
    private static func time(of record: FetchRecord, _ state: DashboardState) -> String {
        let day = TimeText.date(record.startedAt, in: state.project.localTime)
        guard day != TimeText.date(state.now, in: state.project.localTime) else {
            return TimeText.timeOfDay(record.startedAt, in: state.project.localTime)
        }
        return TimeText.age(from: record.startedAt, to: state.now) + " ago"
    }

    private static func wholeChanges(_ record: FetchRecord) -> String? {
        if let failure = record.failure { return failure.summary }
        return record.difference.isEmpty ? nil : record.difference.names.joined(separator: " ")
    }

    private static func changes(_ record: FetchRecord) -> (text: String, role: Role) {
        if let failure = record.failure { return (failure.summary, .error) }
        guard !record.difference.isEmpty else { return ("—", .dim) }
        let names = record.difference.names
        let count = record.difference.count
        return (count > 1 ? "\(count): " + names.prefix(12).joined(separator: ", ") : names[0], .changed)
    }

    private static func result(_ record: FetchRecord) -> (text: String, role: Role) {
        let status = record.httpStatus.map { " \($0)" } ?? ""
        return (record.statusWord + status, record.failure == nil ? .ok : .error)
    }
}

extension FetchTrigger {
    /// Who asked, in one word.
    var word: String {
        switch self {
        case .app: "app"
        case .manual: "you"
        case .scheduled: "timer"
        case .realtime: "source"
        }
    }
}
