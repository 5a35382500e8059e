import ExperimentEvents
import ExperimentStatistics
import GRDB

/// The stored totals of an experiment, with numbers instead of names.
struct StoredTotals {
    var users: [TotalsChanges.Cell: ExperimentTotals.Users] = [:]
    var sums: [TotalsChanges.Sum: GroupTotals] = [:]

    /// - Parameter isShown: whether to read the totals from before an import that is not finished.
    init(of experiment: Int, _ db: Database, shown isShown: Bool = false) throws {
        let prefix = isShown ? "shown_" : ""
        let counts = "phase, exposed_group, day, count, mixed, came_back"
        try PreparedStatement(db, "SELECT \(counts) FROM \(prefix)users WHERE experiment = ?")
            .run(experiment) { row in
                users[try Self.cell(experiment, row: row, column: 0)] = ExperimentTotals.Users(
                    try row.count(3), mixed: try row.count(4), returning: try row.count(5))
            }
        let columns = """
            phase, exposed_group, day, metric, units, value, value_rest, square, square_rest, denominator,
            denominator_rest, denominator_square, denominator_square_rest, denominator_product,
            denominator_product_rest, past, past_rest, past_square, past_square_rest, past_product, past_product_rest,
            tails
            """
        try PreparedStatement(db, "SELECT \(columns) FROM \(prefix)sums WHERE experiment = ?")
            .run(experiment) { row in
                let place = try Self.cell(experiment, row: row, column: 0)
                let sum = TotalsChanges.Sum(metric: try row.count(3), cell: place)
                for column in 5..<21 { _ = try row.finite(Int32(column)) }
                _ = try row.count(4)
                sums[sum] = GroupTotals(row, from: 4)
            }
    }

    private static func cell(
        _ experiment: Int, row: PreparedStatement, column: Int32
    ) throws -> TotalsChanges.Cell {
        TotalsChanges.Cell(
            experiment: experiment, phase: Int(try row.whole(column, in: -10...1_000_000)),
            group: try row.count(column + 1), day: try row.day(column + 2))
    }
}
