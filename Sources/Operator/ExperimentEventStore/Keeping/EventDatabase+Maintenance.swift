import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB
import Locks

extension EventDatabase {
    /// Does what need not be done with each event: lets go of old ones, and takes percentiles of the values anew.
    ///
    /// - Parameter keeping: how long events are kept one by one after they came. Of older ones their IDs stay, so that none is counted
    ///   twice.
    package func maintain(keeping: Duration = usualKeeping) async throws {
        maintained.withLock { $0 = now() }
        try await prune(keeping: keeping)
        try await takeCaps()
    }

    /// Whether the last time was a day ago.
    func isMaintenanceDue() -> Bool { maintained.withLock { now().timeIntervalSince($0) > 86_400 } }

    private static var prunedAtOnce: Int { 5000 }

    /// Lets go of events that came earlier, some thousand in a transaction so that nobody waits long.
    private func prune(keeping: Duration) async throws {
        let end = now().eventMilliseconds - keeping.components.seconds * 1000
        try await reporting {
            var isDone = false
            while !isDone {
                isDone = try await database.write { db in
                    try db.execute(
                        sql: """
                            DELETE FROM event WHERE (unit, id) IN
                                (SELECT unit, id FROM event WHERE came_at < ? LIMIT \(Self.prunedAtOnce))
                            """, arguments: [end])
                    let count = db.changesCount
                    guard count > 0 else { return true }
                    try db.execute(
                        sql: """
                            INSERT INTO meta VALUES ('pruned_until', ?1) ON CONFLICT (name) DO UPDATE
                            SET value = max(value, ?1)
                            """, arguments: [end])
                    return count < Self.prunedAtOnce
                }
            }
        }
    }

    /// Takes the caps that are percentiles from the values that there are, and sums anew what they change.
    private func takeCaps() async throws {
        try await reporting {
            let hasAny = try await database.read { db in
                try Self.definitions(db).metrics.contains { $0.capPercentile != nil }
            }
            guard hasAny else { return }
            try await database.write { [self] db in
                let definitions = try Self.definitions(db)
                var changes = DefinitionChanges()
                for name in try Self.experiments(db) {
                    for metric in definitions.metrics where try takeCap(metric, name, db) {
                        changes.recounted.insert(name)
                    }
                }
                try recount(changes, db)
            }
        }
    }

    /// Takes the cap of one metric.
    ///
    /// - Returns: whether it is another than before.
    private func takeCap(_ metric: MetricDefinition, _ experiment: String, _ db: Database) throws -> Bool {
        guard let share = metric.capPercentile else { return false }
        var names = NameTable()
        let place = try (names.number(of: experiment, db), names.number(of: metric.name, db))
        var values: [Double] = []
        var ledger = try DatabaseLedger(db, now: now().eventMilliseconds)
        try ledger.forEachAssignment(in: place.0) { _, _, assignment in
            let value = assignment.tallies[place.1].value
            if value != 0 { values.append(value) }
        }
        let units = try Int.fetchOne(
            db, sql: "SELECT sum(count) + sum(mixed) FROM users WHERE experiment = ?", arguments: [place.0])
        let zeros = repeatElement(0.0, count: max(0, (units ?? 0) - values.count))
        guard let limit = Cap.percentile(share, ofPositive: false).limit(among: values + zeros), limit > 0 else {
            return false
        }
        let old = try Double.fetchOne(
            db, sql: "SELECT value FROM cap WHERE experiment = ? AND metric = ?", arguments: [place.0, place.1])
        guard old != limit else { return false }
        try db.execute(
            sql: "INSERT OR REPLACE INTO cap VALUES (?, ?, ?)", arguments: [place.0, place.1, limit])
        return true
    }
}
