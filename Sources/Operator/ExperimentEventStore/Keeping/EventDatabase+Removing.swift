import ExperimentEvents
import ExperimentStatistics
import ExperimentsLocks
import ExperimentsSupport
import Foundation
import GRDB

extension EventDatabase {
    /// Removes everything that is stored about a unit, with the IDs of its events. Its pages in the file are
    /// overwritten.
    ///
    /// - Parameters:
    ///   - unit: the ID that apps use.
    ///   - author: the person who does it; nil if unknown.
    ///   - isTried: whether to only report what would change.
    package func forget(unit: String, by author: String? = nil, onlyTrying isTried: Bool = false) async throws
        -> EventRemoval
    {
        let id = naming.id(of: unit)
        return try await removing(onlyTrying: isTried, by: author, with: "events forget") {
            [self] db, counter in
            var removal = EventRemoval()
            try PreparedStatement(db, "DELETE FROM seen WHERE id IN (SELECT id FROM event WHERE unit = ?)")
                .run(id)
            let delete = try PreparedStatement(db, "DELETE FROM event WHERE unit = ?")
            try delete.run(id)
            removal.events = delete.changedRows
            let isKnown = try !counter.ledger.assignments(of: id).isEmpty
            removal.exposures = try remove(of: id, &counter, db) { _, _ in true }
            try PreparedStatement(db, "DELETE FROM missing_event WHERE unit = ?").run(id)
            try PreparedStatement(db, "DELETE FROM unit WHERE id = ?").run(id)
            removal.users = isKnown || removal.events > 0 ? 1 : 0
            return (removal, "erased a user")
        }
    }

    /// Removes everything that is stored about an experiment: the groups of its users, its totals, its looks and the
    /// splits of its source. Events stay, because other experiments count them, too.
    ///
    /// - Parameters:
    ///   - author: the person who does it; nil if unknown.
    ///   - isTried: whether to only report what would change.
    /// - Throws: `EventStoreProblem`, also if nothing is stored about it.
    package func forget(experiment: String, by author: String? = nil, onlyTrying isTried: Bool = false)
        async throws
        -> EventRemoval
    {
        try await removing(onlyTrying: isTried, by: author, with: "events forget") { [self] db, counter in
            guard try Self.experiments(db).contains(experiment) else {
                throw EventStoreProblem(
                    path, "no users in experiment \(Quotation.of(experiment))",
                    advice: "use `experiments events` to list experiments")
            }
            let number = try counter.ledger.number(of: experiment)
            var units: Set<UnitID> = []
            try counter.ledger.forEachAssignment(in: [number]) { _, unit, _ in units.insert(unit) }
            var removal = EventRemoval(users: units.count)
            for unit in units.sorted() {
                removal.exposures += try remove(of: unit, &counter, db) { place, _ in place == number }
            }
            try db.execute(
                sql: """
                    DELETE FROM look WHERE experiment = \(number);
                    DELETE FROM cap WHERE experiment = \(number)
                    """)
            var definitions = try Self.definitions(db)
            definitions.experiments.removeAll { $0.name == experiment }
            try Self.keep(definitions, db)
            return (removal, "erased the experiment \"\(experiment)\"")
        }
    }

    /// Removes something in one transaction, and updates what depends on it: totals, caps, and the journal.
    ///
    /// - Parameter body: removes it, and returns the removal and its text for the journal.
    func removing(
        onlyTrying isTried: Bool, by author: String?, with program: String,
        _ body:
            @escaping @Sendable (Database, inout EventCounter<DatabaseLedger>) throws -> (
                EventRemoval, String
            )
    ) async throws -> EventRemoval {
        try await reporting {
            defer { if isTried { definitions.withLock { $0.revision = -1 } } }
            return try await database.writeWithoutTransaction { [self] db in
                // Removed data must not be readable in the file.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                var removal = EventRemoval()
                try db.inTransaction(.immediate) {
                    var counter = try counter(db)
                    let (removed, text) = try body(db, &counter)
                    removal = removed
                    try TotalsWriter(db).add(counter.changes)
                    try follow(counter.changes, of: &removal, db)
                    guard !isTried, !removal.isEmpty else { return .rollback }
                    try note(
                        StoreChange(at: now(), text: text, author: author, program: "experiments \(program)"),
                        db)
                    return .commit
                }
                // Readers may still need the older pages.
                if !isTried { _ = try? db.checkpoint(.truncate) }
                return removal
            }
        }
    }

    /// Removes exposures of a unit, and counts it again.
    ///
    /// - Returns: the number of exposures that were removed.
    func remove(
        of unit: UnitID, _ counter: inout EventCounter<DatabaseLedger>, _ db: Database,
        where isRemoved: (_ experiment: Int, KeptExposure) -> Bool
    ) throws -> Int {
        var count = 0
        let delete = try PreparedStatement(db, "DELETE FROM assignment WHERE unit = ? AND experiment = ?")
        let deleteEarlier = try PreparedStatement(
            db, "DELETE FROM earlier_tally WHERE unit = ? AND experiment = ?")
        let left = try counter.recount(unit) { experiment, exposure in
            guard isRemoved(experiment, exposure) else { return false }
            count += 1
            return true
        }
        for experiment in left {
            try delete.run(unit, experiment)
            try deleteEarlier.run(unit, experiment)
        }
        try PreparedStatement(
            db,
            """
            DELETE FROM unit WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM assignment WHERE unit = ?1)
                AND NOT EXISTS (SELECT 1 FROM event WHERE unit = ?1)
            """
        ).run(unit)
        return count
    }

    /// Records which users left which experiments, when the others were exposed, and the resulting caps.
    func follow(_ changes: TotalsChanges, of removal: inout EventRemoval, _ db: Database) throws {
        let names = try NameTable.all(db)
        let experiments = Set(changes.users.keys.map(\.experiment))
        for (cell, users) in changes.users where users.new + users.mixed != 0 {
            removal.leaving[names[cell.experiment] ?? "?", default: 0] -= users.new + users.mixed
        }
        removal.leaving = removal.leaving.filter { $0.value != 0 }
        var spans: [Int: ClosedRange<Int64>] = [:]
        var ledger = try DatabaseLedger(db, now: now().eventMilliseconds)
        try ledger.forEachAssignment(in: experiments) { _, _, assignment in
            guard let first = assignment.exposures.first?.at, let last = assignment.exposures.last?.at else {
                return
            }
            let known = spans[assignment.experiment] ?? first...last
            spans[assignment.experiment] = min(known.lowerBound, first)...max(known.upperBound, last)
        }
        for experiment in experiments {
            try db.execute(sql: "DELETE FROM span WHERE experiment = ?", arguments: [experiment])
            if let span = spans[experiment] { try ledger.spread(experiment, over: span) }
        }
        try takeCaps(db)
    }
}

/// A change that a person made to the stored events, for the log.
package struct StoreChange: Sendable, Hashable {
    /// The time of the change.
    package var at: Date
    /// The change in one sentence.
    package var text: String
    /// The person who made it; nil if unknown.
    package var author: String?
    /// The program that made it.
    package var program: String?

    package init(at: Date, text: String, author: String? = nil, program: String? = nil) {
        (self.at, self.text, self.author, self.program) = (at, text, author, program)
    }
}

extension EventDatabase {
    /// Returns the changes that people made, oldest first.
    package func changes() async throws -> [StoreChange] {
        try await reporting {
            try await database.read { db in
                var changes: [StoreChange] = []
                try PreparedStatement(db, "SELECT at, text, author, program FROM journal ORDER BY number").run
                { row in
                    changes.append(
                        StoreChange(
                            at: Date(eventMilliseconds: try row.time(0)), text: try row.word(1),
                            author: row.isNull(2) ? nil : row.text(2),
                            program: row.isNull(3) ? nil : row.text(3)))
                }
                return changes
            }
        }
    }

    /// Records a change that a person or a program made elsewhere, such as the step of a rollout.
    package func note(_ text: String, by author: String?, with program: String?) async throws {
        try await reporting {
            try await database.write { [self] db in
                try note(StoreChange(at: now(), text: text, author: author, program: program), db)
            }
        }
    }

    /// Records a change in its own transaction.
    func note(_ change: StoreChange, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO journal (at, text, author, program) VALUES (?, ?, ?, ?)",
            arguments: [change.at.eventMilliseconds, change.text, change.author, change.program])
    }

    /// Counts everything again that an older version counted, because that version stored less about each unit and
    /// rounded its sums.
    func countAgain(_ db: Database) throws {
        let isOlder = try Int.fetchOne(db, sql: "SELECT 1 FROM meta WHERE name = 'uncounted'") != nil
        guard isOlder else { return }
        try keepOtherGroups(db)
        try keepEarlierTallies(db)
        var changes = DefinitionChanges()
        changes.recounted = Set(try Self.experiments(db))
        try recount(changes, db)
        try takeCaps(db)
        try db.execute(sql: "DELETE FROM meta WHERE name = 'uncounted'")
    }

    /// Stores, for a unit that was in several groups, that there was another group, whose name an older version did not
    /// store.
    private func keepOtherGroups(_ db: Database) throws {
        let put = try PreparedStatement(
            db, "UPDATE assignment SET exposures = ? WHERE unit = ? AND experiment = ?")
        let rows = try Row.fetchAll(
            db, sql: "SELECT unit, experiment, exposed_group, first_at FROM assignment WHERE mixed <> 0")
        for row in rows {
            let (unit, experiment, group, at): (Data, Int, Int, Int64) = (row[0], row[1], row[2], row[3])
            let exposures = [KeptExposure(at: at, group: group), KeptExposure(at: at, group: 0)]
            try put.run(exposures.bytes(beside: at), [UInt8](unit), experiment)
        }
    }

    /// Stores the actions of units from events that an older version removed.
    private func keepEarlierTallies(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "SELECT 1 FROM missing_event LIMIT 1") != nil else { return }
        var definitions = try Self.definitions(db)
        definitions.earlierMetrics = definitions.metrics.map { metric in
            var metric = metric
            // It was a cap of the sum of a user's values, and is now a cap of each value.
            if metric.kind == .mean { metric.cap = nil }
            return metric
        }
        try Self.keep(definitions, db)
        var earlier = definitions
        earlier.metrics = definitions.earlierMetrics
        let now = now()
        var counter = try EventCounter(
            earlier, ledger: try DatabaseLedger(db, now: now.eventMilliseconds), naming: naming, now: now)
        let keep = try PreparedStatement(db, "INSERT INTO earlier_tally VALUES (?, ?, ?)")
        try counter.unexplainedTallies { unit, experiment, tallies in
            try keep.run(unit, experiment, tallies.bytes)
        }
    }
}
