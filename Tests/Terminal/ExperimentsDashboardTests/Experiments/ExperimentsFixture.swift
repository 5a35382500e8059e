import ExperimentEvents
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport

@testable import ExperimentsDashboard

/// A shop with declared experiments: one that is decided, one with a mismatch, one that is too early, and one that nobody
/// came to.
enum ExperimentsFixture {
    /// Nothing is ever read from it: tests hand in what was read.
    struct Source: ExperimentResultsSource {
        func standings(
            at date: Date, _ known: KnownExperiments, keepingLooks: Bool
        ) async throws -> [ExperimentStanding] { [] }

        func keepSplits(_ known: KnownExperiments, at date: Date) -> Bool { true }

        var subjects: Set<String> { [] }

        func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle { ObservationHandle {} }
    }

    static let metrics = [
        ProjectMetric(design: MetricDesign(name: "purchase", leastEffect: .lift(0.05)), event: "bought"),
        ProjectMetric(
            design: MetricDesign(name: "crash", direction: .down, role: .guardrail), event: "crashed"),
    ]

    /// A dashboard to which results were told.
    ///
    /// - Parameter others: how many more experiments only the source knows.
    static func dashboard(
        size: CellSize = CellSize(columns: 120, rows: 40), standings: [ExperimentStanding]? = nil,
        others: Int = 0
    ) throws -> ShopFixture {
        var fixture = ShopFixture(size: size) { $0.results = Source() }
        let snapshot = ShopFixture.snapshot
        let assigned = (0..<others).map {
            ExperimentAssignment(id: "other_\($0)", variant: "v\($0)", keys: [])
        }
        fixture.finishFetch(
            .success(
                Snapshot(
                    entries: snapshot.entries, version: snapshot.version, fetchedAt: snapshot.fetchedAt,
                    experiments: snapshot.experiments + assigned)))
        try fixture.press("5")
        tell(standings ?? self.standings(), to: &fixture)
        return fixture
    }

    static func tell(_ standings: [ExperimentStanding], to fixture: inout ShopFixture) {
        _ = fixture.state.update(
            .to(\.experiments, .read(.success(standings))), at: fixture.state.now)
    }

    static func standings(paywallRate: Int = 14) -> [ExperimentStanding] {
        [
            standing("Paywall", key: "paywall_type", users: [500, 502], rates: [10, paywallRate], days: 14),
            standing("Home", key: "onboarding", users: [500, 430], rates: [10, 11], days: 9),
            standing("Search", key: nil, users: [60, 61], rates: [10, 10], days: 2),
            standing("Prices", key: nil, users: [0, 0], rates: [10, 10], days: 0),
        ]
    }

    static func standing(
        _ name: String, key: String?, users: [Int], rates: [Int], days: Int,
        known: KnownExperiment = KnownExperiment(),
        warehouse: WarehouseCount? = nil
    ) -> ExperimentStanding {
        let end = EventDay(of: ShopFixture.start)
        let groups = ["a", "b"]
        var experiment = ProjectExperiment(
            name: name, key: key, flag: key == nil ? name.lowercased() : nil, groups: groups,
            start: end.advanced(by: -days).start)
        experiment.hypothesis = "Fewer words sell more."
        experiment.owner = "growth"
        var tally = ExperimentTally(
            days: (0..<days).map { day in
                func sums(_ rate: (Int) -> Int) -> [String: GroupTotals] {
                    Dictionary(
                        uniqueKeysWithValues: groups.indices.map {
                            (groups[$0], GroupTotals(units: users[$0], converted: rate($0)))
                        })
                }
                return ExperimentTally.Day(
                    end.advanced(by: day - days), users: Dictionary(uniqueKeysWithValues: zip(groups, users)),
                    totals: [
                        "purchase": sums { users[$0] * rates[$0] / 100 }, "crash": sums { users[$0] / 50 },
                    ])
            })
        tally.warehouse = warehouse
        return ExperimentStanding(
            ExperimentPlan(experiment, metrics: metrics, known: known, tally: tally), tally,
            at: ShopFixture.start)
    }
}
