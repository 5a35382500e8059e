import ExperimentEvents
import ExperimentStatistics
import Foundation
import Testing

@Suite("Totals of an experiment") struct ExperimentTotalsTests {
    @Test("the statistics get groups, metrics and phases in their orders")
    func theStatisticsGetGroupsMetricsAndPhasesInTheirOrders() throws {
        var paywall = ShopEvents.paywall
        paywall.laterPhases = [ShopEvents.noon + ShopEvents.day]
        let store = ShopEvents.store(EventDefinitions(experiments: [paywall], metrics: ShopEvents.metrics))
        try store.store([
            ShopEvents.exposure("ann", "a"), ShopEvents.exposure("bob", "b", 1), ShopEvents.exposure("cid", "b", 25),
            ShopEvents.event("order", "bob", 2, value: 5),
        ])
        let totals = try #require(store.totals(of: "paywall"))
        let design = ExperimentDesign(
            groups: ["b", "a"], metrics: [MetricDesign(name: "revenue", kind: .sum), MetricDesign(name: "none")])
        let data = totals.data(
            for: design, weights: [[1, 1], [3, 1]], at: ShopEvents.noon + 2 * ShopEvents.day)
        #expect(data.phases.map(\.users) == [[1, 1], [1, 0]])
        #expect(data.phases.map(\.weights) == [[1, 1], [3, 1]])
        #expect(data.days == 2)
        #expect(data.totals[0].map(\.units) == [2, 1])
        #expect(data.totals[0].map(\.sum.value) == [5, 0])
        #expect(data.totals[1].map(\.units) == [2, 1])
    }

    @Test("days can be left out") func daysCanBeLeftOut() throws {
        let store = ShopEvents.store()
        try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.exposure("bob", "a", 72)])
        let totals = try #require(store.totals(of: "paywall"))
        #expect(totals.users(through: EventDay(of: ShopEvents.noon)) == 1)
        #expect(totals.usersByDay.map(\.count) == [1, 0, 0, 1])
    }

    @Test("a day before the epoch has its name") func aDayBeforeTheEpochHasItsName() {
        #expect(EventDay(milliseconds: -1).description == "1969-12-31")
        #expect(EventDay(milliseconds: 0).description == "1970-01-01")
    }
}
