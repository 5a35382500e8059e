import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

/// In whatever order and batches events come, the same totals come out.
@Suite("The order of events", .inTurn) struct OrderTests {
    @Test("order and batches change nothing", arguments: 0..<20) func orderAndBatchesChangeNothing(
        _ seed: Int
    ) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Self.events(&random)
        let first = ShopEvents.store()
        try first.store(events)
        let second = ShopEvents.store()
        var rest = events.shuffled(using: &random)[...]
        while !rest.isEmpty {
            let size = Int.random(in: 1...7, using: &random)
            try second.store(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        let (a, b) = try (#require(first.totals(of: "paywall")), #require(second.totals(of: "paywall")))
        #expect(Self.figures(a) == Self.figures(b))
        #expect(a.users() + a.mixed > 0)
    }

    /// Events at times of their own: of two exposures at the very same time, neither is the first.
    private static func events(_ random: inout SeededGenerator) -> [TrackedEvent] {
        let users = (0..<12).map { "user \($0)" }
        return (0..<200).map { index in
            let user = users.randomElement(using: &random) ?? ""
            let hours = Double.random(in: -400...100, using: &random) + Double(index) / 1000
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                // Most users keep their group.
                let isStray = Int.random(in: 0..<12, using: &random) == 0
                return ShopEvents.exposure(user, isStray ? "b" : "a", hours)
            case 1: return ShopEvents.event("view", user, hours, id: UInt64(index))
            case 2: return ShopEvents.event("click", user, hours, id: UInt64(index))
            default:
                let value = Double(Int.random(in: 1...50, using: &random))
                return ShopEvents.event("order", user, hours, value: value, id: UInt64(index))
            }
        }
    }

    /// All that totals say, without cells of which nothing is left.
    private static func figures(_ totals: ExperimentTotals) -> [String] {
        let users = totals.users.map { "\($0.key) \($0.value)" }
        let values = totals.values.flatMap { metric, cells in
            cells.compactMap { cell, sums -> String? in
                sums.parts.allSatisfy { $0.value == 0 } ? nil : "\(metric) \(cell) \(sums)"
            }
        }
        return (users + values + ["\(String(describing: totals.firstExposure))"]).sorted()
    }
}
