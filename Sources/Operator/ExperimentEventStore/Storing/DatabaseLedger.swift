import ExperimentEvents
import GRDB

/// What counting remembers, in a database. Good for one transaction.
struct DatabaseLedger: EventLedger {
    private let db: Database
    private let now: Int64
    private var names = NameTable()
    private let keepEvent: PreparedStatement
    private let seen: PreparedStatement
    private let eventsOfUnit: PreparedStatement
    private let assignmentsOfUnit: PreparedStatement
    private let putAssignment: PreparedStatement
    private let spread: PreparedStatement
    private let talliesOfUnit: PreparedStatement
    private let putTally: PreparedStatement
    private let removeTally: PreparedStatement

    /// - Parameter now: the time, in milliseconds since 1970.
    init(_ db: Database, now: Int64) throws {
        (self.db, self.now) = (db, now)
        keepEvent = try PreparedStatement(
            db, "INSERT OR IGNORE INTO event (id, unit, name, at, value, came_at) VALUES (?, ?, ?, ?, ?, ?)")
        seen = try PreparedStatement(db, "SELECT 1 FROM seen WHERE id = ?")
        eventsOfUnit = try PreparedStatement(db, "SELECT id, name, at, value FROM event WHERE unit = ?")
        assignmentsOfUnit = try PreparedStatement(
            db, "SELECT experiment, exposed_group, first_at, mixed FROM assignment WHERE unit = ?")
        putAssignment = try PreparedStatement(
            db, "INSERT OR REPLACE INTO assignment VALUES (?, ?, ?, ?, ?)")
        spread = try PreparedStatement(
            db,
            """
            INSERT INTO span VALUES (?1, ?2, ?2) ON CONFLICT (experiment) DO UPDATE
            SET first_at = min(first_at, ?2), last_at = max(last_at, ?2)
            """)
        talliesOfUnit = try PreparedStatement(
            db, "SELECT metric, value, denominator, past FROM tally WHERE unit = ? AND experiment = ?")
        putTally = try PreparedStatement(db, "INSERT OR REPLACE INTO tally VALUES (?, ?, ?, ?, ?, ?)")
        removeTally = try PreparedStatement(
            db, "DELETE FROM tally WHERE unit = ? AND experiment = ? AND metric = ?")
    }

    mutating func number(of name: String) throws -> Int { try names.number(of: name, db) }

    func keep(_ event: KeptEvent, of unit: UnitID) throws -> Bool {
        var isKnown = false
        try seen.run(.int(event.id)) { _ in isKnown = true }
        guard !isKnown else { return false }
        try keepEvent.run(
            .int(event.id), .unit(unit), .int(Int64(event.name)), .int(event.at),
            event.value.map { .double($0) } ?? .null, .int(now))
        return keepEvent.changedRows > 0
    }

    func events(of unit: UnitID) throws -> [KeptEvent] {
        var events: [KeptEvent] = []
        try eventsOfUnit.run(.unit(unit)) { row in
            events.append(
                KeptEvent(
                    id: row.int(0), name: row.number(1), at: row.int(2), value: row.isNull(3) ? nil : row.double(3)))
        }
        return events
    }

    func assignments(of unit: UnitID) throws -> [Assignment] {
        var assignments: [Assignment] = []
        try assignmentsOfUnit.run(.unit(unit)) { row in
            assignments.append(
                Assignment(
                    experiment: row.number(0), group: row.number(1), firstAt: row.int(2), isMixed: row.int(3) != 0))
        }
        return assignments
    }

    func put(_ assignment: Assignment, of unit: UnitID) throws {
        let experiment = Int64(assignment.experiment)
        try putAssignment.run(
            .unit(unit), .int(experiment), .int(Int64(assignment.group)), .int(assignment.firstAt),
            .int(assignment.isMixed ? 1 : 0))
        try spread.run(.int(experiment), .int(assignment.firstAt))
    }

    mutating func forEachAssignment(
        in experiment: Int, _ body: (inout DatabaseLedger, UnitID, Assignment) throws -> Void
    ) throws {
        let rows = try PreparedStatement(
            db, "SELECT unit, exposed_group, first_at, mixed FROM assignment WHERE experiment = ?")
        try rows.run(.int(Int64(experiment))) { row in
            guard let unit = row.unit(0) else { return }
            let assignment = Assignment(
                experiment: experiment, group: row.number(1), firstAt: row.int(2), isMixed: row.int(3) != 0)
            try body(&self, unit, assignment)
        }
    }

    func tallies(of unit: UnitID, in experiment: Int) throws -> [Int: Tally] {
        var tallies: [Int: Tally] = [:]
        try talliesOfUnit.run(.unit(unit), .int(Int64(experiment))) { row in
            tallies[row.number(0)] = Tally(row.double(1), denominator: row.double(2), past: row.double(3))
        }
        return tallies
    }

    func put(_ tally: Tally, of unit: UnitID, in experiment: Int, metric: Int) throws {
        let place: [PreparedStatement.Value] = [.unit(unit), .int(Int64(experiment)), .int(Int64(metric))]
        guard !tally.isEmpty else { return try removeTally.run(place) }
        try putTally.run(place + [.double(tally.value), .double(tally.denominator), .double(tally.past)])
    }

    func removeTallies(in experiment: Int, metric: Int) throws {
        try db.execute(sql: "DELETE FROM tally WHERE experiment = ? AND metric = ?", arguments: [experiment, metric])
    }
}
