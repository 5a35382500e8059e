import ExperimentsCore
import Foundation

/// The times when rows of a report changed, and the rows that the last fetch with changes changed.
struct RowChanges: Sendable {
    /// The time of the last change by row, in seconds since the reference date; not a number for a row that has not
    /// changed.
    private var times: [Double]
    /// The rows that the last fetch that changed anything changed.
    let last: RowSet

    /// No changes, for lists without times of changes.
    static let none = RowChanges([], ChangeTimes(), lastChanges: [:])

    init(_ rows: [ReportRow], _ times: ChangeTimes, lastChanges: ExactDictionary<ChangeKind>) {
        self.times = Array(repeating: .nan, count: rows.count)
        var last = RowSet(rowCount: rows.count)
        for row in rows.indices where !(times.isEmpty && lastChanges.isEmpty) {
            let name = rows[row].name
            if let date = times[name] { self.times[row] = date.timeIntervalSinceReferenceDate }
            if lastChanges[name] != nil { last.insert(row) }
        }
        self.last = last
    }

    /// Notes that some rows have changed.
    mutating func note(_ rows: [Int], at now: Date) {
        for row in rows { times[row] = now.timeIntervalSinceReferenceDate }
    }

    /// Returns the rows with changes of this age.
    func rows(changed age: FilterTerm.ChangeAge, at now: Date) -> RowSet {
        let now = now.timeIntervalSinceReferenceDate
        switch age {
        case .within(let duration):
            let seconds = duration.inSeconds
            return RowSet(rowCount: times.count) { now - times[$0] <= seconds }
        case .before(let duration):
            let seconds = duration.inSeconds
            return RowSet(rowCount: times.count) { now - times[$0] > seconds }
        case .last: return last
        }
    }
}
