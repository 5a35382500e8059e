import ExperimentsCore
import Foundation

/// Screen 6: the fetches, newest first.
enum HistoryView {
    private static let columns = [
        Column(content: .time, title: "time", minimum: 8, ideal: 8, priority: 9),
        Column(content: .result, title: "result", minimum: 9, ideal: 13, priority: 10),
        Column(content: .changes, title: "changed keys", minimum: 14, ideal: 24, weight: 3, priority: 8),
        Column(content: .duration, title: "took", minimum: 6, ideal: 6, priority: 7, isRightAligned: true),
        Column(content: .bytes, title: "size", minimum: 8, ideal: 8, priority: 5, isRightAligned: true),
        Column(content: .version, title: "version", minimum: 7, ideal: 8, priority: 4, isRightAligned: true),
        Column(content: .trigger, title: "by", minimum: 8, ideal: 9, priority: 3),
        Column(content: .number, title: "#", minimum: 4, ideal: 5, priority: 2, isRightAligned: true),
    ]

    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        HistorySummaryView.draw(state, in: layout.summary, &canvas)
        guard state.rowCount > 0 else {
            let words =
                state.list.filter.isEmpty
                ? state.emptyWords("no fetch yet", .refetch, "fetches now")
                : state.emptyWords("no fetch matches “\(state.list.filter.text)”", .back, "clears the filter")
            TableView.drawEmpty(words, in: layout.list, &canvas)
            return
        }
        TableView.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, placed, point in
            guard let record = state.record(at: index) else { return }
            if placed.offset == 0, let (sign, role) = mark(of: record, state) {
                canvas.put(sign, at: CellPoint(column: point.column - 1, row: point.row), role)
            }
            let (text, role) = cell(columns[placed.index].content, record, state)
            let indent = placed.column.isRightAligned ? max(0, placed.width - DisplayText(text).width) : 0
            canvas.put(
                text, at: CellPoint(column: point.column + indent, row: point.row), role,
                maxColumns: placed.width - indent)
            let field: FilterField? = columns[placed.index].content == .changes ? .key : nil
            for filter in [state.list.filter, state.list.search.filter] {
                canvas.mark(
                    filter, in: text, of: field, at: CellPoint(column: point.column + indent, row: point.row),
                    width: placed.width - indent, cut: .tail)
            }
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

    /// What its columns show.
    static var contents: [Column.Content] { columns.map(\.content) }

    /// The whole text of a cell, for a file; nil where there is nothing.
    static func exportedText(
        _ content: Column.Content, _ record: FetchRecord, _ state: DashboardState
    ) -> String? {
        switch content {
        case .time: return TimeText.dateAndTime(record.startedAt, in: state.project.localTime)
        case .changes:
            if let failure = record.failure { return failure.summary }
            return record.difference.isEmpty ? nil : record.difference.names.joined(separator: " ")
        case .bytes: return record.bytes > 0 ? String(record.bytes) : nil
        default:
            let text = cell(content, record, state).0
            return text.isEmpty ? nil : text
        }
    }

    private static func cell(
        _ content: Column.Content, _ record: FetchRecord, _ state: DashboardState
    ) -> (String, Role) {
        switch content {
        case .number: (state.history.isEarlier(record.id) ? "" : String(record.id), .dim)
        case .time: (time(of: record, state), state.history.isEarlier(record.id) ? .dim : .text)
        case .duration: (TimeText.duration(record.duration), .age)
        case .bytes: (record.bytes > 0 ? TimeText.size(record.bytes) : "", .dim)
        case .version: (record.version ?? "", .dim)
        case .trigger: (record.trigger.word, .dim)
        case .changes: changes(record)
        case .result: result(record)
        default: ("", .text)
        }
    }

    /// The time of day, or how long ago a fetch was that was not today.
    private static func time(of record: FetchRecord, _ state: DashboardState) -> String {
        let day = TimeText.date(record.startedAt, in: state.project.localTime)
        guard day != TimeText.date(state.now, in: state.project.localTime) else {
            return TimeText.timeOfDay(record.startedAt, in: state.project.localTime)
        }
        return TimeText.age(from: record.startedAt, to: state.now) + " ago"
    }

    private static func changes(_ record: FetchRecord) -> (String, Role) {
        if let failure = record.failure { return (failure.summary, .error) }
        guard !record.difference.isEmpty else { return ("—", .dim) }
        let names = record.difference.names
        let count = record.difference.count
        return (count > 1 ? "\(count): " + names.prefix(12).joined(separator: ", ") : names[0], .changed)
    }

    private static func result(_ record: FetchRecord) -> (String, Role) {
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
