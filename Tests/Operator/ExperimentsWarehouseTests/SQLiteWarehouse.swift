import ExperimentEvents
import ExperimentsSupport
import ExperimentsWarehouse
import Foundation
import GRDB

/// A warehouse in SQLite, in memory, that answers like its client program.
struct SQLiteWarehouse: WarehouseClient {
    let database: DatabaseQueue

    /// Creates the tables of a random project.
    init(_ random: RandomProject) throws {
        database = try DatabaseQueue()
        try database.write { db in
            try db.execute(
                sql: #"""
                    CREATE TABLE exposures ("user ""id""" TEXT, experiment TEXT, "group" TEXT, at TEXT);
                    CREATE TABLE events (unit TEXT, name TEXT, at TEXT, value REAL, id TEXT);
                    """#)
            for exposure in random.exposures {
                try db.execute(
                    sql: "INSERT INTO exposures VALUES (?, ?, ?, ?)",
                    arguments: [exposure.unit, exposure.experiment, exposure.group, Self.text(exposure.at)])
            }
            for (event, id) in random.events {
                try db.execute(
                    sql: "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                    arguments: [event.unit, event.name, Self.text(event.at), event.value, id])
            }
        }
    }

    /// Creates a warehouse from a script.
    init(script: String) throws {
        database = try DatabaseQueue()
        try database.write { try $0.execute(sql: script) }
    }

    private static func text(_ date: Date) -> String {
        let milliseconds = date.eventMilliseconds
        let day = EventDay(milliseconds: milliseconds)
        let rest = milliseconds - Int64(day.number) * 86_400_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = String(1000 + rest % 1000).dropFirst()
        return
            "\(day) \(two(rest / 3_600_000)):\(two(rest / 60_000 % 60)):\(two(rest / 1000 % 60)).\(fraction)"
    }

    func run(_ statement: String) async throws(ClientFailure) -> ClientAnswer {
        do {
            return try await database.read { db in
                let rows = try Row.fetchAll(db, sql: statement)
                let header = rows.first?.columnNames.joined(separator: ",") ?? ""
                let lines = rows.map { row in
                    row.databaseValues.map(Self.field).joined(separator: ",")
                }
                return ClientAnswer(Array(([header] + lines).map { $0 + "\r\n" }.joined().utf8))
            }
        } catch {
            throw .failed(status: 1, errors: "\(error)")
        }
    }

    private static func field(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: ""
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text):
            "\"" + text.split(scalar: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        case .blob: "?"
        }
    }
}
