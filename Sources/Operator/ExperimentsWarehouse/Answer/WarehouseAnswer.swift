import ExperimentEvents
import ExperimentStatistics
import ExperimentsSupport
import Foundation

/// The answer of a warehouse to the statement of an experiment.
package struct WarehouseAnswer: Sendable {
    /// The totals, as a store of events has them.
    package private(set) var totals: ExperimentTotals
    /// The facts about its tables.
    private(set) var facts = AnswerFacts()

    /// The largest day, thousands of years from now: days of a correct answer are before it.
    private static let lastDay = 10_000_000

    /// Reads an answer.
    ///
    /// - Throws: `AnswerFault` if it is not complete, or not what was asked for.
    init(_ bytes: [UInt8], to statement: ExperimentStatement) throws(AnswerFault) {
        let table = try AnswerTable(bytes)
        totals = ExperimentTotals(experiment: statement.experiment)
        guard let header = table.rows.first else { throw AnswerFault("the answer is empty", .empty) }
        let names = header.fields.map { $0.lowercased() }
        guard names == statement.columns else { throw Self.headerFault(header.fields, statement.columns) }
        var hasEnd = false
        for row in table.rows.dropFirst() {
            guard row.fields.count == names.count else {
                let isCut = row.line == table.rows.last?.line && row.fields.count < names.count
                throw AnswerFault(
                    "line \(row.line) of the answer has \(FigureText.count(row.fields.count, "field")), but the header has "
                        + "\(names.count)", isCut ? .incomplete : .otherText)
            }
            var reader = AnswerRowReader(row, names)
            if try add(&reader, statement) { hasEnd = true }
            let count = try reader.whole(StatementPlan.rowCount)
            let rows = table.rows.count - 1
            guard count == rows else {
                throw AnswerFault(
                    count > rows
                        ? "the answer is incomplete: it has \(rows) of \(FigureText.count(count, "row"))"
                        : "the answer has \(FigureText.count(rows, "row")), but the statement has \(count)",
                    count > rows ? .incomplete : .otherText)
            }
        }
        guard hasEnd else { throw AnswerFault("the answer has no rows, not even its last one", .incomplete) }
    }

    private static func headerFault(_ found: [String], _ expected: [String]) -> AnswerFault {
        let lower = found.map { $0.lowercased() }
        if lower.first == expected.first {
            if let missing = expected.first(where: { !lower.contains($0) }) {
                return AnswerFault("the answer has no column `\(missing)`")
            }
            if let index = lower.firstIndex(where: { !expected.contains($0) }) {
                return AnswerFault(
                    "the answer has a column \(Quotation.of(found[index])), which was not asked for")
            }
        }
        let line = found.joined(separator: ",")
        let short = line.count > 60 ? line.prefix(60) + "…" : line[...]
        return AnswerFault(
            "the answer is not the CSV that was asked for: its first line is \(Quotation.of(String(short))), expected the "
                + "names of the columns: `\(expected.prefix(4).joined(separator: ","))…`")
    }

    /// Adds a row.
    ///
    /// - Returns: whether it is the one that every answer has.
    private mutating func add(
        _ row: inout AnswerRowReader, _ statement: ExperimentStatement
    ) throws(AnswerFault) -> Bool {
        let phase = try row.whole("phase", in: ExperimentStatement.phaseOfEnd...ExperimentStatement.lastPhase)
        guard phase != ExperimentStatement.phaseOfEnd else { return true }
        let users = ExperimentTotals.Users(
            try row.count("users"), mixed: try row.count("mixed_users"),
            returning: try row.count("returning_users"))
        facts.unreadExposures = facts.unreadExposures.clampedSum(try row.count("unread_exposures"))
        guard phase != ExperimentStatement.phaseWithoutTime else {
            facts.usersWithoutTime = facts.usersWithoutTime.clampedSum(users.count.clampedSum(users.mixed))
            return false
        }
        let cell = ExperimentTotals.Cell(
            phase: phase, group: try row.text("group_name"),
            day: EventDay(try row.whole("day", in: -Self.lastDay...Self.lastDay)))
        // Two names that look the same are different texts in SQL.
        let known = totals.users[cell] ?? ExperimentTotals.Users()
        totals.users[cell] = ExperimentTotals.Users(
            known.count.clampedSum(users.count), mixed: known.mixed.clampedSum(users.mixed),
            returning: known.returning.clampedSum(users.returning))
        if let first = try row.time("first_exposure") {
            totals.firstExposure = min(totals.firstExposure ?? first, first)
        }
        try facts.add(&row)
        for (index, metric) in statement.metrics.enumerated() {
            let sums = try row.sums(of: metric, "m\(index)")
            if phase >= 0, sums != GroupTotals() {
                totals.values[metric.name, default: [:]][cell, default: GroupTotals()] += sums
            }
            if row.has("m\(index)_cap") {
                let cap = try row.number("m\(index)_cap")
                if cap > 0 { totals.caps[metric.name] = cap }
            }
        }
        return false
    }

    /// Adds sentences to the totals.
    mutating func remark(_ remarks: [String], warnings: [String]) {
        totals.remarks += remarks
        totals.warnings += warnings
    }
}

/// What an answer says about the tables of a warehouse.
struct AnswerFacts: Sendable, Hashable {
    /// The time of the latest exposure; nil if there is none.
    var lastExposure: Date?
    /// The time of the latest event of a user; nil if there is none.
    var lastEvent: Date?
    /// The exposures without a time that can be read.
    var unreadExposures = 0
    /// The users who have only such exposures.
    var usersWithoutTime = 0
    /// The events of users without a time that can be read.
    var unreadEvents = 0
    /// The events after the first exposure of their user, and those less than a day before it.
    var eventsAfter = 0
    var eventsJustBefore = 0

    fileprivate mutating func add(_ row: inout AnswerRowReader) throws(AnswerFault) {
        if let last = try row.time("last_exposure") { lastExposure = max(lastExposure ?? last, last) }
        if let last = try row.time("last_event") { lastEvent = max(lastEvent ?? last, last) }
        unreadEvents = unreadEvents.clampedSum(try row.count("unread_events"))
        eventsAfter = eventsAfter.clampedSum(try row.count("events_after"))
        eventsJustBefore = eventsJustBefore.clampedSum(try row.count("events_just_before"))
    }
}

/// Reads the fields of a row by their names.
struct AnswerRowReader {
    private let line: Int
    private let fields: [String: String]

    init(_ row: AnswerTable.Row, _ names: [String]) {
        line = row.line
        fields = Dictionary(zip(names, row.fields), uniquingKeysWith: { first, _ in first })
    }

    func has(_ name: String) -> Bool { fields[name] != nil }

    func text(_ name: String) throws(AnswerFault) -> String {
        guard let text = fields[name] else { throw AnswerFault("the answer has no column `\(name)`") }
        return text
    }

    /// Returns a whole number.
    ///
    /// - Parameter range: the numbers that can be right.
    func whole(_ name: String, in range: ClosedRange<Int>? = nil) throws(AnswerFault) -> Int {
        let text = try text(name)
        guard let number = NumberText.integer(text) else { throw fault(name, text, "a whole number") }
        guard range?.contains(number) ?? true else {
            throw fault(name, text, "a whole number in the range of the statement")
        }
        return number
    }

    /// Returns a number of users or events.
    func count(_ name: String) throws(AnswerFault) -> Int { try whole(name, in: 0...Int.max) }

    func number(_ name: String) throws(AnswerFault) -> Double {
        let text = try text(name)
        if let number = NumberText.double(text) { return number }
        throw fault(name, text, "a finite number")
    }

    /// Returns a time; nil for none.
    func time(_ name: String) throws(AnswerFault) -> Date? {
        let milliseconds = try whole(name)
        return milliseconds == 0 ? nil : Date(eventMilliseconds: Int64(milliseconds))
    }

    func sums(of metric: MetricDefinition, _ prefix: String) throws(AnswerFault) -> GroupTotals {
        var totals = GroupTotals(
            unitsWithValue: try count("\(prefix)_n"), sum: PreciseSum(try number("\(prefix)_y")),
            sumSquares: PreciseSum(try number("\(prefix)_yy")))
        let other = metric.kind.estimator == .ratio ? "d" : "x"
        let sums = PairedSums(
            sum: PreciseSum(try number("\(prefix)_\(other)")),
            sumSquares: PreciseSum(try number("\(prefix)_\(other)\(other)")),
            productSum: PreciseSum(try number("\(prefix)_y\(other)")))
        if metric.kind.estimator == .ratio { totals.denominator = sums } else { totals.past = sums }
        return totals
    }

    private func fault(_ name: String, _ text: String, _ expected: String) -> AnswerFault {
        AnswerFault(
            "`\(name)` in line \(line) of the answer is \(Quotation.of(text)), expected \(expected)", .number)
    }
}
