import ExperimentEvents
import ExperimentStatistics
import GRDB

/// Adds changes to the totals that a database holds.
struct TotalsWriter {
    private let users: PreparedStatement
    private let emptyUsers: PreparedStatement
    private let readSums: PreparedStatement
    private let putSums: PreparedStatement
    private let removeSums: PreparedStatement

    private static let isPlace =
        "experiment = ? AND metric = ? AND phase = ? AND exposed_group = ? AND day = ?"

    init(_ db: Database) throws {
        users = try PreparedStatement(
            db,
            """
            INSERT INTO users VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE
            SET count = count + ?5, mixed = mixed + ?6, came_back = came_back + ?7
            """)
        emptyUsers = try PreparedStatement(
            db, "DELETE FROM users WHERE experiment = ? AND count = 0 AND mixed = 0")
        readSums = try PreparedStatement(
            db,
            """
            SELECT units, value, value_rest, square, square_rest, denominator, denominator_rest, denominator_square,
            denominator_square_rest, denominator_product, denominator_product_rest, past, past_rest, past_square,
            past_square_rest, past_product, past_product_rest, tails FROM sums WHERE \(Self.isPlace)
            """)
        removeSums = try PreparedStatement(db, "DELETE FROM sums WHERE \(Self.isPlace)")
        let marks = Array(repeating: "?", count: 23).joined(separator: ", ")
        putSums = try PreparedStatement(db, "INSERT OR REPLACE INTO sums VALUES (\(marks))")
    }

    func add(_ changes: TotalsChanges) throws {
        for (cell, change) in changes.users where change != ExperimentTotals.Users() {
            try users.run(
                cell.experiment, cell.phase, cell.group, cell.day, change.count, change.mixed,
                change.returning)
        }
        for experiment in Set(changes.users.keys.map(\.experiment)) { try emptyUsers.run(experiment) }
        for (sum, change) in changes.sums {
            let place: [any StatementValue] = [
                sum.cell.experiment, sum.metric, sum.cell.phase, sum.cell.group, sum.cell.day,
            ]
            var total = GroupTotals()
            try readSums.run(values: place) { total = GroupTotals($0, from: 0) }
            total += change
            // A total of zero is removed, as if it had never existed.
            guard total != GroupTotals() else {
                try removeSums.run(values: place)
                continue
            }
            let numbers: [any StatementValue] = total.parts.flatMap { [$0.value, $0.rest] }
            try putSums.run(values: place + [total.unitsWithValue] + numbers + [total.tailBytes])
        }
    }
}

extension GroupTotals {
    /// The parts of the sums that do not fit into their two columns; nil if all fit.
    fileprivate var tailBytes: [UInt8]? {
        guard parts.contains(where: { !$0.tail.isEmpty }) else { return nil }
        var bytes: [UInt8] = []
        for part in parts { bytes.append(doubles: part.tail) }
        return bytes
    }

    /// Reads the sums of a row, which begin at a column with the number of units that have a value, and end with the
    /// tails.
    init(_ row: PreparedStatement, from column: Int32) {
        // Damaged rows are left out, so that the sum differs from the count. `events verify` reports this.
        var bytes = row.bytes(column + 17).makeIterator()
        let tails = (0..<8).map { _ in [Double](&bytes) ?? [] }
        func sum(_ index: Int32) -> PreciseSum {
            PreciseSum(
                row.double(column + 1 + 2 * index), rest: row.double(column + 2 + 2 * index),
                tail: tails[Int(index)])
        }
        func pair(_ index: Int32) -> PairedSums {
            PairedSums(sum: sum(index), sumSquares: sum(index + 1), productSum: sum(index + 2))
        }
        self.init(
            unitsWithValue: row.number(column), sum: sum(0), sumSquares: sum(1), denominator: pair(2),
            past: pair(5))
    }
}
