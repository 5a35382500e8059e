import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

/// Sums are exact: what was added and moved away again leaves nothing.
@Suite("Exact totals", .inTurn) struct ExactTotalsTests {
    @Test("an earlier exposure that moves events out of the window leaves no residue")
    func residue() throws {
        let store = ShopEvents.store()
        try store.store([ShopEvents.exposure("ann", "a", 240)])
        for (hours, value) in [(241.0, 7.13), (242, 3.37), (243, 0.01), (244, 10.5)] {
            try store.store([ShopEvents.event("order", "ann", hours, value: value)])
        }
        try store.store([ShopEvents.exposure("ann", "a", 0)])
        let revenue = try #require(store.totals(of: "paywall")).totals(of: "revenue", in: "a")
        #expect(revenue.parts.allSatisfy { $0 == PreciseSum() })
        #expect(revenue.unitsWithValue == 0)
    }

    @Test(
        "amounts in cents add up to the same bits in any order, also through late exposures",
        arguments: 0..<30)
    func order(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = (0..<120).map { index -> TrackedEvent in
            let user = "user \(Int.random(in: 0..<8, using: &random))"
            let hours = Double(Int.random(in: -400...100, using: &random))
            return switch Int.random(in: 0..<4, using: &random) {
            case 0: ShopEvents.exposure(user, Int.random(in: 0..<9, using: &random) == 0 ? "b" : "a", hours)
            case 1: ShopEvents.event("click", user, hours, id: UInt64(index))
            case 2: ShopEvents.event("view", user, hours, value: 0.1 * Double(index), id: UInt64(index))
            default:
                ShopEvents.event(
                    "order", user, hours, value: Double(Int.random(in: -999...9999, using: &random)) / 100,
                    id: UInt64(index))
            }
        }
        let (first, second) = (ShopEvents.store(), ShopEvents.store())
        try first.store(events)
        for event in events.shuffled(using: &random) { try second.store([event]) }
        #expect(first.totals(of: "paywall")?.exactFigures == second.totals(of: "paywall")?.exactFigures)
    }

    @Test("of two exposures at the very same time, neither order decides")
    func sameTime() throws {
        let exposures = [ShopEvents.exposure("ann", "a"), ShopEvents.exposure("ann", "b")]
        let (first, second) = (ShopEvents.store(), ShopEvents.store())
        try first.store(exposures)
        try second.store(exposures.reversed())
        #expect(first.totals(of: "paywall")?.users == second.totals(of: "paywall")?.users)
        #expect(first.totals(of: "paywall")?.mixed == 1)
    }

    @Test("rows of two tables may have the same ID")
    func idsOfTables() throws {
        let store = ShopEvents.store()
        let counts = try store.store([
            ShopEvents.exposure("ann", "a"), ShopEvents.event("order", "ann", 1, value: 5, id: 1),
            ShopEvents.event("view", "ann", 1, id: 1), ShopEvents.event("view", "ann", 1, id: 1),
        ])
        #expect((counts[.counted], counts[.duplicate]) == (2, 1))
    }

    @Test("the cap of a mean limits each value, and not how many there are")
    func capOfMean() throws {
        let metric = MetricDefinition("order value", kind: .mean, event: "order", cap: .value(100))
        let store = ShopEvents.store(EventDefinitions(experiments: [ShopEvents.paywall], metrics: [metric]))
        try store.store([ShopEvents.exposure("ann", "a")])
        try store.store((1...50).map { ShopEvents.event("order", "ann", Double($0), value: 10) })
        try store.store([ShopEvents.event("order", "ann", 1, value: 5000)])
        let totals = try #require(store.totals(of: "paywall")).totals(of: "order value", in: "a")
        #expect((totals.sum.value, totals.denominator.sum.value) == (600, 51))
    }
}

extension ExperimentTotals {
    /// All that totals say, to the last bit.
    var exactFigures: [String] {
        let users = users.map { "\($0.key) \($0.value)" }
        let values = values.flatMap { metric, cells in
            cells.map { cell, sums in "\(metric) \(cell) \(sums.unitsWithValue) \(sums.parts)" }
        }
        return (users + values + ["\(String(describing: firstExposure?.eventMilliseconds)) \(caps)"]).sorted()
    }
}
