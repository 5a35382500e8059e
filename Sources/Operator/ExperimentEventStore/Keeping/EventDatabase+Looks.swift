import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB

extension EventDatabase {
    package func keep(_ looks: [KeptLook], at experiment: String) async throws {
        try await reporting {
            try await database.write { db in
                var names = NameTable()
                let number = try names.number(of: experiment, db)
                let insert = try PreparedStatement(
                    db, "INSERT OR IGNORE INTO look VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                for kept in looks {
                    let (metric, group) = try (names.number(of: kept.metric, db), names.number(of: kept.group, db))
                    let look = kept.look
                    try insert.run(
                        number, metric, group, kept.at.eventMilliseconds, look.day, look.units, look.difference,
                        look.differenceVariance, look.baseline, look.baselineVariance, look.covariance)
                }
            }
        }
    }

    package func looks(at experiment: String) async throws -> [KeptLook] {
        try await reporting {
            try await database.read { db in
                let sql = """
                    SELECT m.text, g.text, at, day, units, difference, difference_variance, baseline,
                    baseline_variance, covariance FROM look JOIN name e ON e.number = experiment
                    JOIN name m ON m.number = metric JOIN name g ON g.number = exposed_group WHERE e.text = ? ORDER BY at
                    """
                return try Row.fetchAll(db, sql: sql, arguments: [experiment]).compactMap(KeptLook.init)
            }
        }
    }
}

extension KeptLook {
    /// A look by the columns of its table; nil for what no look can say, in a file that somebody changed.
    fileprivate init?(_ row: Row) {
        let members: [String: Double] = [
            "day": row[3], "units": row[4], "difference": row[5], "differenceVariance": row[6], "baseline": row[7],
            "baselineVariance": row[8], "covariance": row[9],
        ]
        // `Look` is made from a comparison, or from what was kept of it.
        guard members.values.allSatisfy(\.isFinite), let data = try? JSONEncoder().encode(members),
            let look = try? JSONDecoder().decode(Look.self, from: data)
        else { return nil }
        self.init(metric: row[0], group: row[1], at: Date(eventMilliseconds: row[2]), look: look)
    }
}
