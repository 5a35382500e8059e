import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Exposures and the start of an experiment", .inTurn) struct ExperimentStartTests {
    private static func definitions(startingAfter hours: Double?) -> EventDefinitions {
        EventDefinitions(
            experiments: [
                ExperimentDefinition(
                    "paywall", groups: ["a", "b"], start: hours.map { ShopEvents.noon + $0 * ShopEvents.hour }
                )
            ], metrics: ShopEvents.metrics)
    }

    private static func totals(_ store: MemoryEventStore) throws -> ExperimentTotals {
        try #require(store.totals(of: "paywall"))
    }

    @Test("a user who comes back after the start counts as of then")
    func comesBack() throws {
        let store = ShopEvents.store(Self.definitions(startingAfter: 0))
        let counts = try store.store([
            ShopEvents.exposure("ann", "a", -48), ShopEvents.event("order", "ann", -24, value: 3),
            ShopEvents.event("order", "ann", 50, value: 5),
        ])
        #expect(counts[.beforeStart] == 1)
        #expect(try Self.totals(store).early == 1)
        #expect(try store.store([ShopEvents.exposure("ann", "a", 48)])[.exposed] == 1)
        let totals = try Self.totals(store)
        #expect((totals.users(), totals.early) == (1, 0))
        let revenue = totals.totals(of: "revenue", in: "a")
        #expect((revenue.sum.value, revenue.past.sum.value) == (5, 3))
    }

    @Test("a group that was met only before the start does not make a user mixed")
    func otherGroupBefore() throws {
        let store = ShopEvents.store(Self.definitions(startingAfter: 0))
        try store.store([ShopEvents.exposure("ann", "a", -48), ShopEvents.exposure("ann", "b", 48)])
        let totals = try Self.totals(store)
        #expect((totals.users(in: "b"), totals.mixed) == (1, 0))
    }

    @Test(
        "a start that is declared later counts as if it had been known, and taking it back does, too",
        arguments: 0..<30
    )
    func laterStart(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = (0..<80).map { index -> TrackedEvent in
            let user = "user \(Int.random(in: 0..<10, using: &random))"
            let hours = Double(Int.random(in: -800...400, using: &random)) / 4
            return Bool.random(using: &random)
                ? ShopEvents.exposure(user, Int.random(in: 0..<6, using: &random) == 0 ? "b" : "a", hours)
                : ShopEvents.event("order", user, hours, value: 0.1 * Double(index), id: UInt64(index))
        }
        let start = Double(Int.random(in: -100...50, using: &random)) / 4
        let (edited, known, plain) = (
            ShopEvents.store(Self.definitions(startingAfter: nil)),
            ShopEvents.store(Self.definitions(startingAfter: start)),
            ShopEvents.store(Self.definitions(startingAfter: nil))
        )
        for store in [edited, known, plain] { try store.store(events.shuffled(using: &random)) }
        try edited.adopt(Self.definitions(startingAfter: start))
        #expect(try Self.totals(edited).exactFigures == Self.totals(known).exactFigures)
        try edited.adopt(Self.definitions(startingAfter: nil))
        #expect(try Self.totals(edited).exactFigures == Self.totals(plain).exactFigures)
    }
}
