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
        sql(PackageResources.tables_sql),
        sql(PackageResources.unit_names_sql),
        joinTallies,
        sql(PackageResources.event_order_sql),
        sql(PackageResources.look_definitions_sql),
        sql(PackageResources.imports_sql),
        sql(PackageResources.whole_imports_sql),
    ]

    private static func sql(_ text: [UInt8]) -> @Sendable (Database) throws -> Void {
        { db in try db.execute(sql: String(decoding: text, as: UTF8.self)) }
    }

    /// Moves the actions of a unit into the row that has its group, from a row for each metric, so that they are read
    /// and written together.
    private static let joinTallies: @Sendable (Database) throws -> Void = { db in
        try db.execute(sql: "ALTER TABLE assignment ADD COLUMN tallies BLOB")
        let put = try PreparedStatement(
            db, "UPDATE assignment SET tallies = ? WHERE unit = ? AND experiment = ?")
        var last: (unit: UnitID, experiment: Int)?
        var tallies = UnitTallies()
        func flush() throws {
            guard let last else { return }
            try put.run(tallies.bytes, last.unit, last.experiment)
            tallies = UnitTallies()
        }
        let rows = try PreparedStatement(
            db,
            "SELECT unit, experiment, metric, value, denominator, past FROM tally ORDER BY unit, experiment")
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
