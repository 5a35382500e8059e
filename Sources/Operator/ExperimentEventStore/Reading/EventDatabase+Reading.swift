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

    package func uncountedEvents(of experiment: String) async throws -> UncountedEvents {
        try await reporting {
            try await database.read { [self] db in
                let definitions = try knownDefinitions(db)
                let names = definitions.events(of: experiment)
                var uncounted = UncountedEvents(names: names)
                let declared = definitions.experimentsByName[experiment]
                let needValues = definitions.eventsThatNeedValues(of: experiment)
                let sql = """
                    SELECT text, count(*), count(first_at), coalesce(sum(mixed), 0),
                        coalesce(sum(NOT mixed AND event.at < first_at), 0),
                        coalesce(sum(NOT mixed AND event.at >= first_at AND value IS NULL), 0)
                    FROM event JOIN name ON name.number = event.name LEFT JOIN assignment ON assignment.unit = event.unit
                        AND experiment = (SELECT number FROM name WHERE text = ?) AND first_at >= ? AND first_at < ?
                    WHERE text IN (\(databaseQuestionMarks(count: names.count))) GROUP BY text
                    """
                let (start, end) = (declared?.start?.eventMilliseconds, declared?.end?.eventMilliseconds)
                let rows = try Row.fetchCursor(
                    db, sql: sql, arguments: [experiment, start ?? .min, end ?? .max] + StatementArguments(names))
                while let row = try rows.next() {
                    let (all, ofUsers): (Int, Int) = (row[1], row[2])
                    let (mixed, before, valueless): (Int, Int, Int) = (row[3], row[4], row[5])
                    let withoutValue = needValues.contains(row[0]) ? valueless : 0
                    uncounted.ofOthers += all - ofUsers
                    uncounted.ofMixed += mixed
                    uncounted.before += before
                    uncounted.withoutValue += withoutValue
                    uncounted.outsideWindow += ofUsers - mixed - before - withoutValue
                }
                return uncounted
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
