import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("What becomes of an event of a metric", .inTurn) struct MetricOutcomeTests {
    private let store = ShopEvents.store()

    private func outcome(of event: TrackedEvent) throws -> EventOutcome? {
        try store.store([event]).listed.first?.outcome
    }

    private func totals(_ metric: String, _ group: String = "a") throws -> GroupTotals {
        try #require(store.totals(of: "paywall")).totals(of: metric, in: group)
    }

    @Test("an event of an exposed unit counts") func anEventOfAnExposedUnitCounts() throws {
        try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.exposure("bob", "a")])
        #expect(try outcome(of: ShopEvents.event("order", "ann", 1, value: 5)) == .counted)
        #expect(try outcome(of: ShopEvents.event("order", "ann", 2, value: 3)) == .counted)
        let revenue = try totals("revenue")
        #expect((revenue.units, revenue.unitsWithValue) == (2, 1))
        #expect((revenue.sum.value, revenue.sumSquares.value) == (8, 64))
        let purchase = try totals("purchase")
        #expect((purchase.sum.value, purchase.sumSquares.value) == (1, 1))
    }

    @Test("a ratio counts both of its events") func aRatioCountsBothOfItsEvents() throws {
        try store.store([ShopEvents.exposure("ann", "a")])
        try store.store((1...4).map { ShopEvents.event("view", "ann", Double($0)) })
        #expect(try outcome(of: ShopEvents.event("click", "ann", 2)) == .counted)
        let ratio = try totals("clicks per view")
        #expect(
            (ratio.sum.value, ratio.denominator.sum.value, ratio.denominator.productSum.value) == (1, 4, 4))
    }

    @Test("a ratio adds up values, unless it is to count its events") func aRatioThatCounts() throws {
        let adding = MetricDefinition(
            "clicks per view", kind: .ratio, event: "click", denominatorEvent: "view")
        var counting = adding
        counting.countsEvents = true
        for (metric, sum) in [(adding, 7.0), (counting, 1.0)] {
            let store = ShopEvents.store(
                EventDefinitions(experiments: [ShopEvents.paywall], metrics: [metric]))
            try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.event("click", "ann", 1, value: 7)])
            #expect(
                try #require(store.totals(of: "paywall")).totals(of: metric.name, in: "a").sum.value == sum)
        }
    }

    @Test("what happened before is the past") func whatHappenedBeforeIsThePast() throws {
        try store.store([ShopEvents.exposure("ann", "a")])
        #expect(try outcome(of: ShopEvents.event("order", "ann", -24, value: 5)) == .past)
        let revenue = try totals("revenue")
        #expect((revenue.sum.value, revenue.past.sum.value) == (0, 5))
    }

    @Test("an event that waited for its exposure counts") func anEventThatWaitedForItsExposureCounts() throws
    {
        #expect(try outcome(of: ShopEvents.event("order", "ann", 1, value: 5)) == .unmatched)
        #expect(try outcome(of: ShopEvents.exposure("ann", "b")) == .exposed)
        #expect(try totals("revenue", "b").sum.value == 5)
    }

    @Test("an earlier exposure turns the past into values") func anEarlierExposureTurnsThePastIntoValues()
        throws
    {
        try store.store([ShopEvents.exposure("ann", "a", 10), ShopEvents.event("order", "ann", 5, value: 5)])
        #expect(try totals("revenue").past.sum.value == 5)
        #expect(try outcome(of: ShopEvents.exposure("ann", "a")) == .earlier)
        let revenue = try totals("revenue")
        #expect((revenue.sum.value, revenue.past.sum.value) == (5, 0))
    }

    @Test("events after the window do not count") func eventsAfterTheWindowDoNotCount() throws {
        try store.store([ShopEvents.exposure("ann", "a")])
        #expect(try outcome(of: ShopEvents.event("order", "ann", 73, value: 5)) == .outsideWindow)
        #expect(try outcome(of: ShopEvents.event("order", "ann", -15 * 24, value: 5)) == .outsideWindow)
        #expect(try totals("revenue").sum.value == 0)
        #expect(try outcome(of: ShopEvents.event("order", "ann", 72, value: 5)) == .counted)
    }

    @Test("the same ID counts once") func theSameIDCountsOnce() throws {
        try store.store([ShopEvents.exposure("ann", "a")])
        #expect(try outcome(of: ShopEvents.event("order", "ann", 1, value: 5, id: 7)) == .counted)
        #expect(try outcome(of: ShopEvents.event("order", "ann", 1, value: 5, id: 7)) == .duplicate)
        #expect(try totals("revenue").sum.value == 5)
    }

    @Test("what no metric counts is kept") func whatNoMetricCountsIsKept() throws {
        #expect(try outcome(of: ShopEvents.event("scroll", "ann")) == .unused)
        #expect(store.summary().kept == ["scroll": 1])
    }

    @Test("a sum needs a value") func aSumNeedsAValue() throws {
        let store = ShopEvents.store(
            EventDefinitions(
                experiments: [ShopEvents.paywall],
                metrics: [MetricDefinition("revenue", kind: .sum, event: "order")]))
        let counts = try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.event("order", "ann", 1)])
        #expect(counts[.withoutValue] == 1)
    }

    @Test("events of a mixed unit are reported") func eventsOfAMixedUnitAreTold() throws {
        try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.exposure("ann", "b", 1)])
        #expect(try outcome(of: ShopEvents.event("order", "ann", 2, value: 5)) == .ofMixedUnit)
    }

    @Test("a value that no sum holds is invalid", arguments: [Double.nan, .infinity, -.infinity, 1e200])
    func aValueThatNoSumHoldsIsInvalid(_ value: Double)
        throws
    {
        #expect(try outcome(of: ShopEvents.event("order", "ann", value: value)) == .invalid)
    }

    @Test("an event is of the unit that was exposed") func anEventIsOfTheUnitThatWasExposed() throws {
        try store.store([ShopEvents.exposure("device-1", "a")])
        let event = MetricEvent("order", unit: "ann", otherUnits: ["device-1"], at: ShopEvents.noon, value: 5)
        #expect(try outcome(of: .metric(event)) == .counted)
        #expect(try totals("revenue").sum.value == 5)
    }

    @Test("a cap holds for the sum of a unit") func aCapHoldsForTheSumOfAUnit() throws {
        let store = ShopEvents.store(
            EventDefinitions(
                experiments: [ShopEvents.paywall],
                metrics: [MetricDefinition("revenue", kind: .sum, event: "order", cap: .value(10))]))
        try store.store([
            ShopEvents.exposure("ann", "a"), ShopEvents.event("order", "ann", 1, value: 8),
            ShopEvents.event("order", "ann", 2, value: 8),
        ])
        let revenue = try #require(store.totals(of: "paywall")).totals(of: "revenue", in: "a")
        #expect((revenue.sum.value, revenue.sumSquares.value) == (10, 100))
    }

    @Test("a cap limits refunds like purchases") func aCapLimitsRefunds() throws {
        let store = ShopEvents.store(
            EventDefinitions(
                experiments: [ShopEvents.paywall],
                metrics: [MetricDefinition("revenue", kind: .sum, event: "order", cap: .value(10))]))
        try store.store([
            ShopEvents.exposure("ann", "a"), ShopEvents.event("order", "ann", 1, value: -8000),
        ])
        let revenue = try #require(store.totals(of: "paywall")).totals(of: "revenue", in: "a")
        #expect((revenue.sum.value, revenue.sumSquares.value) == (-10, 100))
    }
}
