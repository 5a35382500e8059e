import ExperimentEvents
import ExperimentStatistics
import GRDB

extension EventDatabase {
    /// Counts anew what was counted by other definitions.
    func recount(_ changes: DefinitionChanges, _ db: Database) throws {
        guard !changes.isEmpty else { return }
        var counter = try counter(db)
        for part in changes.replayed {
            let metric = try counter.ledger.number(of: part.metric)
            try counter.replay(metric, in: try counter.ledger.number(of: part.experiment))
        }
        for name in changes.recounted.union(changes.replayed.map(\.experiment)) {
            let experiment = try counter.ledger.number(of: name)
            try replaceTotals(of: experiment, with: try counter.recount(experiment).totals, db)
        }
    }

    private func replaceTotals(of experiment: Int, with totals: TotalsChanges, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM users WHERE experiment = ?", arguments: [experiment])
        try db.execute(sql: "DELETE FROM sums WHERE experiment = ?", arguments: [experiment])
        try TotalsWriter(db).add(totals)
    }

    /// What totals say beside what the units say.
    package struct Verification: Sendable, Hashable {
        /// How many experiments, units and sums were looked at.
        package var experiments = 0
        package var units = 0
        package var sums = 0
        /// What differs, in words; nothing where all is well.
        package var differences: [String] = []
    }

    /// Recounts all totals, and compares. What was stored meanwhile is not missed: the database is seen as it was at one
    /// moment.
    ///
    /// - Parameter repairs: whether totals that differ are replaced by what was counted.
    package func verify(repairs: Bool = false) async throws -> Verification {
        try await reporting {
            try await repairs
                ? database.write { [self] db in try verify(db, repairs: true) }
                : database.read { [self] db in try verify(db, repairs: false) }
        }
    }

    private func verify(_ db: Database, repairs: Bool) throws -> Verification {
        var result = Verification()
        var counter = try counter(db)
        let names = try NameTable.all(db)
        for experiment in try Int.fetchAll(db, sql: "SELECT DISTINCT experiment FROM assignment ORDER BY 1") {
            let recounted = try counter.recount(experiment)
            let stored = try StoredTotals(of: experiment, db)
            let before = result.differences.count
            result.experiments += 1
            result.units += recounted.totals.users.values.reduce(0) { $0 + $1.count + $1.mixed }
            result.sums += stored.sums.count
            for (cell, users) in recounted.totals.users where (stored.users[cell] ?? .init()) != users {
                let found = stored.users[cell] ?? .init()
                result.differences.append(
                    "\(place(cell, names)): the stored total is \(found.count) users, the count is \(users.count)")
            }
            for cell in stored.users.keys where recounted.totals.users[cell] == nil {
                result.differences.append("\(place(cell, names)): the stored total has users, the count has none")
            }
            for sum in Set(stored.sums.keys).union(recounted.totals.sums.keys)
            where !recounted.agrees(stored.sums[sum] ?? GroupTotals(), at: sum) {
                let (told, counted) = (stored.sums[sum]?.sum.value ?? 0, recounted.totals.sums[sum]?.sum.value ?? 0)
                let metric = names[sum.metric] ?? "?"
                result.differences.append(
                    "\(place(sum.cell, names)): the stored total of '\(metric)' is \(told), the count is \(counted)")
            }
            if repairs, result.differences.count > before {
                try replaceTotals(of: experiment, with: recounted.totals, db)
            }
        }
        return result
    }

    private func place(_ cell: TotalsChanges.Cell, _ names: [Int: String]) -> String {
        let (experiment, group) = (names[cell.experiment] ?? "?", names[cell.group] ?? "?")
        return "'\(experiment)', group '\(group)', \(EventDay(cell.day))"
    }
}
