import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Users who meet several phases", .inTurn)
struct PhaseUserTests {
    /// Phases that begin at noon, two days later and four days later. Apps know a new split after 12 hours.
    private func definitions(_ edit: (inout ExperimentDefinition) -> Void = { _ in }) -> EventDefinitions {
        var experiment = ShopEvents.paywall
        experiment.start = ShopEvents.noon
        experiment.laterPhases = [
            ShopEvents.noon + 48 * ShopEvents.hour, ShopEvents.noon + 96 * ShopEvents.hour,
        ]
        edit(&experiment)
        return EventDefinitions(experiments: [experiment], metrics: ShopEvents.metrics)
    }

    private func totals(
        _ events: [TrackedEvent], _ edit: (inout ExperimentDefinition) -> Void = { _ in }
    ) throws -> ExperimentTotals {
        let store = ShopEvents.store(definitions(edit))
        try store.store(events)
        return try #require(store.totals(of: "paywall"))
    }

    private func users(_ totals: ExperimentTotals, _ group: String, _ phase: Int) -> ExperimentTotals.Users {
        totals.users.filter { $0.key.group == group && $0.key.phase == phase }.values.reduce(into: .init()) {
            $0.count += $1.count
            $0.mixed += $1.mixed
            $0.returning += $1.returning
        }
    }

    private func sum(_ totals: ExperimentTotals, _ metric: String, _ group: String, _ phase: Int) -> Double {
        (totals.values[metric] ?? [:]).filter { $0.key.group == group && $0.key.phase == phase }
            .values.reduce(0) { $0 + $1.sum.value }
    }

    @Test("a user who moves with the split counts in each phase in the group of the first exposure there")
    func moves() throws {
        let totals = try totals([
            ShopEvents.exposure("ann", "a", 1), ShopEvents.exposure("ann", "b", 70),
            ShopEvents.exposure("ann", "b", 80),
        ])
        #expect(users(totals, "a", 0) == .init(1))
        #expect(users(totals, "b", 1) == .init(1, returning: 1))
        #expect(totals.mixed == 0)
        #expect(totals.usersByDay.map(\.count).reduce(0, +) == 1)
    }

    @Test("a user who is in two groups within a phase is mixed there, and counts in the others")
    func mixedInOnePhase() throws {
        let totals = try totals([
            ShopEvents.exposure("ann", "a", 1), ShopEvents.exposure("ann", "a", 70),
            ShopEvents.exposure("ann", "b", 75),
            ShopEvents.exposure("ann", "b", 120),
        ])
        #expect(users(totals, "a", 0) == .init(1))
        #expect(users(totals, "a", 1) == .init(0, mixed: 1))
        #expect(users(totals, "b", 2) == .init(1, returning: 1))
    }

    @Test("what apps report before they can know the new split counts in no phase")
    func transition() throws {
        let totals = try totals([
            ShopEvents.exposure("ann", "a", 1), ShopEvents.exposure("ann", "b", 50),
            ShopEvents.exposure("ann", "a", 55),
            ShopEvents.exposure("ann", "b", 61), ShopEvents.exposure("ben", "a", 50),
        ])
        #expect(users(totals, "a", 0) == .init(1))
        #expect(users(totals, "b", 1) == .init(1, returning: 1))
        #expect(totals.between == 1 && totals.mixed == 0)
    }

    @Test("with no fetch interval, a phase begins when it is declared")
    func noInterval() throws {
        let totals = try totals([ShopEvents.exposure("ben", "a", 48), ShopEvents.exposure("ann", "b", 50)]) {
            $0.fetchInterval = 0
        }
        #expect(users(totals, "a", 1) == .init(1))
        #expect(users(totals, "b", 1) == .init(1))
        #expect(totals.between == 0)
    }

    @Test("an event counts for the latest phase that its user met, until the user meets the next split")
    func events() throws {
        let totals = try totals([
            ShopEvents.exposure("ann", "a", 40), ShopEvents.exposure("ann", "b", 62),
            ShopEvents.event("order", "ann", 41, value: 1),
            ShopEvents.event("order", "ann", 61, value: 10), ShopEvents.event("order", "ann", 63, value: 100),
        ])
        #expect(sum(totals, "revenue", "a", 0) == 11)
        #expect(sum(totals, "revenue", "b", 1) == 100)
    }

    @Test("meeting the next split ends the count for the earlier phase, also while apps learn of it")
    func endOfCount() throws {
        let totals = try totals([
            ShopEvents.exposure("ann", "a", 40), ShopEvents.exposure("ann", "b", 50),
            ShopEvents.event("order", "ann", 49, value: 1), ShopEvents.event("order", "ann", 51, value: 10),
        ])
        #expect(sum(totals, "revenue", "a", 0) == 1)
        #expect(sum(totals, "revenue", "b", 1) == 0)
    }

    @Test("earlier behavior is that from before the first exposure of all, in every phase")
    func past() throws {
        let totals = try totals([
            ShopEvents.exposure("ann", "a", 1), ShopEvents.exposure("ann", "b", 70),
            ShopEvents.event("order", "ann", -5, value: 7), ShopEvents.event("order", "ann", 2, value: 100),
        ])
        let pasts = (totals.values["revenue"] ?? [:]).map { ($0.key.phase, $0.value.past.sum.value) }.sorted {
            $0.0 < $1.0
        }
        #expect(pasts.map(\.1) == [7, 7])
    }

    @Test("any order of arrival gives the same, and so does counting again", arguments: 0..<20)
    func anyOrder(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = (0..<120).map { place -> TrackedEvent in
            let user = "u\(random.below(12))"
            let hours = Double(random.below(160))
            return place.isMultiple(of: 3)
                ? ShopEvents.event(
                    "order", user, hours - 10, value: Double(random.below(9)), id: UInt64(place))
                : ShopEvents.exposure(user, random.below(3) == 0 ? "b" : "a", hours)
        }
        let expected = try totals(events)
        #expect(figures(try totals(events.shuffled(using: &random))) == figures(expected))
        let store = ShopEvents.store(definitions { $0.laterPhases = [] })
        try store.store(events.shuffled(using: &random))
        try store.adopt(definitions())
        #expect(store.totals(of: "paywall").map(figures) == figures(expected))
    }

    /// The users and sums, without cells of which nothing is left.
    private func figures(_ totals: ExperimentTotals) -> [String] {
        let users = totals.users.filter { $0.value != .init() }.map { "\($0.key) \($0.value)" }
        let sums = totals.values.flatMap { metric, cells in
            cells.filter { $0.value != GroupTotals() }.map { "\(metric) \($0.key) \($0.value)" }
        }
        return (users + sums).sorted()
    }

    @Test("an event with whole seconds in the second of the exposure is not before it")
    func wholeSeconds() throws {
        let exposure = TrackedEvent.exposure(
            ExposureEvent(experiment: "paywall", group: "a", unit: "ann", at: ShopEvents.noon + 10.5))
        func revenue(_ seconds: Double) throws -> Double {
            let order = TrackedEvent.metric(
                MetricEvent("order", unit: "ann", at: ShopEvents.noon + seconds, value: 5, id: 1))
            return sum(try totals([exposure, order]), "revenue", "a", 0)
        }
        #expect(try revenue(10) == 5)
        #expect(try revenue(9) == 0)
        #expect(try revenue(10.2) == 0)
    }

    @Test("a renamed group is the same group, also in what is already stored")
    func renamed() throws {
        let store = ShopEvents.store(definitions { $0.groups = ["a", "new"] })
        try store.store([ShopEvents.exposure("ann", "b", 1), ShopEvents.exposure("ben", "b", 2)])
        try store.adopt(
            definitions {
                $0.groups = ["a", "new"]
                $0.aliases = ["b": "new"]
            })
        try store.store([ShopEvents.exposure("ann", "new", 3)])
        let totals = try #require(store.totals(of: "paywall"))
        #expect(users(totals, "new", 0) == .init(2))
        #expect(totals.mixed == 0 && totals.groups == ["new"])
    }
}
