import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Definitions that change", .inTurn) struct AdoptionTests {
    private func filled(_ definitions: EventDefinitions) throws -> MemoryEventStore {
        let store = ShopEvents.store(definitions)
        try store.store([
            ShopEvents.exposure("ann", "a"), ShopEvents.exposure("bob", "b", 30),
            ShopEvents.event("order", "ann", 1, value: 5), ShopEvents.event("order", "ann", 80, value: 7),
            ShopEvents.event("order", "bob", 31, value: 20), ShopEvents.event("view", "bob", 32),
        ])
        return store
    }

    /// Whatever is adopted later, the totals are those of a store that knew it from the beginning.
    @Test(
        "what is adopted later counts as if it had been known",
        arguments: [
            EventDefinitions(
                experiments: [ShopEvents.paywall],
                metrics: [
                    MetricDefinition("purchase", kind: .count, event: "order"),
                    MetricDefinition("revenue", kind: .sum, event: "order", window: nil, cap: .value(6)),
                    MetricDefinition("views", kind: .count, event: "view"),
                ]),
            EventDefinitions(
                experiments: [
                    ExperimentDefinition(
                        "paywall", groups: ["a", "b"], start: ShopEvents.noon - 60,
                        laterPhases: [ShopEvents.noon + ShopEvents.day])
                ], metrics: ShopEvents.metrics),
            EventDefinitions(
                experiments: [
                    ExperimentDefinition("paywall", groups: ["a", "b"], start: ShopEvents.noon + 60)
                ],
                metrics: ShopEvents.metrics),
        ]) func whatIsAdoptedLaterCountsAsIfItWasKnown(_ definitions: EventDefinitions) throws
    {
        let store = try filled(ShopEvents.definitions)
        try store.adopt(definitions)
        let (late, early) = (
            try #require(store.totals(of: "paywall")),
            try #require(try filled(definitions).totals(of: "paywall"))
        )
        #expect(late.users == early.users)
        #expect(late.early == early.early)
        for metric in definitions.metrics {
            for group in ["a", "b"] {
                #expect(late.totals(of: metric.name, in: group) == early.totals(of: metric.name, in: group))
            }
        }
    }

    @Test("a ratio that is to count its events is counted again, and definitions of old say nothing of it")
    func countingEvents() throws {
        let store = ShopEvents.store()
        try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.event("click", "ann", 1, value: 7)])
        var definitions = ShopEvents.definitions
        #expect(
            !String(decoding: try JSONEncoder().encode(definitions), as: UTF8.self).contains("countsEvents"))
        definitions.metrics[2].countsEvents = true
        try store.adopt(definitions)
        #expect(
            try #require(store.totals(of: "paywall")).totals(of: "clicks per view", in: "a").sum.value == 1)
    }

    @Test("undeclared experiments and metrics are still counted") func whatIsNoLongerDeclaredIsCountedOn()
        throws
    {
        let store = try filled(ShopEvents.definitions)
        try store.adopt(EventDefinitions())
        try store.store([ShopEvents.event("order", "bob", 33, value: 1)])
        #expect(try #require(store.totals(of: "paywall")).totals(of: "revenue", in: "b").sum.value == 21)
    }

    @Test("the same definitions change nothing") func theSameDefinitionsChangeNothing() throws {
        let (_, changes) = ShopEvents.definitions.taking(ShopEvents.definitions, known: ["paywall"])
        #expect(changes.isEmpty)
    }
}
