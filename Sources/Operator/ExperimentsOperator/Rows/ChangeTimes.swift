import ExperimentsCore
import Foundation

/// When the value of each key last changed while the dashboard was open.
///
/// What the source changed lies apart from what overrides did: after a fetch the one table is replaced by another that
/// was made in the background, and the other, in which the loop itself notes things, is small.
package struct ChangeTimes: Sendable {
    /// When the source last changed each name.
    package var arrivals: [String: Date]
    /// When an override last changed each name.
    package private(set) var overrides: [String: Date] = [:]
    /// Counts what was noted, so that what was made of an earlier one is known.
    package private(set) var revision = 0

    package init(arrivals: [String: Date] = [:]) {
        self.arrivals = arrivals
    }

    /// When the value of a key last changed; nil where it has not.
    package subscript(name: String) -> Date? {
        guard let override = overrides[name] else { return arrivals[name] }
        return max(override, arrivals[name] ?? override)
    }

    /// Overrides changed these names.
    package mutating func note(overridesOf names: some Sequence<String>, at now: Date) {
        for name in names { overrides[name] = now }
        revision += 1
    }

    /// The source changed something: what it changed when is all in this table.
    ///
    /// - Returns: the table before, which is large.
    package mutating func replaceArrivals(_ new: [String: Date]) -> [String: Date] {
        let old = arrivals
        arrivals = new
        revision += 1
        return old
    }

    package var isEmpty: Bool { arrivals.isEmpty && overrides.isEmpty }

    /// The names that changed after a moment: how many, and the first in alphabetical order.
    package func names(changedAfter moment: Date) -> (count: Int, first: String)? {
        var first: String?
        var count = 0
        func take(_ name: String) {
            count += 1
            if first.map({ name < $0 }) ?? true { first = name }
        }
        for (name, date) in arrivals where date > moment { take(name) }
        for (name, date) in overrides where date > moment && !(arrivals[name].map { $0 > moment } ?? false) {
            take(name)
        }
        return first.map { (count, $0) }
    }
}

/// When the rows of a report changed, and which of them by the last fetch that changed anything.
struct RowChanges: Sendable {
    /// By row, in seconds since the reference date; not a number for a row that has not changed.
    private var times: [Double]
    /// The rows that the last fetch that changed anything changed.
    let last: RowSet

    /// Nothing changed, and nobody asks.
    static let none = RowChanges([], ChangeTimes(), lastChanges: [:])

    init(_ rows: [ReportRow], _ times: ChangeTimes, lastChanges: [String: ChangeKind]) {
        self.times = Array(repeating: .nan, count: rows.count)
        var last = RowSet(rowCount: rows.count)
        for row in rows.indices where !(times.isEmpty && lastChanges.isEmpty) {
            let name = rows[row].name
            if let date = times[name] { self.times[row] = date.timeIntervalSinceReferenceDate }
            if lastChanges[name] != nil { last.insert(row) }
        }
        self.last = last
    }

    /// Some rows have changed.
    mutating func note(_ rows: [Int], at now: Date) {
        for row in rows { times[row] = now.timeIntervalSinceReferenceDate }
    }

    /// The rows that changed that long ago.
    func rows(changed age: FilterTerm.ChangeAge, at now: Date) -> RowSet {
        let now = now.timeIntervalSinceReferenceDate
        return times.withUnsafeBufferPointer { times in
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
}

/// What the last fetch that changed anything did to a name.
package enum ChangeKind: Sendable, Hashable {
    case added, changed, removed

    package init(_ change: SnapshotDifference.Change) {
        self =
            switch change {
            case .added: .added
            case .changed: .changed
            case .removed: .removed
            }
    }

    /// The mark before a row.
    package var sign: String {
        switch self {
        case .added: "+"
        case .changed: "Δ"
        case .removed: "-"
        }
    }
}
