import ExperimentsCore
import ExperimentsOperator
import Foundation
import TerminalUI

/// The columns of the history of fetches.
struct HistoryColumns {
    let columns: [Column<FetchRecord>]

    init(_ state: DashboardState) {
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
        columns = [
            column("time", "time", 8...8, priority: 9, text: { TimeText.dateAndTime($0.startedAt, in: localTime) }) {
                (Self.time(of: $0, state), state.history.isEarlier($0.id) ? .dim : .text)
            },
            column("result", "result", 9...13, priority: 10, cell: Self.result),
            column(
                "changes", "changed keys", 14...24, weight: 3, priority: 8, in: .key, text: Self.wholeChanges,
                cell: Self.changes),
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
