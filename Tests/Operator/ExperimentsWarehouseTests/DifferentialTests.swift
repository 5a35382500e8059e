import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import ExperimentsSupport
import ExperimentsWarehouse
import Foundation
import TestSupport
import Testing

@Suite("A warehouse counts like the store", .inTurn) struct DifferentialTests {
    @Test("random projects have the same totals", arguments: 0..<40) func same(batch: Int) async throws {
        for seed in (batch * 10)..<(batch * 10 + 10) {
            let random = RandomProject(seed: UInt64(seed))
            let store = try EventDatabase.openInMemory(now: { RandomProject.now })
            try await store.adopt(EventDefinitions(random.project))
            try await store.store(random.tracked)
            try await store.maintain()
            let expected = try #require(try await store.totals().first { $0.experiment == "Paywall" })
            let warehouse = WarehouseStore(
                try #require(WarehouseProject(random.project)), client: try SQLiteWarehouse(random),
                answers: KeptAnswers(in: nil), now: { RandomProject.now }, local: { nil },
                watching: { _ in ObservationHandle {} })
            let found = try #require(try await warehouse.totals().first { $0.experiment == "Paywall" })
            #expect(found.users == expected.users, "seed \(seed)")
            #expect(found.firstExposure == expected.firstExposure, "seed \(seed)")
            #expect(Set(found.caps.keys) == Set(expected.caps.keys), "seed \(seed)")
            for (metric, cap) in expected.caps {
                #expect(Self.isSame(found.caps[metric] ?? .nan, cap), "seed \(seed), \(metric)")
            }
            for metric in random.project.metrics {
                Self.compare(
                    found.values[metric.name] ?? [:], expected.values[metric.name] ?? [:], seed, metric)
            }
        }
    }

    private static func compare(
        _ found: [ExperimentTotals.Cell: GroupTotals], _ expected: [ExperimentTotals.Cell: GroupTotals],
        _ seed: Int,
        _ metric: ProjectMetric
    ) {
        // Values of users who do not count are in no result, so the warehouse is not asked for them.
        let counted = expected.filter { $0.key.phase >= 0 }
        for cell in Set(counted.keys).union(found.keys) {
            let a = found[cell] ?? GroupTotals()
            let b = counted[cell] ?? GroupTotals()
            let words: Comment = "seed \(seed), \(metric), \(cell)"
            #expect(a.unitsWithValue == b.unitsWithValue, words)
            for (one, other) in zip(a.parts, b.parts) { #expect(isSame(one.value, other.value), words) }
        }
    }

    private static func isSame(_ a: Double, _ b: Double) -> Bool {
        a == b || abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
    }
}
