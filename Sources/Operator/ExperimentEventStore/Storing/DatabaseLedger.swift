import ExperimentEvents
import GRDB

/// What counting remembers, in a database. Good for one transaction.
struct DatabaseLedger: RecountingLedger {
    private let db: Database
    private let now: Int64
    private var names = NameTable()
    private let keepEvent: PreparedStatement
    private let eventsOfUnit: PreparedStatement
    private let assignmentsOfUnit: PreparedStatement
    private let putAssignment: PreparedStatement
    private let spread: PreparedStatement
    private let talliesOfUnit: PreparedStatement
    private let talliesInExperiment: PreparedStatement
    private let putTally: PreparedStatement
    private let removeTally: PreparedStatement

    /// - Parameter now: the time, in milliseconds since 1970.
    init(_ db: Database, now: Int64) throws {
        (self.db, self.now) = (db, now)
        keepEvent = try PreparedStatement(
            db,
            """
            INSERT OR IGNORE INTO event (id, unit, name, at, value, came_at)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM seen WHERE id = ?1)
            """)
        eventsOfUnit = try PreparedStatement(db, "SELECT id, name, at, value FROM event WHERE unit = ?")
        assignmentsOfUnit = try PreparedStatement(
            db, "SELECT experiment, exposed_group, first_at, mixed FROM assignment WHERE unit = ?")
        putAssignment = try PreparedStatement(
            db, "INSERT OR REPLACE INTO assignment VALUES (?, ?, ?, ?, ?)")
        spread = try PreparedStatement(
            db,
            """
            INSERT INTO span VALUES (?1, ?2, ?3) ON CONFLICT (experiment) DO UPDATE
            SET first_at = min(first_at, ?2), last_at = max(last_at, ?3)
            """)
        let tallies = "SELECT experiment, metric, value, denominator, past FROM tally WHERE unit = ?"
        talliesOfUnit = try PreparedStatement(db, tallies)
        talliesInExperiment = try PreparedStatement(db, tallies + " AND experiment = ?")
        putTally = try PreparedStatement(db, "INSERT OR REPLACE INTO tally VALUES (?, ?, ?, ?, ?, ?)")
        removeTally = try PreparedStatement(
            db, "DELETE FROM tally WHERE unit = ? AND experiment = ? AND metric = ?")
    }

    mutating func number(of name: String) throws -> Int { try names.number(of: name, db) }

    func keep(_ event: KeptEvent, of unit: UnitID) throws -> Bool {
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
        try write(assignment, of: unit)
        try spread(assignment.experiment, over: assignment.firstAt...assignment.firstAt)
    }

    /// Puts a unit in a group; when units of the experiment were first exposed is for the caller to write.
    func write(_ assignment: Assignment, of unit: UnitID) throws {
        try putAssignment.run(
            .unit(unit), .int(Int64(assignment.experiment)), .int(Int64(assignment.group)), .int(assignment.firstAt),
            .int(assignment.isMixed ? 1 : 0))
    }

    /// Notes that units of an experiment were first exposed at these times.
    func spread(_ experiment: Int, over span: ClosedRange<Int64>) throws {
        try spread.run(.int(Int64(experiment)), .int(span.lowerBound), .int(span.upperBound))
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
        try talliesInExperiment.run(.unit(unit), .int(Int64(experiment))) { row in
            tallies[row.number(1)] = UnitTally(row).tally
        }
        return tallies
    }

    /// What a unit did in all experiments.
    func tallies(of unit: UnitID) throws -> [UnitTally] {
        var tallies: [UnitTally] = []
        try talliesOfUnit.run(.unit(unit)) { tallies.append(UnitTally($0)) }
        return tallies
    }

    func put(_ tally: UnitTally, of unit: UnitID) throws {
        try put(tally.tally, of: unit, in: tally.experiment, metric: tally.metric)
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

extension UnitTally {
    fileprivate init(_ row: PreparedStatement) {
        self.init(
            experiment: row.number(0), metric: row.number(1),
            tally: Tally(row.double(2), denominator: row.double(3), past: row.double(4)))
    }
}
