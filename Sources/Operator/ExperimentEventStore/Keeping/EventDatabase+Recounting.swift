import ExperimentEvents
import ExperimentStatistics
import GRDB

extension EventDatabase {
    /// Counts again what was counted with older definitions.
    func recount(_ changes: DefinitionChanges, _ db: Database) throws {
        guard !changes.isEmpty else { return }
        var counter = try counter(db)
        let recounted = Set(try changes.recounted.map { try counter.ledger.number(of: $0) })
        let all = recounted.union(try changes.summed.map { try counter.ledger.number(of: $0) })
        try replaceTotals(of: all, with: try counter.recount(all, again: recounted), db)
    }

    /// Counts experiments with several phases again that an older version counted in one, and sums again what a cap
    /// limited only from above.
    func countPhasesAgain(_ db: Database) throws {
        let isOlder = try Int.fetchOne(db, sql: "SELECT 1 FROM meta WHERE name = 'phases_uncounted'") != nil
        guard isOlder else { return }
        let known = Set(try Self.experiments(db))
        var changes = DefinitionChanges()
        changes.recounted = Set(try Self.definitions(db).experiments.filter(\.hasLaterPhases).map(\.name))
            .intersection(known)
        let hasCaps = try Self.definitions(db).metrics.contains { $0.cap != nil || $0.capPercentile != nil }
        if hasCaps { changes.recounted = known }
        try recount(changes, db)
        try db.execute(sql: "DELETE FROM meta WHERE name = 'phases_uncounted'")
    }

    private func replaceTotals(of experiments: Set<Int>, with totals: TotalsChanges, _ db: Database) throws {
        for experiment in experiments {
            try db.execute(sql: "DELETE FROM users WHERE experiment = ?", arguments: [experiment])
            try db.execute(sql: "DELETE FROM sums WHERE experiment = ?", arguments: [experiment])
        }
        try TotalsWriter(db).add(totals)
    }

    /// The differences between the totals and the stored units.
    package struct Verification: Sendable, Hashable {
        /// The number of compared experiments, units and sums.
        package var experiments = 0
        package var units = 0
        package var sums = 0
        /// The differences, in words; empty if there are none.
        package var differences: [String] = []
    }

    /// Counts everything again from the stored exposures and events, and compares the results with the totals. It reads
    /// a snapshot of the database, so events that are stored at the same time do not matter.
    ///
    /// - Parameter repairs: whether to correct the totals that differ.
    package func verify(repairs: Bool = false) async throws -> Verification {
        try await reporting {
            try await repairs
                ? database.write { [self] db in try verify(db, repairs: true) }
                : database.read { [self] db in try verify(db, repairs: false) }
        }
    }

    private func verify(_ db: Database, repairs: Bool) throws -> Verification {
        var result = Verification()
        let names = try NameTable.all(db)
        var counter = try counter(db)
        var wrong: Set<Int> = []
        let counted = try counter.audit { unit, stored, counted in
            wrong.insert(stored.experiment)
            result.differences.append(Self.difference(unit, stored: stored, counted: counted, names: names))
        }
        let before = wrong
        let parts = counted.byExperiment
        let stored = Set(try Int.fetchAll(db, sql: "SELECT DISTINCT experiment FROM users"))
        for experiment in stored.union(parts.keys).sorted() {
            let stored = try StoredTotals(of: experiment, db)
            result.experiments += 1
            result.sums += stored.sums.count
            let differences = Self.differences(
                stored, counted: parts[experiment] ?? TotalsChanges(), names: names)
            if !differences.isEmpty { wrong.insert(experiment) }
            result.differences += differences
        }
        result.units += counted.users.values.reduce(0) { $0 + $1.new + $1.mixed }
        let strays = try Int.fetchOne(
            db,
            sql: """
                SELECT (SELECT count(*) FROM event WHERE id NOT IN (SELECT id FROM seen))
                    + (SELECT count(*) FROM seen WHERE id NOT IN (SELECT id FROM event))
                """)
        if let strays, strays > 0 {
            result.differences.append(
                "\(strays) events have no ID of their own, or \(strays) IDs have no event")
        }
        guard repairs, !result.differences.isEmpty else { return result }
        if !before.isEmpty { _ = try counter.recount(before, again: before) }
        var totals = TotalsChanges()
        for part in wrong.compactMap({ parts[$0] }) {
            totals.users.merge(part.users) { first, _ in first }
            totals.sums.merge(part.sums) { first, _ in first }
        }
        try replaceTotals(of: wrong, with: totals, db)
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO seen SELECT id FROM event;
                DELETE FROM seen WHERE id NOT IN (SELECT id FROM event)
                """)
        return result
    }

    private static func difference(
        _ unit: UnitID, stored: Assignment, counted: Assignment, names: [Int: String]
    ) -> String {
        let place = "\"\(names[stored.experiment] ?? "?")\", user \(unit.text)"
        guard stored.places == counted.places else {
            return "\(place): the stored group or first exposure is not that of the user's exposures"
        }
        let stay = stored.stays.indices.first { stored.stays[$0] != counted.stays[$0] } ?? 0
        let before = stored.stays[stay].tallies
        let after = counted.stays[stay].tallies
        let metrics = Set((before.entries + after.entries).map(\.metric)).sorted()
        let metric = metrics.first { before[$0] != after[$0] } ?? 0
        let found = before[metric]
        let must = after[metric]
        return
            "\(place): the stored \"\(names[metric] ?? "?")\" is \(found.value), the count is \(must.value)"
    }

    private static func differences(_ stored: StoredTotals, counted: TotalsChanges, names: [Int: String])
        -> [String]
    {
        func place(_ cell: TotalsChanges.Cell) -> String {
            let (experiment, group) = (names[cell.experiment] ?? "?", names[cell.group] ?? "?")
            return "\"\(experiment)\", group \"\(group)\", \(EventDay(cell.day))"
        }
        var differences: [String] = []
        for cell in Set(stored.users.keys).union(counted.users.keys)
        where stored.users[cell] != counted.users[cell] {
            let (found, must) = (stored.users[cell] ?? .init(), counted.users[cell] ?? .init())
            differences.append(
                "\(place(cell)): the stored total is \(found.count) users, the count is \(must.count)"
                    + (found.mixed == must.mixed ? "" : "; of mixed users \(found.mixed) and \(must.mixed)"))
        }
        let sums = counted.sums.filter { $0.value != GroupTotals() }
        for sum in Set(stored.sums.keys).union(sums.keys) where stored.sums[sum] != sums[sum] {
            let (found, must) = (stored.sums[sum]?.sum.value ?? 0, sums[sum]?.sum.value ?? 0)
            differences.append(
                "\(place(sum.cell)): the stored total of \"\(names[sum.metric] ?? "?")\" is \(found), the count is \(must)"
            )
        }
        return differences.sorted()
    }
}

extension TotalsChanges {
    /// The changes of each experiment, by its number.
    fileprivate var byExperiment: [Int: TotalsChanges] {
        var parts: [Int: TotalsChanges] = [:]
        for (cell, users) in users { parts[cell.experiment, default: TotalsChanges()].users[cell] = users }
        for (sum, totals) in sums { parts[sum.cell.experiment, default: TotalsChanges()].sums[sum] = totals }
        return parts
    }
}
