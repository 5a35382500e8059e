import ExperimentEvents
import Foundation
import GRDB
import GRDBSQLite

/// A statement that runs a million times: values are bound and read without anything in between.
///
/// Used from within one access to a database, by whoever made it.
struct PreparedStatement {
    private let statement: Statement
    private let raw: SQLiteStatement

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        raw = statement.sqliteStatement
        sqlite3_reset(raw)
    }

    /// A value to bind.
    enum Value {
        case int(Int64)
        case double(Double)
        case unit(UnitID)
        case text(String)
        case null
    }

    /// Runs the statement, and calls `row` for each of its rows.
    func run(_ values: Value..., row: (PreparedStatement) throws -> Void = { _ in }) throws {
        try run(values, row: row)
    }

    /// Runs the statement, and calls `row` for each of its rows.
    func run(_ values: [Value], row: (PreparedStatement) throws -> Void = { _ in }) throws {
        defer { sqlite3_reset(raw) }
        for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(raw) {
            case SQLITE_ROW: try row(self)
            case SQLITE_DONE: return
            case let code:
                let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(raw)))
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) {
        // SQLite copies what it is given: nothing may change it before the statement runs.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .int(let number): sqlite3_bind_int64(raw, index, number)
        case .double(let number): sqlite3_bind_double(raw, index, number)
        case .unit(let unit):
            withUnsafeBytes(of: (unit.high.bigEndian, unit.low.bigEndian)) {
                _ = sqlite3_bind_blob(raw, index, $0.baseAddress, 16, copied)
            }
        case .text(let text): sqlite3_bind_text(raw, index, text, -1, copied)
        case .null: sqlite3_bind_null(raw, index)
        }
    }

    // MARK: Of the row at hand

    func int(_ column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }
    func number(_ column: Int32) -> Int { Int(int(column)) }
    func double(_ column: Int32) -> Double { sqlite3_column_double(raw, column) }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }
    func text(_ column: Int32) -> String { sqlite3_column_text(raw, column).map { String(cString: $0) } ?? "" }

    /// A unit; nil for a blob that is none.
    func unit(_ column: Int32) -> UnitID? {
        guard sqlite3_column_bytes(raw, column) == 16, let bytes = sqlite3_column_blob(raw, column) else { return nil }
        return UnitID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    /// How many rows the latest statement that wrote changed.
    var changedRows: Int { Int(sqlite3_changes(sqlite3_db_handle(raw))) }
}
