import ExperimentEvents
import GRDB
import GRDBSQLite

/// A value that a statement takes.
protocol StatementValue {
    /// Gives it to a statement, which counts its places from 1.
    func bind(to statement: SQLiteStatement, at index: Int32)
}

/// Has SQLite copy what it is given: nothing may change it before the statement runs.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) { sqlite3_bind_int64(statement, index, self) }
}

extension Int: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) { sqlite3_bind_int64(statement, index, Int64(self)) }
}

extension Double: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) { sqlite3_bind_double(statement, index, self) }
}

extension String: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) { sqlite3_bind_text(statement, index, self, -1, copied) }
}

extension [UInt8]: StatementValue {
    func bind(to statement: SQLiteStatement, at index: Int32) {
        // No bytes have no address, which to SQLite were no value.
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
