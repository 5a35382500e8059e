import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("What becomes of an exposure", .inTurn) struct ExposureOutcomeTests {
    private let store = ShopEvents.store()

    private func outcome(of event: TrackedEvent) throws -> EventOutcome? {
        try store.store([event]).listed.first?.outcome
    }

    @Test("a unit that is new is exposed") func aUnitThatIsNewIsExposed() throws {
        #expect(try outcome(of: ShopEvents.exposure("ann", "a")) == .exposed)
        #expect(try #require(store.totals(of: "paywall")).users(in: "a") == 1)
    }

    @Test("the same group again changes nothing") func theSameGroupAgainChangesNothing() throws {
        try store.store([ShopEvents.exposure("ann", "a")])
        let before = store.totals()
        #expect(try outcome(of: ShopEvents.exposure("ann", "a", 5)) == .repeated)
        #expect(store.totals() == before)
    }

    @Test("an earlier exposure moves the unit to its day") func anEarlierExposureMovesTheUnitToItsDay() throws
    {
        try store.store([ShopEvents.exposure("ann", "a")])
        #expect(try outcome(of: ShopEvents.exposure("ann", "a", -24)) == .earlier)
        let totals = try #require(store.totals(of: "paywall"))
        #expect(totals.usersByDay.map(\.count) == [1])
        #expect(totals.usersByDay.first?.day.description == "2026-02-28")
        #expect(totals.firstExposure == ShopEvents.noon - ShopEvents.day)
    }

    @Test("a unit of two groups counts in none") func aUnitOfTwoGroupsCountsInNone() throws {
        try store.store([ShopEvents.exposure("ann", "a"), ShopEvents.event("order", "ann", 1, value: 5)])
        #expect(try outcome(of: ShopEvents.exposure("ann", "b", 2)) == .mixed)
        let totals = try #require(store.totals(of: "paywall"))
        #expect(totals.users() == 0)
        #expect(totals.mixed == 1)
        #expect(totals.totals(of: "revenue", in: "a").sum.value == 0)
        #expect(totals.totals(of: "revenue", in: "a").unitsWithValue == 0)
    }

    @Test("a key or a flag names its experiment") func aKeyOrAFlagNamesItsExperiment() throws {
        let event = ExposureEvent(
            experiment: "Paywall Test", key: "paywall_type", group: "a", unit: "ann", at: ShopEvents.noon)
        #expect(try outcome(of: .exposure(event)) == .exposed)
        #expect(store.totals(of: "paywall")?.users() == 1)
    }

    @Test("what is not declared is kept under its name") func whatIsNotDeclaredIsKeptUnderItsName() throws {
        #expect(try outcome(of: ShopEvents.exposure("ann", "x", of: "layout")) == .undeclared)
        #expect(store.totals(of: "layout")?.users(in: "x") == 1)
    }

    @Test("a group that is not declared is reported") func aGroupThatIsNotDeclaredIsTold() throws {
        #expect(try outcome(of: ShopEvents.exposure("ann", "z")) == .unknownGroup)
        #expect(store.totals(of: "paywall")?.groups == ["z"])
    }

    @Test("an override teaches nothing") func anOverrideTeachesNothing() throws {
        var event = ExposureEvent(experiment: "paywall", group: "a", unit: "ann", at: ShopEvents.noon)
        event.isOverridden = true
        #expect(try outcome(of: .exposure(event)) == .overridden)
        #expect(store.totals().isEmpty)
    }

    @Test("a clock that is days ahead is refused") func aClockThatIsDaysAheadIsRefused() throws {
        #expect(try outcome(of: ShopEvents.exposure("ann", "a", 31 * 24)) == .future)
        #expect(try outcome(of: ShopEvents.event("order", "ann", 31 * 24)) == .future)
        // A few minutes are nothing.
        #expect(try outcome(of: ShopEvents.exposure("ann", "a", 30 * 24 + 0.2)) == .exposed)
    }

    @Test("an empty name is invalid", arguments: ["experiment", "group", "unit"]) func anEmptyNameIsInvalid(
        _ field: String
    ) throws {
        let event = ExposureEvent(
            experiment: field == "experiment" ? "" : "paywall", group: field == "group" ? "" : "a",
            unit: field == "unit" ? "" : "ann", at: ShopEvents.noon)
        #expect(try outcome(of: .exposure(event)) == .invalid)
    }
}
