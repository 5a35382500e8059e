import Foundation
import GRDB
import GRDBSQLite

/// Reads columns that a damaged file may have changed. A value of another type, or one that no program writes, is a damaged
/// database, and not a reason to end the program.
extension PreparedStatement {
    /// Returns a whole number.
    ///
    /// - Parameter range: the numbers that a program writes.
    func whole(
        _ column: Int32, in range: ClosedRange<Int64> = -PreparedStatement.largest...PreparedStatement.largest
    )
        throws -> Int64
    {
        guard type(column) == SQLITE_INTEGER, range.contains(int(column)) else { throw Self.damage(column) }
        return int(column)
    }

    /// Returns a number of users or events, or a number that stands for a name.
    func count(_ column: Int32) throws -> Int { Int(try whole(column, in: 0...Self.largest)) }

    /// Returns a time in milliseconds since 1970.
    func time(_ column: Int32) throws -> Int64 {
        try whole(column, in: -8_640_000_000_000_000...8_640_000_000_000_000)
    }

    /// Returns a day since 1970.
    func day(_ column: Int32) throws -> Int { Int(try whole(column, in: -100_000_000...100_000_000)) }

    /// Returns a finite number.
    func finite(_ column: Int32) throws -> Double {
        let isNumber = type(column) == SQLITE_INTEGER || type(column) == SQLITE_FLOAT
        guard isNumber, double(column).isFinite else { throw Self.damage(column) }
        return double(column)
    }

    /// Returns a text.
    func word(_ column: Int32) throws -> String {
        guard type(column) == SQLITE_TEXT else { throw Self.damage(column) }
        return text(column)
    }

    /// The largest number of anything that is counted: far above what a file can hold, and sums of it fit.
    static let largest: Int64 = 1_000_000_000_000_000

    private static func damage(_ column: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "column \(column) has a value that no program writes")
    }
}
