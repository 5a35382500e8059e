import ExperimentEvents
import ExperimentStatistics
import ExperimentsLocks
import Foundation
import GRDB

extension EventDatabase {
    /// Does the work that is not needed for each event: removes old events that nothing counts, and computes
    /// percentiles of the values again.
    ///
    /// - Parameter keeping: how long events that nothing counts are stored.
    package func maintain(keeping: Duration = usualKeeping) async throws {
        maintained.withLock { $0 = now() }
        try await prune(keeping: keeping)
        try await reporting { try await database.write { [self] db in try takeCaps(db) } }
    }

    /// Returns whether the last maintenance was at least a day ago.
    func isMaintenanceDue() -> Bool { maintained.withLock { now().timeIntervalSince($0) > 86_400 } }

    private static var prunedAtOnce: Int { 5000 }

    /// Removes old events that nothing counts: those of users who were in no experiment, and those that no metric ever
    /// counted. They may be imported again. Each transaction removes some thousand, so that others wait only briefly.
    /// It runs once a day, because it reads all events.
    private func prune(keeping: Duration) async throws {
        let now = now().eventMilliseconds
        let end = now - keeping.components.seconds * 1000
        try await reporting {
            let isDue = try await database.write { db in
                let last = try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'pruned_at'")
                guard last.map({ now - $0 >= 86_400_000 }) ?? true else { return false }
                try db.execute(sql: "INSERT OR REPLACE INTO meta VALUES ('pruned_at', ?)", arguments: [now])
                return true
            }
            var last: (unit: Data, id: Int64)? = isDue ? (Data([0]), .min) : nil
            while let (unit, id) = last {
                last = try await database.write { db in
                    let counted = Array(try Self.definitions(db).eventsToKeep)
                    let marks = Array(repeating: "?", count: counted.count).joined(separator: ", ")
                    let rows = try Row.fetchAll(
                        db,
                        sql: """
                            WITH counted AS (SELECT number FROM name WHERE text IN (\(marks)))
                            SELECT unit, id, name, at, import, name IN counted FROM event
                            WHERE (unit, id) > (?, ?) AND came_at < ? AND (name NOT IN counted
                                OR NOT EXISTS (SELECT 1 FROM assignment a WHERE a.unit = event.unit))
                            ORDER BY unit, id LIMIT \(Self.prunedAtOnce)
                            """,
                        arguments: StatementArguments(counted) + [unit, id, end])
                    try Self.remove(rows, before: end, db)
                    guard rows.count == Self.prunedAtOnce, let row = rows.last else { return nil }
                    return (row[0], row[1])
                }
            }
        }
    }

    private static func remove(_ rows: [Row], before end: Int64, _ db: Database) throws {
        guard !rows.isEmpty else { return }
        try db.execute(
            sql: """
                INSERT INTO meta VALUES ('pruned_until', ?1) ON CONFLICT (name) DO UPDATE SET value = max(value, ?1)
                """, arguments: [end])
        for row in rows {
            let (unit, id): (Data, Int64) = (row[0], row[1])
            try db.execute(sql: "DELETE FROM event WHERE unit = ? AND id = ?", arguments: [unit, id])
            try db.execute(sql: "DELETE FROM seen WHERE id = ?", arguments: [id])
            // A metric for them may be declared later, and then reports that they are missing.
            let (name, at, source, isCounted): (Int, Int64, Int?, Bool) = (row[2], row[3], row[4], row[5])
            if !isCounted {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO missing_event VALUES (?, ?, ?, ?, ?)",
                    arguments: [id, name, at, unit, source])
            }
        }
    }

    /// Computes the caps that are percentiles, and updates the sums that depend on them.
    func takeCaps(_ db: Database) throws {
        let hasAny = try Self.definitions(db).metrics.contains { $0.capPercentile != nil }
        let old = try caps(db)
        guard hasAny || !old.isEmpty else { return }
        var counter = try counter(db)
        let shares = try Self.definitions(db).metrics.reduce(into: [Int: Double]()) { shares, metric in
            shares[try counter.ledger.number(of: metric.name)] = metric.capPercentile
        }
        var new: [CapPlace: Double] = [:]
        for (place, values) in try counter.valuesToCap() {
            guard let share = shares[place.metric] else { continue }
            let limit = Cap.percentile(share, ofPositive: false).limit(among: values)
            if let limit, limit > 0 { new[place] = limit }
        }
        guard new != old else { return }
        try db.execute(sql: "DELETE FROM cap")
        let put = try PreparedStatement(db, "INSERT INTO cap VALUES (?, ?, ?)")
        for (place, limit) in new { try put.run(place.experiment, place.metric, limit) }
        let changed = Set(new.keys).union(old.keys).filter { new[$0] != old[$0] }
        let names = try NameTable.all(db)
        var changes = DefinitionChanges()
        changes.summed = Set(changed.compactMap { names[$0.experiment] })
        try recount(changes, db)
    }

    /// Returns the percentile caps as last computed.
    func caps(_ db: Database) throws -> [CapPlace: Double] {
        var caps: [CapPlace: Double] = [:]
        try PreparedStatement(db, "SELECT experiment, metric, value FROM cap").run { row in
            caps[CapPlace(experiment: row.number(0), metric: row.number(1))] = row.double(2)
        }
        return caps
    }
}
