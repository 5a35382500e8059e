import ExperimentEvents
import GRDB

/// The tables of a database of events.
///
/// One table contains the names, and all others use their numbers. Units are the sixteen bytes of ``UnitNaming``, times
/// are milliseconds since 1970, and days are days since then.
enum EventSchema {
    /// The number that marks the file as a database of this program: `ExpE`.
    static let applicationID = 0x4578_7045

    /// The version of the tables. Versions before 7 were never released.
    static let version = 7

    /// Creates the tables of an empty file, and checks those of another.
    static func prepare(_ db: Database, at path: String) throws {
        guard try check(db, at: path) == 0 else { return }
        try db.execute(sql: String(decoding: PackageResources.tables_sql, as: UTF8.self))
        try db.execute(sql: "PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID)")
    }

    /// Checks that the file is a database of events that this version understands.
    ///
    /// - Returns: its version; 0 for an empty file.
    static func check(_ db: Database, at path: String) throws -> Int {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard application == applicationID || (application == 0 && tables == 0) else {
            throw EventStoreProblem(
                path, "the file is another kind of database", advice: EventStoreProblem.adviceOnForeignFile)
        }
        guard found <= version else {
            throw EventStoreProblem(
                path, "the events were stored by a newer version of this program",
                advice: "update the program; nothing was changed")
        }
        guard found == version || found == 0 else {
            throw EventStoreProblem(
                path, "the events were stored by a preview of this program",
                advice: "move the file away, and import the events again; nothing was changed")
        }
        return found
    }
}
