import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB

extension EventDatabase {
    package func keep(_ looks: [String: [StoredLook]], since state: ImportState) async throws {
        guard !isForReading else { return }
        try await reporting {
            try await database.write { db in
                let now = try Self.importState(db)
                guard now == state, now.open.isEmpty else { return }
                var names = NameTable()
                let insert = try PreparedStatement(
                    db, "INSERT OR IGNORE INTO look VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                for (experiment, looks) in looks {
                    let number = try names.number(of: experiment, db)
                    for kept in looks {
                        let metric = try names.number(of: kept.metric, db)
                        let group = try names.number(of: kept.group, db)
                        let look = kept.look
                        try insert.run(
                            number, metric, group, kept.definition, kept.at.eventMilliseconds, look.day,
                            look.units,
                            look.difference, look.differenceVariance, look.baseline, look.baselineVariance,
                            look.covariance)
                    }
                }
            }
        }
    }

    package func looks(at experiment: String) async throws -> [StoredLook] {
        try await reporting {
            try await database.read { db in
                let sql = """
                    SELECT m.text, g.text, definition, at, day, units, difference, difference_variance, baseline,
                    baseline_variance, covariance FROM look JOIN name e ON e.number = experiment
                    JOIN name m ON m.number = metric JOIN name g ON g.number = exposed_group WHERE e.text = ? ORDER BY at
                    """
                var looks: [StoredLook] = []
                try PreparedStatement(db, sql).run(experiment) { row in
                    if let look = try StoredLook(row) { looks.append(look) }
                }
                return looks
            }
        }
    }

    /// Forgets the looks at an experiment, so that only current data counts, and records who did it.
    ///
    /// - Returns: the number of forgotten looks.
    @discardableResult
    package func forgetLooks(at experiment: String, by author: String?, with program: String?) async throws
        -> Int
    {
        try await reporting {
            try await database.write { [self] db in
                let sql = "DELETE FROM look WHERE experiment = (SELECT number FROM name WHERE text = ?)"
                try db.execute(sql: sql, arguments: [experiment])
                let count = db.changesCount
                guard count > 0 else { return 0 }
                let looks = count == 1 ? "1 look" : "\(count) looks"
                try note(
                    StoreChange(
                        at: now(), text: "restarted the results of \"\(experiment)\": \(looks) forgotten",
                        author: author, program: program), db)
                return count
            }
        }
    }
}

extension StoredLook {
    /// Creates a look from the columns of its table; nil for invalid values, because the file may have been edited.
    fileprivate init?(_ row: PreparedStatement) throws {
        let members: [String: Double] = [
            "day": try row.finite(4), "units": try row.finite(5), "difference": try row.finite(6),
            "differenceVariance": try row.finite(7), "baseline": try row.finite(8),
            "baselineVariance": try row.finite(9), "covariance": try row.finite(10),
        ]
        // A `Look` can only be created from a comparison, or from a stored one.
        guard let data = try? JSONEncoder().encode(members),
            let look = try? JSONDecoder().decode(Look.self, from: data)
        else { return nil }
        self.init(
            metric: try row.word(0), group: try row.word(1), definition: try row.word(2),
            at: Date(eventMilliseconds: try row.time(3)), look: look)
    }
}
