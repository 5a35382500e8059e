import ExperimentEvents
import GRDB

/// What counting remembers, in a database. Good for one transaction.
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

    /// - Parameter now: the time, in milliseconds since 1970.
    init(_ db: Database, now: Int64) throws {
        (self.db, self.now) = (db, now)
        noteEvent = try PreparedStatement(db, "INSERT OR IGNORE INTO seen VALUES (?)")
        keepEvent = try PreparedStatement(db, "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)")
        eventsOfUnit = try PreparedStatement(db, "SELECT id, name, at, value FROM event WHERE unit = ?")
        assignmentsOfUnit = try PreparedStatement(
            db, "SELECT experiment, exposed_group, first_at, mixed, tallies FROM assignment WHERE unit = ?")
        putAssignment = try PreparedStatement(
            db, "INSERT OR REPLACE INTO assignment VALUES (?, ?, ?, ?, ?, ?)")
        spread = try PreparedStatement(
            db,
            """
            INSERT INTO span VALUES (?1, ?2, ?3) ON CONFLICT (experiment) DO UPDATE
            SET first_at = min(first_at, ?2), last_at = max(last_at, ?3)
            """)
    }

    mutating func number(of name: String) throws -> Int { try names.number(of: name, db) }

    func keep(_ event: KeptEvent, of unit: UnitID) throws -> Bool {
        try noteEvent.run(event.id)
        guard noteEvent.changedRows > 0 else { return false }
        try keepEvent.run(unit, event.id, event.name, event.at, event.value, now)
        return true
    }

    func events(of unit: UnitID) throws -> [KeptEvent] {
        var events: [KeptEvent] = []
        try eventsOfUnit.run(unit) { row in
            events.append(
                KeptEvent(
                    id: row.int(0), name: row.number(1), at: row.int(2), value: row.isNull(3) ? nil : row.double(3)))
        }
        return events
    }

    func assignments(of unit: UnitID) throws -> [Assignment] {
        var assignments: [Assignment] = []
        try assignmentsOfUnit.run(unit) { row in assignments.append(try Assignment(row, from: 0)) }
        return assignments
    }

    func put(_ assignment: Assignment, of unit: UnitID) throws {
        try write(assignment, of: unit)
        try spread(assignment.experiment, over: assignment.firstAt...assignment.firstAt)
    }

    /// Notes what is known of a unit; when units of the experiment were first exposed is for the caller to write.
    func write(_ assignment: Assignment, of unit: UnitID) throws {
        try putAssignment.run(
            unit, assignment.experiment, assignment.group, assignment.firstAt, assignment.isMixed ? 1 : 0,
            assignment.tallies.isEmpty ? nil : assignment.tallies.bytes)
    }

    /// Notes that units of an experiment were first exposed at these times.
    func spread(_ experiment: Int, over span: ClosedRange<Int64>) throws {
        try spread.run(experiment, span.lowerBound, span.upperBound)
    }

    /// Reads some thousand units at a time, so that they may be written meanwhile.
    mutating func forEachAssignment(
        in experiment: Int, _ body: (inout DatabaseLedger, UnitID, Assignment) throws -> Void
    ) throws {
        let size = 4096
        let rows = try PreparedStatement(
            db,
            """
            SELECT experiment, exposed_group, first_at, mixed, tallies, unit FROM assignment
            WHERE unit > ? AND experiment = ? ORDER BY unit LIMIT \(size)
            """)
        // No bytes are before all units.
        var last: any StatementValue = [UInt8]()
        var found: [(UnitID, Assignment)] = []
        repeat {
            found.removeAll(keepingCapacity: true)
            try rows.run(values: [last, experiment]) { row in
                guard let unit = row.unit(5) else { return }
                found.append((unit, try Assignment(row, from: 0)))
            }
            for (unit, assignment) in found { try body(&self, unit, assignment) }
            if let unit = found.last?.0 { last = unit }
        } while found.count == size
    }
}

extension Assignment {
    /// What is known of a unit by the columns of its row: experiment, group, time, whether it is mixed, and tallies.
    init(_ row: PreparedStatement, from column: Int32) throws {
        guard let tallies = UnitTallies(bytes: row.bytes(column + 4)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "what a unit did cannot be read")
        }
        self.init(
            experiment: row.number(column), group: row.number(column + 1), firstAt: row.int(column + 2),
            isMixed: row.int(column + 3) != 0, tallies: tallies)
    }
}
