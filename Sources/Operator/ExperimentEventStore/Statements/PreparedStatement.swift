import ExperimentEvents
import GRDB
import GRDBSQLite

/// A statement for running a million times. Values are bound and read directly, because an insertion through GRDB takes
/// 10.6 µs instead of 5.6, and the budget of the benchmarks allows 20 µs for an imported event.
///
/// It is used within one access to a database.
struct PreparedStatement {
    private let statement: Statement
    private let raw: SQLiteStatement

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        raw = statement.sqliteStatement
        sqlite3_reset(raw)
    }

    /// Runs the statement, and calls `row` for each of its rows.
    func run<each Value: StatementValue>(
        _ values: repeat each Value, row: (PreparedStatement) throws -> Void = { _ in }
    ) throws {
        var index: Int32 = 0
        for value in repeat each values {
            index += 1
            value.bind(to: raw, at: index)
        }
        try step(row)
    }

    /// Runs the statement with any number of values, and calls `row` for each of its rows.
    func run(values: [any StatementValue], row: (PreparedStatement) throws -> Void = { _ in }) throws {
        for (index, value) in values.enumerated() { value.bind(to: raw, at: Int32(index + 1)) }
        try step(row)
    }

    private func step(_ row: (PreparedStatement) throws -> Void) throws {
        defer { sqlite3_reset(raw) }
        while true {
            switch sqlite3_step(raw) {
            case SQLITE_ROW: try row(self)
            case SQLITE_DONE: return
            case let code:
                let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(raw)))
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
            }
        }
    }

    // MARK: Of the row at hand

    func int(_ column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }
    func number(_ column: Int32) -> Int { Int(int(column)) }
    func double(_ column: Int32) -> Double { sqlite3_column_double(raw, column) }
    func type(_ column: Int32) -> Int32 { sqlite3_column_type(raw, column) }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }
    func text(_ column: Int32) -> String {
        sqlite3_column_text(raw, column).map { String(cString: $0) } ?? ""
    }

    /// Returns the bytes of a blob, valid until the next row; none for no value.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(raw, column), count: Int(sqlite3_column_bytes(raw, column)))
    }

    /// Reads a unit; nil if the blob is not a unit.
    func unit(_ column: Int32) -> UnitID? {
        let bytes = bytes(column)
        guard bytes.count == 16 else { return nil }
        return UnitID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    /// The number of rows changed by the latest statement that wrote.
    var changedRows: Int { Int(sqlite3_changes(sqlite3_db_handle(raw))) }
}

/// A value for a statement.
protocol StatementValue {
    /// Binds the value to a place of a statement, counted from 1.
    func bind(to statement: SQLiteStatement, at index: Int32)
}

/// Tells SQLite to copy the bytes, because they may change before the statement runs.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) { sqlite3_bind_int64(statement, index, self) }
}

extension Int: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension Double: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) { sqlite3_bind_double(statement, index, self) }
}

extension String: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) {
        sqlite3_bind_text(statement, index, self, -1, copied)
    }
}

extension [UInt8]: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) {
        // No bytes have no address, which SQLite would read as no value.
        guard !isEmpty else { return _ = sqlite3_bind_zeroblob(statement, index, 0) }
        withUnsafeBytes { _ = sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copied) }
    }
}

extension UnitID: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            _ = sqlite3_bind_blob(statement, index, $0.baseAddress, 16, copied)
        }
    }
}

extension Optional: StatementValue where Wrapped: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) {
        if let self { self.bind(to: statement, at: index) } else { sqlite3_bind_null(statement, index) }
    }
}
