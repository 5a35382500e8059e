import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Windows that begin later, and experiments that end", .inTurn) struct WindowTests {
    private let returning = MetricDefinition(
        "returned", event: "open", window: .seconds(48 * 3600), windowStart: .seconds(24 * 3600))

    private func store(end: Date? = nil) -> MemoryEventStore {
        ShopEvents.store(
            EventDefinitions(
                experiments: [ExperimentDefinition("paywall", groups: ["a", "b"], end: end)],
                metrics: [returning]))
    }

    @Test("an event before the window's begin does not count, and one in it does")
    func retention() throws {
        let store = store()
        try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.exposure("bob", "a")])
        func outcome(_ user: String, _ hours: Double) throws -> EventOutcome? {
            try store.store([ShopEvents.event("open", user, hours)]).listed.first?.outcome
        }
        #expect(try outcome("ann", 1) == .outsideWindow)
        #expect(try outcome("ann", 49) == .outsideWindow)
        #expect(try outcome("bob", 24) == .counted)
        #expect(try outcome("ann", -5) == .past)
        let totals = try #require(store.totals(of: "paywall")).totals(of: "returned", in: "a")
        #expect(totals.units == 2 && totals.sum.value == 1 && totals.past.sum.value == 1)
    }

    @Test("a window that begins later is another definition: what was counted is counted again")
    func redefined() throws {
        let store = store()
        try store.store([
            ShopEvents.exposure("ann", "a"), ShopEvents.event("open", "ann", 1),
            ShopEvents.exposure("bob", "a"),
        ])
        var early = returning
        early.windowStart = nil
        try store.adopt(
            EventDefinitions(
                experiments: [ExperimentDefinition("paywall", groups: ["a", "b"])], metrics: [early]))
        #expect(try #require(store.totals(of: "paywall")).totals(of: "returned", in: "a").sum.value == 1)
    }

    @Test("who comes when it has ended counts nowhere, and what earlier users do counts on")
    func end() throws {
        let store = store(end: ShopEvents.noon + ShopEvents.day)
        try store.store([
            ShopEvents.exposure("ann", "a", 23), ShopEvents.exposure("bob", "b", 24),
            ShopEvents.exposure("eve", "b", 30), ShopEvents.event("open", "ann", 50),
        ])
        let totals = try #require(store.totals(of: "paywall"))
        #expect(totals.users() == 1 && totals.late == 2 && totals.early == 0)
        #expect(totals.groups == ["a"])
        #expect(totals.totals(of: "returned", in: "a").sum.value == 1)
    }

    @Test(
        "a user of several groups counts as such from the day of the second group, in either order of exposures"
    )
    func mixedDay() throws {
        let exposures = [
            ShopEvents.exposure("ann", "a"), ShopEvents.exposure("ann", "b", 50),
            ShopEvents.exposure("ann", "b", 75),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2]] {
            let store = store()
            for index in order { try store.store([exposures[index]]) }
            let users = try #require(store.totals(of: "paywall")).users.filter { $0.value.mixed != 0 }
            let day = EventDay(of: ShopEvents.noon + 50 * ShopEvents.hour)
            #expect(users == [.init(group: "a", day: day): .init(mixed: 1)], "\(order): \(users)")
        }
    }

    @Test(
        "an end that is declared later leaves out who came after it, and one that is taken away takes them in"
    )
    func endDeclaredLater() throws {
        let store = store()
        try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.exposure("bob", "b", 30)])
        func adopt(_ end: Date?) throws -> Int? {
            try store.adopt(
                EventDefinitions(
                    experiments: [ExperimentDefinition("paywall", groups: ["a", "b"], end: end)],
                    metrics: [returning]))
            return store.totals(of: "paywall")?.users()
        }
        #expect(try adopt(ShopEvents.noon + ShopEvents.day) == 1)
        #expect(try adopt(nil) == 2)
    }
}
