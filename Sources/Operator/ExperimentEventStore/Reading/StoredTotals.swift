import ExperimentEvents
import ExperimentStatistics
import GRDB

/// The stored totals of an experiment, with numbers instead of names.
struct StoredTotals {
    var users: [TotalsChanges.Cell: ExperimentTotals.Users] = [:]
    var sums: [TotalsChanges.Sum: GroupTotals] = [:]

    init(of experiment: Int, _ db: Database) throws {
        try PreparedStatement(db, "SELECT phase, exposed_group, day, count, mixed FROM users WHERE experiment = ?")
            .run(experiment) { row in
                users[Self.cell(experiment, row: row, column: 0)] = ExperimentTotals.Users(
                    row.number(3), mixed: row.number(4))
            }
        let columns = """
            phase, exposed_group, day, metric, units, value, value_rest, square, square_rest, denominator,
            denominator_rest, denominator_square, denominator_square_rest, denominator_product,
            denominator_product_rest, past, past_rest, past_square, past_square_rest, past_product, past_product_rest,
            tails
            """
        try PreparedStatement(db, "SELECT \(columns) FROM sums WHERE experiment = ?")
            .run(experiment) { row in
                let sum = TotalsChanges.Sum(metric: row.number(3), cell: Self.cell(experiment, row: row, column: 0))
                sums[sum] = GroupTotals(row, from: 4)
            }
    }

    private static func cell(_ experiment: Int, row: PreparedStatement, column: Int32) -> TotalsChanges.Cell {
        TotalsChanges.Cell(
            experiment: experiment, phase: row.number(column), group: row.number(column + 1),
            day: row.number(column + 2))
    }
}
