import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB

extension EventDatabase {
    package func totals() async throws -> [ExperimentTotals] {
        try await reporting {
            try await database.read { db in
                let names = try NameTable.all(db)
                return try Self.experiments(db).compactMap { try Self.totals(of: $0, names, db) }
            }
        }
    }

    package func totals(of experiment: String) async throws -> ExperimentTotals? {
        try await reporting {
            try await database.read { db in
                try Self.totals(of: experiment, try NameTable.all(db), db)
            }
        }
    }

    private static func totals(of experiment: String, _ names: [Int: String], _ db: Database) throws
        -> ExperimentTotals?
    {
        let sql = "SELECT number, first_at, last_at FROM name JOIN span ON experiment = number WHERE text = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [experiment]) else { return nil }
        let stored = try StoredTotals(of: row[0], db)
        func cell(_ cell: TotalsChanges.Cell) -> ExperimentTotals.Cell {
            .init(phase: cell.phase, group: names[cell.group] ?? "?", day: EventDay(cell.day))
        }
        var totals = ExperimentTotals(
            experiment: experiment, firstExposure: Date(eventMilliseconds: row[1]),
            lastExposure: Date(eventMilliseconds: row[2]))
        for (place, users) in stored.users { totals.users[cell(place)] = users }
        for (place, sums) in stored.sums {
            totals.values[names[place.metric] ?? "?", default: [:]][cell(place.cell)] = sums
        }
        return totals
    }

    package func summary() async throws -> EventSummary {
        try await reporting {
            try await database.read { db in
                let declared = Set(try Self.definitions(db).experiments.map(\.name))
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
