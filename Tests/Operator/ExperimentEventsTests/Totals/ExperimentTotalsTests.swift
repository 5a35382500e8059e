import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Totals of an experiment", .inTurn) struct ExperimentTotalsTests {
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
