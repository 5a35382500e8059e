import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB

extension EventDatabase {
    package func totals() async throws -> [ExperimentTotals] {
        try await reporting {
            try await database.read { [self] db in
                let reader = try TotalsReader(db, try knownDefinitions(db), caps: try caps(db))
                return try Self.experiments(db).compactMap { try reader.totals(of: $0) }
            }
        }
    }

    package func totals(of experiment: String) async throws -> ExperimentTotals? {
        try await reporting {
            try await database.read { [self] db in
                try TotalsReader(db, try knownDefinitions(db), caps: try caps(db)).totals(of: experiment)
            }
        }
    }

    package func summary() async throws -> EventSummary {
        try await reporting {
            try await database.read { [self] db in
                let declared = Set(try knownDefinitions(db).experiments.map(\.name))
                let names = try NameTable.all(db)
                var summary = EventSummary()
                try PreparedStatement(db, "SELECT name, count FROM outcome").run { row in
                    // What only newer versions know is told under its name by them.
                    if let outcome = EventOutcome(rawValue: row.text(0)) { summary.counts.add(outcome, row.number(1)) }
                }
                try PreparedStatement(
                    db, "SELECT experiment, sum(count), sum(mixed) FROM users WHERE phase >= 0 GROUP BY experiment"
                ).run { row in
                    let name = names[row.number(0)] ?? "?"
                    summary.experiments.append(
                        .init(
                            name: name, isDeclared: declared.contains(name), users: row.number(1), mixed: row.number(2))
                    )
                }
                summary.experiments.sort { $0.name < $1.name }
                try PreparedStatement(db, "SELECT name, count(*) FROM event GROUP BY name").run { row in
                    summary.kept[names[row.number(0)] ?? "?"] = row.number(1)
                }
                summary.prunedUntil = try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'pruned_until'")
                    .map { Date(eventMilliseconds: $0) }
                return summary
            }
        }
    }
}
