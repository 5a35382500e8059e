import ExperimentEvents
import ExperimentsSupport
import Foundation
import GRDB

extension EventDatabase {
    /// Begins an import.
    ///
    /// - Parameter file: the path of the file.
    /// - Returns: the number under which its events are stored, so that it can be undone.
    package func beginImport(of file: String) async throws -> Int {
        try await reporting {
            try await database.write { [self] db in
                try db.execute(
                    sql: "INSERT INTO import (file, at) VALUES (?, ?)",
                    arguments: [file, now().eventMilliseconds])
                return Int(db.lastInsertedRowID)
            }
        }
    }

    /// Ends an import, so that readers see its events. Looks that it corrected are forgotten.
    package func finishImport(_ number: Int) async throws {
        try await reporting {
            try await database.write { [self] db in
                try takeCaps(db)
                try db.execute(
                    sql: "UPDATE import SET finished_at = ? WHERE number = ?",
                    arguments: [now().eventMilliseconds, number])
                try show(db)
            }
        }
    }

    /// Removes an import that could not be finished, as if it had never begun.
    package func abandonImport(_ number: Int) async throws {
        try await reporting {
            try await database.write { [self] db in try abandon([number], db) }
        }
    }

    /// Runs `body` while no other program imports into this file. An import of a program that ended too early is undone
    /// by the next one that opens the file, which recognizes it because no one has this lock.
    package func importing<Result>(_ body: () throws -> Result) throws -> Result {
        guard watcher != nil else { return try body() }
        return try FileLock.whileHeld(guarding: importGuard, patience: .seconds(3600), body)
    }

    private var importGuard: String { path + "-import" }

    /// Undoes imports whose program ended before they were finished.
    func recoverImports() throws {
        let isUnfinished = "finished_at IS NULL"
        let hasAny = try database.read { db in
            try Int.fetchOne(db, sql: "SELECT 1 FROM import WHERE \(isUnfinished) LIMIT 1") != nil
        }
        guard hasAny else { return }
        // Another program that is importing has the lock.
        try? FileLock.whileHeld(guarding: importGuard, patience: .zero) {
            try database.write { db in
                let numbers = try Int.fetchAll(db, sql: "SELECT number FROM import WHERE \(isUnfinished)")
                try abandon(numbers, db)
            }
        }
    }

    private func abandon(_ numbers: [Int], _ db: Database) throws {
        var counter = try counter(db)
        var removal = EventRemoval()
        for number in numbers {
            let file = try String.fetchOne(
                db, sql: "SELECT file FROM import WHERE number = ?", arguments: [number])
            let removed = try remove(import: number, &counter, db)
            removal.events += removed.events
            let text = "undid import \(number) of \(file ?? "a file"), which was not finished"
            try note(StoreChange(at: now(), text: text, program: "experiments events import"), db)
        }
        try TotalsWriter(db).add(counter.changes)
        try follow(counter.changes, of: &removal, db)
        try show(db)
    }

    /// Keeps the totals of experiments as they are before an import first changes them, for readers.
    func hide(_ changes: TotalsChanges, _ db: Database) throws {
        let changed = Set(changes.users.keys.map(\.experiment)).union(
            changes.sums.keys.map(\.cell.experiment))
        for experiment in changed {
            let isKnown = "SELECT 1 FROM shown WHERE experiment = ?"
            if try Int.fetchOne(db, sql: isKnown, arguments: [experiment]) == nil {
                try db.execute(
                    sql: """
                        INSERT INTO shown VALUES (\(experiment),
                            (SELECT first_at FROM span WHERE experiment = \(experiment)), NULL);
                        INSERT INTO shown_users SELECT experiment, phase, exposed_group, day, count, mixed, came_back
                            FROM users WHERE experiment = \(experiment);
                        INSERT INTO shown_sums SELECT * FROM sums WHERE experiment = \(experiment);
                        INSERT INTO shown_cap SELECT * FROM cap WHERE experiment = \(experiment)
                        """)
            }
            guard let oldest = changes.oldest[experiment] else { continue }
            try db.execute(
                sql: "UPDATE shown SET since = min(coalesce(since, ?1), ?1) WHERE experiment = ?2",
                arguments: [oldest, experiment])
        }
    }

    /// Shows the current totals to readers again, once no import is open.
    private func show(_ db: Database) throws {
        let isOpen = "SELECT 1 FROM import WHERE finished_at IS NULL LIMIT 1"
        guard try Int.fetchOne(db, sql: isOpen) == nil else { return }
        try db.execute(
            sql: """
                DELETE FROM look WHERE at >= (SELECT since FROM shown WHERE shown.experiment = look.experiment);
                DELETE FROM shown;
                DELETE FROM shown_users;
                DELETE FROM shown_sums;
                DELETE FROM shown_cap
                """)
    }

    package func importState() async throws -> ImportState {
        try await reporting { try await database.read { db in try Self.importState(db) } }
    }

    static func importState(_ db: Database) throws -> ImportState {
        ImportState(
            latest: try Int.fetchOne(db, sql: "SELECT max(number) FROM import") ?? 0,
            open: try String.fetchAll(
                db, sql: "SELECT file FROM import WHERE finished_at IS NULL ORDER BY number"))
    }

    /// Returns the imports that were not undone, oldest first.
    package func imports() async throws -> [EventImport] {
        try await reporting {
            try await database.read { db in
                var counts: [Int: EventCounts] = [:]
                try PreparedStatement(db, "SELECT import, name, count FROM import_outcome").run { row in
                    if let outcome = EventOutcome(rawValue: row.text(1)) {
                        counts[row.number(0), default: EventCounts()].add(outcome, try row.count(2))
                    }
                }
                var imports: [EventImport] = []
                try PreparedStatement(db, "SELECT number, file, at, finished_at FROM import ORDER BY number")
                    .run {
                        row in
                        imports.append(
                            EventImport(
                                number: row.number(0), file: row.text(1),
                                at: Date(eventMilliseconds: try row.time(2)),
                                isFinished: !row.isNull(3), counts: counts[row.number(0)] ?? EventCounts()))
                    }
                return imports
            }
        }
    }

    /// Removes the exposures and events that an import stored, as if it had never been made. Events that another import
    /// had stored before stay, and the file may be imported again.
    ///
    /// - Parameters:
    ///   - author: the person who does it; nil if unknown.
    ///   - isTried: whether to only report what would change.
    /// - Throws: `EventStoreProblem`, also if there is no such import.
    package func undoImport(_ number: Int, by author: String? = nil, onlyTrying isTried: Bool = false)
        async throws
        -> EventRemoval
    {
        try await removing(onlyTrying: isTried, by: author, with: "events undo") { [self] db, counter in
            var found: (file: String, at: Int64, isFinished: Bool)?
            try PreparedStatement(db, "SELECT file, at, finished_at FROM import WHERE number = ?").run(number)
            { row in
                found = (row.text(0), try row.time(1), !row.isNull(2))
            }
            guard let (file, begun, isFinished) = found else {
                throw EventStoreProblem(
                    path, "no import \(number)", advice: "use `experiments events imports` to list them")
            }
            guard isFinished else {
                throw EventStoreProblem(
                    path, "import \(number) of \(file) is not finished",
                    advice: "wait until it is, and try again")
            }
            let removal = try remove(import: number, &counter, db)
            // Looks since then may contain what is no longer there.
            for experiment in Set(counter.changes.users.keys.map(\.experiment)) {
                try db.execute(
                    sql: "DELETE FROM look WHERE experiment = ? AND at >= ?", arguments: [experiment, begun])
            }
            return (removal, "undid import \(number) of \(file)")
        }
    }

    /// Removes the exposures and events of an import, and the import.
    private func remove(
        import number: Int, _ counter: inout EventCounter<DatabaseLedger>, _ db: Database
    ) throws -> EventRemoval {
        let isOfImport = "event WHERE import = \(number)"
        var units: Set<UnitID> = []
        try PreparedStatement(db, "SELECT DISTINCT unit FROM \(isOfImport)").run { row in
            if let unit = row.unit(0) { units.insert(unit) }
        }
        try counter.ledger.forEachAssignment(in: nil) { _, unit, assignment in
            if assignment.exposures.contains(where: { $0.source == number }) { units.insert(unit) }
        }
        var removal = EventRemoval(users: units.count)
        try db.execute(sql: "DELETE FROM seen WHERE id IN (SELECT id FROM \(isOfImport))")
        try db.execute(sql: "DELETE FROM \(isOfImport)")
        removal.events = db.changesCount
        for unit in units.sorted() {
            removal.exposures += try remove(of: unit, &counter, db) { _, exposure in exposure.source == number
            }
        }
        try db.execute(
            sql: """
                UPDATE outcome SET count = max(0, count - coalesce((SELECT o.count FROM import_outcome o
                    WHERE o.import = \(number) AND o.name = outcome.name), 0));
                DELETE FROM outcome WHERE count = 0;
                DELETE FROM missing_event WHERE import = \(number);
                DELETE FROM import_outcome WHERE import = \(number);
                DELETE FROM import WHERE number = \(number)
                """)
        return removal
    }
}

/// An import of events from a file.
package struct EventImport: Sendable, Hashable {
    /// The number that identifies the import to undo it.
    package let number: Int
    /// The path of the file as given.
    package let file: String
    /// The time when it began.
    package let at: Date
    /// Whether it is complete. Otherwise, readers do not see its events.
    package let isFinished: Bool
    /// The outcomes of its events.
    package let counts: EventCounts
}

/// The numbers of records that were removed from a database, or would be.
package struct EventRemoval: Sendable, Hashable {
    /// The number of events that were removed.
    package var events = 0
    /// The number of exposures that were removed.
    package var exposures = 0
    /// The number of users whose exposures or events were removed.
    package var users = 0
    /// The number of users who left each experiment, by its name.
    package var leaving: [String: Int] = [:]

    /// Whether nothing was removed.
    package var isEmpty: Bool { events == 0 && users == 0 && leaving.isEmpty }
}
