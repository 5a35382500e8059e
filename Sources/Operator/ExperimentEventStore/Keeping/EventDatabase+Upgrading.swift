import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB

extension EventDatabase {
    /// Counts everything again that an older version counted, which kept less of each unit and rounded its sums.
    func countAgain(_ db: Database) throws {
        let isOlder = try Int.fetchOne(db, sql: "SELECT 1 FROM meta WHERE name = 'uncounted'") != nil
        guard isOlder else { return }
        try keepOtherGroups(db)
        try keepEarlierTallies(db)
        var changes = DefinitionChanges()
        changes.recounted = Set(try Self.experiments(db))
        try recount(changes, db)
        try takeCaps(db)
        try db.execute(sql: "DELETE FROM meta WHERE name = 'uncounted'")
    }

    /// Keeps of a unit that was in several groups that there was another one, whose name was not stored.
    private func keepOtherGroups(_ db: Database) throws {
        let put = try PreparedStatement(db, "UPDATE assignment SET exposures = ? WHERE unit = ? AND experiment = ?")
        let rows = try Row.fetchAll(
            db, sql: "SELECT unit, experiment, exposed_group, first_at FROM assignment WHERE mixed <> 0")
        for row in rows {
            let (unit, experiment, group, at): (Data, Int, Int, Int64) = (row[0], row[1], row[2], row[3])
            let exposures = [KeptExposure(at: at, group: group), KeptExposure(at: at, group: 0)]
            try put.run(exposures.bytes(beside: at), [UInt8](unit), experiment)
        }
    }

    /// Keeps what units did in events that an older version removed.
    private func keepEarlierTallies(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "SELECT 1 FROM missing_event LIMIT 1") != nil else { return }
        var definitions = try Self.definitions(db)
        definitions.earlierMetrics = definitions.metrics.map { metric in
            var metric = metric
            // It was a cap of the sum of a user's values, and is one of each value now.
            if metric.kind == .mean { metric.cap = nil }
            return metric
        }
        try Self.keep(definitions, db)
        var earlier = definitions
        earlier.metrics = definitions.earlierMetrics
        let now = now()
        var counter = try EventCounter(
            earlier, ledger: try DatabaseLedger(db, now: now.eventMilliseconds), naming: naming, now: now)
        let keep = try PreparedStatement(db, "INSERT INTO earlier_tally VALUES (?, ?, ?)")
        try counter.unexplainedTallies { unit, experiment, tallies in
            try keep.run(unit, experiment, tallies.bytes)
        }
    }
}
