import ExperimentEvents
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
                    sql: "INSERT INTO import (file, at) VALUES (?, ?)", arguments: [file, now().eventMilliseconds])
                return Int(db.lastInsertedRowID)
            }
        }
    }

    /// Returns the imports that were not undone, oldest first.
    package func imports() async throws -> [EventImport] {
        try await reporting {
            try await database.read { db in
                var counts: [Int: EventCounts] = [:]
                try PreparedStatement(db, "SELECT import, name, count FROM import_outcome").run { row in
                    if let outcome = EventOutcome(rawValue: row.text(1)) {
                        counts[row.number(0), default: EventCounts()].add(outcome, row.number(2))
                    }
                }
                var imports: [EventImport] = []
                try PreparedStatement(db, "SELECT number, file, at FROM import ORDER BY number").run { row in
                    imports.append(
                        EventImport(
                            number: row.number(0), file: row.text(1), at: Date(eventMilliseconds: row.int(2)),
                            counts: counts[row.number(0)] ?? EventCounts()))
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
    package func undoImport(_ number: Int, by author: String? = nil, onlyTrying isTried: Bool = false) async throws
        -> EventRemoval
    {
        try await removing(onlyTrying: isTried, by: author, with: "events undo") { [self] db, counter in
            guard
                let file = try String.fetchOne(db, sql: "SELECT file FROM import WHERE number = ?", arguments: [number])
            else {
                throw EventStoreProblem(
                    path, "no import \(number)", advice: "use `experiments events imports` to list them")
            }
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
                removal.exposures += try remove(of: unit, &counter, db) { _, exposure in exposure.source == number }
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
            return (removal, "undid import \(number) of \(file)")
        }
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
