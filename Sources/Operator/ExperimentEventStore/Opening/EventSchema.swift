import ExperimentEvents
import GRDB

/// The tables of a database of events, and the upgrades of older ones.
///
/// One table contains the names, and all others use their numbers. Units are the sixteen bytes of ``UnitNaming``, times
/// are milliseconds since 1970, and days are days since then.
enum EventSchema {
    /// The number that marks the file as a database of this program: `ExpE`.
    static let applicationID = 0x4578_7045

    /// The steps from each version to the next; the first starts with an empty file. Released steps never change.
    private static let migrations: [@Sendable (Database) throws -> Void] = [
        sql(
            """
            CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
            CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
            -- Events as they came, for exposures that come late. Older ones are let go of, and only their IDs stay.
            CREATE TABLE event (id INTEGER PRIMARY KEY, unit BLOB NOT NULL, name INTEGER NOT NULL, at INTEGER NOT NULL,
                value REAL, came_at INTEGER NOT NULL);
            CREATE INDEX event_by_unit ON event (unit);
            CREATE TABLE seen (id INTEGER PRIMARY KEY);
            CREATE TABLE assignment (unit BLOB NOT NULL, experiment INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
                first_at INTEGER NOT NULL, mixed INTEGER NOT NULL, PRIMARY KEY (unit, experiment)) WITHOUT ROWID;
            CREATE TABLE tally (unit BLOB NOT NULL, experiment INTEGER NOT NULL, metric INTEGER NOT NULL,
                value REAL NOT NULL, denominator REAL NOT NULL, past REAL NOT NULL,
                PRIMARY KEY (unit, experiment, metric)) WITHOUT ROWID;
            -- What the statistics take: changed in the transaction that stores an event.
            CREATE TABLE users (experiment INTEGER NOT NULL, phase INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
                day INTEGER NOT NULL, count INTEGER NOT NULL, mixed INTEGER NOT NULL,
                PRIMARY KEY (experiment, phase, exposed_group, day)) WITHOUT ROWID;
            -- Each sum in two numbers, of which the second holds what the first has no room for.
            CREATE TABLE sums (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, phase INTEGER NOT NULL,
                exposed_group INTEGER NOT NULL, day INTEGER NOT NULL, units INTEGER NOT NULL,
                value REAL NOT NULL, value_rest REAL NOT NULL, square REAL NOT NULL, square_rest REAL NOT NULL,
                denominator REAL NOT NULL, denominator_rest REAL NOT NULL,
                denominator_square REAL NOT NULL, denominator_square_rest REAL NOT NULL,
                denominator_product REAL NOT NULL, denominator_product_rest REAL NOT NULL,
                past REAL NOT NULL, past_rest REAL NOT NULL, past_square REAL NOT NULL, past_square_rest REAL NOT NULL,
                past_product REAL NOT NULL, past_product_rest REAL NOT NULL,
                PRIMARY KEY (experiment, metric, phase, exposed_group, day)) WITHOUT ROWID;
            CREATE TABLE span (experiment INTEGER PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL);
            CREATE TABLE cap (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, value REAL NOT NULL,
                PRIMARY KEY (experiment, metric)) WITHOUT ROWID;
            CREATE TABLE outcome (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE look (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
                at INTEGER NOT NULL, day REAL NOT NULL, units REAL NOT NULL, difference REAL NOT NULL,
                difference_variance REAL NOT NULL, baseline REAL NOT NULL, baseline_variance REAL NOT NULL,
                covariance REAL NOT NULL, PRIMARY KEY (experiment, metric, exposed_group, at)) WITHOUT ROWID;
            """),
        sql(
            """
            -- The names of units, where the project asks for them.
            CREATE TABLE unit (id BLOB PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
            """),
        joinTallies,
        sql(
            """
            -- Events stand beside the others of their unit; all IDs, also of events that are kept no more, in one table.
            INSERT OR IGNORE INTO seen SELECT id FROM event;
            ALTER TABLE event RENAME TO event_by_id;
            CREATE TABLE event (unit BLOB NOT NULL, id INTEGER NOT NULL, name INTEGER NOT NULL, at INTEGER NOT NULL,
                value REAL, came_at INTEGER NOT NULL, PRIMARY KEY (unit, id)) WITHOUT ROWID;
            INSERT INTO event SELECT unit, id, name, at, value, came_at FROM event_by_id ORDER BY unit, id;
            DROP TABLE event_by_id;
            """),
        sql(
            """
            -- Looks say what they were about. Those of before do not, and are taken anew from the totals of each day.
            DROP TABLE look;
            CREATE TABLE look (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
                definition TEXT NOT NULL, at INTEGER NOT NULL, day REAL NOT NULL, units REAL NOT NULL,
                difference REAL NOT NULL, difference_variance REAL NOT NULL, baseline REAL NOT NULL,
                baseline_variance REAL NOT NULL, covariance REAL NOT NULL,
                PRIMARY KEY (experiment, metric, exposed_group, definition, at)) WITHOUT ROWID;
            -- What people changed here, for the log.
            CREATE TABLE journal (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, text TEXT NOT NULL, author TEXT,
                program TEXT);
            """),
        sql(
            """
            -- By which import an event came, and whether it may be in a tally of earlier ones.
            ALTER TABLE event ADD COLUMN import INTEGER;
            ALTER TABLE event ADD COLUMN is_earlier INTEGER;
            -- The exposures of a unit, where there are several, or where an import brought them.
            ALTER TABLE assignment ADD COLUMN exposures BLOB;
            -- The digits for which two columns have no room.
            ALTER TABLE sums ADD COLUMN tails BLOB;
            CREATE TABLE import (number INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL, at INTEGER NOT NULL);
            CREATE TABLE import_outcome (import INTEGER NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
                PRIMARY KEY (import, name)) WITHOUT ROWID;
            -- Events that are there no more, with the number of their name: 0 for those of which only sums were kept.
            CREATE TABLE missing_event (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, at INTEGER NOT NULL, unit BLOB,
                import INTEGER);
            CREATE TABLE earlier_tally (unit BLOB NOT NULL, experiment INTEGER NOT NULL, tallies BLOB NOT NULL,
                PRIMARY KEY (unit, experiment)) WITHOUT ROWID;
            INSERT INTO missing_event (id, name, at)
                SELECT id, 0, coalesce((SELECT value FROM meta WHERE name = 'pruned_until'), 0) FROM seen
                WHERE id NOT IN (SELECT id FROM event);
            DELETE FROM seen WHERE id IN (SELECT id FROM missing_event);
            INSERT INTO meta SELECT 'former_ids', 1 WHERE EXISTS (SELECT 1 FROM event)
                OR EXISTS (SELECT 1 FROM missing_event);
            -- Everything is counted again when the file is opened.
            INSERT INTO meta SELECT 'uncounted', 1 WHERE EXISTS (SELECT 1 FROM assignment);
            """),
    ]

    private static func sql(_ text: String) -> @Sendable (Database) throws -> Void {
        { db in try db.execute(sql: text) }
    }

    /// Moves the actions of a unit into the row that has its group, from a row for each metric, so that they are read
    /// and written together.
    private static let joinTallies: @Sendable (Database) throws -> Void = { db in
        try db.execute(sql: "ALTER TABLE assignment ADD COLUMN tallies BLOB")
        let put = try PreparedStatement(db, "UPDATE assignment SET tallies = ? WHERE unit = ? AND experiment = ?")
        var last: (unit: UnitID, experiment: Int)?
        var tallies = UnitTallies()
        func flush() throws {
            guard let last else { return }
            try put.run(tallies.bytes, last.unit, last.experiment)
            tallies = UnitTallies()
        }
        let rows = try PreparedStatement(
            db, "SELECT unit, experiment, metric, value, denominator, past FROM tally ORDER BY unit, experiment")
        try rows.run { row in
            guard let unit = row.unit(0) else { return }
            let place = (unit: unit, experiment: row.number(1))
            if let last, last != place { try flush() }
            last = place
            tallies[row.number(2)] = Tally(row.double(3), denominator: row.double(4), past: row.double(5))
        }
        try flush()
        try db.execute(sql: "DROP TABLE tally")
    }

    /// The current version of the tables.
    static var version: Int { migrations.count }

    /// Creates the tables, or those that an older version did not have.
    static func migrate(_ db: Database, at path: String) throws {
        let version = try check(db, at: path)
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            try migration(db)
            try db.execute(sql: "PRAGMA user_version = \(index + 1)")
        }
        if version == 0 { try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
    }

    /// Checks that the file is a database of events that this version understands.
    ///
    /// - Returns: its version; 0 for an empty file.
    @discardableResult
    static func check(_ db: Database, at path: String) throws -> Int {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard application == applicationID || (application == 0 && tables == 0) else {
            throw EventStoreProblem(
                path, "the file is another kind of database", advice: EventStoreProblem.adviceOnForeignFile)
        }
        guard version <= Self.version else {
            throw EventStoreProblem(
                path, "the events were stored by a newer version of this program",
                advice: "update the program; nothing was changed")
        }
        return version
    }
}
