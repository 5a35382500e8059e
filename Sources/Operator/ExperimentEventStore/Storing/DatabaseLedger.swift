import ExperimentEvents
import GRDB

/// The ledger of a counter, in a database. It is valid for one transaction.
struct DatabaseLedger: RecountingLedger {
    private let db: Database
    private let now: Int64
    private var names = NameTable()
    private let noteEvent: PreparedStatement
    private let keepEvent: PreparedStatement
    private let eventsOfUnit: PreparedStatement
    private let assignmentsOfUnit: PreparedStatement
    private let putAssignment: PreparedStatement
    private let spread: PreparedStatement
    private let nameOfNumber: PreparedStatement
    /// A statement for removed events; nil if the database was never of an older version, and never removed events.
    private let formerEvent: PreparedStatement?
    private let missingEvent: PreparedStatement?
    private let tookBack: PreparedStatement
    private let earlierTallies: PreparedStatement?

    /// - Parameter now: the time, in milliseconds since 1970.
    init(_ db: Database, now: Int64) throws {
        (self.db, self.now) = (db, now)
        noteEvent = try PreparedStatement(db, "INSERT OR IGNORE INTO seen VALUES (?)")
        keepEvent = try PreparedStatement(db, "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        eventsOfUnit = try PreparedStatement(
            db, "SELECT id, name, at, value, is_earlier FROM event WHERE unit = ?")
        assignmentsOfUnit = try PreparedStatement(
            db,
            "SELECT experiment, exposed_group, first_at, mixed, tallies, exposures, stays FROM assignment WHERE unit = ?"
        )
        putAssignment = try PreparedStatement(
            db, "INSERT OR REPLACE INTO assignment VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        spread = try PreparedStatement(
            db,
            """
            INSERT INTO span VALUES (?1, ?2, ?3) ON CONFLICT (experiment) DO UPDATE
            SET first_at = min(first_at, ?2), last_at = max(last_at, ?3)
            """)
        nameOfNumber = try PreparedStatement(db, "SELECT text FROM name WHERE number = ?")
        func isTrue(_ condition: String) throws -> Bool {
            try Bool.fetchOne(db, sql: "SELECT \(condition)") ?? false
        }
        formerEvent =
            try isTrue("EXISTS (SELECT 1 FROM meta WHERE name = 'former_ids')")
            ? PreparedStatement(db, "SELECT 1 FROM event WHERE unit = ? AND id = ? AND name = ?") : nil
        missingEvent =
            try isTrue("EXISTS (SELECT 1 FROM missing_event)")
            ? PreparedStatement(db, "SELECT name FROM missing_event WHERE id = ?") : nil
        tookBack = try PreparedStatement(db, "DELETE FROM missing_event WHERE id = ?")
        earlierTallies =
            try isTrue("EXISTS (SELECT 1 FROM earlier_tally)")
            ? PreparedStatement(db, "SELECT tallies FROM earlier_tally WHERE unit = ? AND experiment = ?")
            : nil
    }

    mutating func number(of name: String) throws -> Int { try names.number(of: name, db) }

    func name(of number: Int) throws -> String? {
        var name: String?
        try nameOfNumber.run(number) { name = $0.text(0) }
        return name
    }

    func keep(_ event: KeptEvent, formerID: Int64?, source: Int, of unit: UnitID) throws -> KeptEvent? {
        var isKnown = false
        if let formerID { try formerEvent?.run(unit, formerID, event.name) { _ in isKnown = true } }
        guard !isKnown else { return nil }
        try noteEvent.run(event.id)
        guard noteEvent.changedRows > 0 else { return nil }
        var event = event
        for id in [event.id, formerID].compactMap(\.self) where try takeBack(id) { event.isEarlier = true }
        try keepEvent.run(
            unit, event.id, event.name, event.at, event.value, now, source == 0 ? nil : source,
            event.isEarlier ? 1 : nil)
        return event
    }

    /// Records that a removed event was stored again.
    ///
    /// - Returns: whether it may be in the tallies of removed events.
    private func takeBack(_ id: Int64) throws -> Bool {
        guard let missingEvent else { return false }
        var name: Int?
        try missingEvent.run(id) { name = $0.number(0) }
        guard let name else { return false }
        try tookBack.run(id)
        return name == 0
    }

    func events(of unit: UnitID) throws -> [KeptEvent] {
        var events: [KeptEvent] = []
        try eventsOfUnit.run(unit) { row in
            events.append(
                KeptEvent(
                    id: row.int(0), name: row.number(1), at: row.int(2),
                    value: row.isNull(3) ? nil : row.double(3),
                    isEarlier: row.number(4) != 0))
        }
        return events
    }

    func earlierTallies(of unit: UnitID, in experiment: Int) throws -> UnitTallies {
        var tallies = UnitTallies()
        try earlierTallies?.run(unit, experiment) { row in tallies = try UnitTallies(row, 0) }
        return tallies
    }

    func assignments(of unit: UnitID) throws -> [Assignment] {
        var assignments: [Assignment] = []
        try assignmentsOfUnit.run(unit) { row in assignments.append(try Assignment(row, from: 0)) }
        return assignments
    }

    func put(_ assignment: Assignment, of unit: UnitID) throws {
        try write(assignment, of: unit)
        guard let first = assignment.exposures.first, let last = assignment.exposures.last else { return }
        try spread(assignment.experiment, over: first.at...last.at)
    }

    /// Writes the assignment of a unit. The caller writes the time of exposures to the experiment.
    func write(_ assignment: Assignment, of unit: UnitID) throws {
        let exposures = assignment.exposures.bytes(beside: assignment.firstAt)
        let first = assignment.stays[0]
        let later = Array(assignment.stays.dropFirst())
        try putAssignment.run(
            unit, assignment.experiment, first.group, first.firstAt, first.isMixed ? 1 : 0,
            first.tallies.isEmpty ? nil : first.tallies.bytes, exposures.isEmpty ? nil : exposures,
            later.isEmpty ? nil : later.bytes(after: first.firstAt))
    }

    /// Records that units of an experiment were exposed in this range of times.
    func spread(_ experiment: Int, over span: ClosedRange<Int64>) throws {
        try spread.run(experiment, span.lowerBound, span.upperBound)
    }

    /// Reads some thousand assignments at a time, so that changes can be written in between.
    mutating func forEachAssignment(
        in experiments: Set<Int>?, _ body: (inout DatabaseLedger, UnitID, Assignment) throws -> Void
    ) throws {
        let size = 4096
        let rows = try PreparedStatement(
            db,
            """
            SELECT experiment, exposed_group, first_at, mixed, tallies, exposures, stays, unit FROM assignment
            WHERE (unit, experiment) > (?, ?) ORDER BY unit, experiment LIMIT \(size)
            """)
        // No bytes sort before all units.
        var last: (unit: any StatementValue, experiment: Int) = ([UInt8](), -1)
        var found: [(UnitID, Assignment)] = []
        var count = 0
        repeat {
            found.removeAll(keepingCapacity: true)
            count = 0
            try rows.run(values: [last.unit, last.experiment]) { row in
                count += 1
                guard let unit = row.unit(7) else { return }
                last = (unit, row.number(0))
                guard experiments?.contains(row.number(0)) ?? true else { return }
                found.append((unit, try Assignment(row, from: 0)))
            }
            for (unit, assignment) in found { try body(&self, unit, assignment) }
        } while count == size
    }
}

extension Assignment {
    /// Reads an assignment from the columns of its row: experiment, group, time, whether it is mixed, tallies,
    /// exposures, and places in later phases.
    init(_ row: PreparedStatement, from column: Int32) throws {
        let (group, firstAt) = (row.number(column + 1), row.int(column + 2))
        guard let exposures = [KeptExposure](bytes: row.bytes(column + 5), group: group, firstAt: firstAt)
        else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "the exposures of a unit cannot be read")
        }
        guard let later = [Stay](bytes: row.bytes(column + 6), after: firstAt) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the phases of a unit cannot be read")
        }
        let first = Stay(
            group: group, firstAt: firstAt, isMixed: row.int(column + 3) != 0,
            tallies: try UnitTallies(row, column + 4))
        self.init(experiment: row.number(column), exposures: exposures, stays: [first] + later)
    }
}

extension UnitTallies {
    fileprivate init(_ row: PreparedStatement, _ column: Int32) throws {
        guard let tallies = UnitTallies(bytes: row.bytes(column)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "what a unit did cannot be read")
        }
        self = tallies
    }
}

/// The numbers of names, as far as a transaction needed them.
struct NameTable {
    private var numbers: [String: Int] = [:]

    /// Returns the number of a name. A new name gets a number.
    mutating func number(of name: String, _ db: Database) throws -> Int {
        if let number = numbers[name] { return number }
        let number =
            try Int.fetchOne(db, sql: "SELECT number FROM name WHERE text = ?", arguments: [name])
            ?? insert(name, db)
        numbers[name] = number
        return number
    }

    private func insert(_ name: String, _ db: Database) throws -> Int {
        try db.execute(sql: "INSERT INTO name (text) VALUES (?)", arguments: [name])
        return Int(db.lastInsertedRowID)
    }

    /// Returns all names by their numbers.
    static func all(_ db: Database) throws -> [Int: String] {
        var names: [Int: String] = [:]
        try PreparedStatement(db, "SELECT number, text FROM name").run { names[$0.number(0)] = $0.text(1) }
        return names
    }
}
