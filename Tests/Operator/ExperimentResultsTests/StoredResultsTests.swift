import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation
import MemoryEvents
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("Results from a store of events", .inTurn)
struct StoredResultsTests {
    private let experiment = ProjectExperiment(
        name: "paywall", key: "paywall_type", groups: ["a", "b"], start: SampleRun.start)
    private let metrics = [ProjectMetric(design: MetricDesign(name: "purchase"), event: "bought")]
    private let store: MemoryEventStore

    init() {
        store = MemoryEventStore(
            EventDefinitions(
                experiments: [ExperimentDefinition(experiment)], metrics: metrics.map { MetricDefinition($0) }
            ),
            now: { .distantFuture })
    }

    private var results: StoredResults { StoredResults([experiment], metrics: metrics, in: store) }

    /// Users of a day, of whom so many in a hundred of the second group buy, and ten of the first by default.
    private func come(_ count: Int, onDay day: Int, buying percent: Int, control: Int = 10) throws {
        var events: [TrackedEvent] = []
        for number in 0..<count {
            let at = SampleRun.start + Double(day) * 86_400 + Double(number)
            let group = number % 2 == 0 ? "a" : "b"
            let unit = "\(day)-\(number)"
            events.append(.exposure(ExposureEvent(experiment: "paywall", group: group, unit: unit, at: at)))
            if number / 2 % 100 < (group == "a" ? control : percent) {
                events.append(.metric(MetricEvent("bought", unit: unit, at: at + 1)))
            }
        }
        try store.store(events)
    }

    private func standing(day: Double, keepingLooks: Bool = true) async throws -> ExperimentStanding {
        let all = try await results.standings(
            at: SampleRun.start + day * 86_400, KnownExperiments(), keepingLooks: keepingLooks)
        return try #require(all.first)
    }

    @Test("users and what they did are counted, and the experiment is judged")
    func counts() async throws {
        #expect(try await standing(day: 0.5).verdict.word == .noData)
        try come(2000, onDay: 0, buying: 16)
        let standing = try await standing(day: 1.5)
        #expect(standing.groups.map(\.users) == [1000, 1000])
        #expect(standing.lines.first?.control == "10%" && standing.lines.first?.treatment == "16%")
        #expect(standing.verdict.word == .better)
    }

    @Test(
        "an experiment that the source brings has results as soon as users are exposed, by the names of its groups"
    )
    func undeclared() async throws {
        var brought = ProjectExperiment(
            name: "_exp_7", groups: ["Baseline", "Green"], start: SampleRun.start)
        brought.isDeclared = false
        var known = KnownExperiments()
        known.undeclared = [brought]
        known.groupNames = [
            "_exp_7": ["0": "Baseline", "1": "Green"], "paywall_type": ["1": "b", "a": "x"],
        ]
        func standings() async throws -> [ExperimentStanding] {
            try await results.standings(at: SampleRun.start + 86_400, known, keepingLooks: true)
        }
        #expect(try await standings().map(\.name) == ["paywall"])
        func exposure(_ experiment: String, _ group: String, _ unit: String) -> TrackedEvent {
            .exposure(
                ExposureEvent(experiment: experiment, group: group, unit: unit, at: SampleRun.start + 60))
        }
        try store.store(
            [
                ("_exp_7", "0", "u"), ("_exp_7", "1", "v"), ("_exp_7", "1", "w"), ("paywall", "a", "x"),
                ("paywall", "1", "y"),
            ]
            .map(exposure))
        let all = try await standings()
        #expect(
            all.last?.groups.map(\.name) == ["Baseline", "Green"] && all.last?.groups.map(\.users) == [1, 2])
        // What the project calls a group stays.
        #expect(all.first?.groups.map(\.users) == [1, 1] && all.first?.strangers == [:])
    }

    @Test("if no metric counts anything, the outcomes of the events say why")
    func silence() async throws {
        try come(200, onDay: 1, buying: 0, control: 0)
        let none = try await standing(day: 2)
        #expect(none.health == .silent)
        #expect(
            none.remarks == ["no events \"bought\": do the metrics use the event names of the app?"],
            "\(none.remarks)")
        func bought(_ user: String, day: Double) -> TrackedEvent {
            .metric(MetricEvent("bought", unit: user, at: SampleRun.start + day * 86_400))
        }
        try store.store(
            (0..<20).map { bought("1-\($0)", day: 0.5) } + [bought("eve", day: 1), bought("1-0", day: 9)])
        let words =
            "22 events \"bought\" received, none counted: 20 from before their user's first exposure, "
            + "1 of users who were not exposed while it ran, 1 outside of the metrics' windows"
        #expect(try await standing(day: 10).remarks == [words])
        try store.store([bought("1-1", day: 1.5)])
        #expect(try await standing(day: 10).remarks == [])
    }

    @Test("a verdict stays, whoever looks next, because the look at it was kept")
    func kept() async throws {
        try come(2000, onDay: 0, buying: 16)
        #expect(try await standing(day: 1.5).verdict.word == .better)
        for day in 1..<8 { try come(2000, onDay: day, buying: 11) }
        #expect(try await standing(day: 8.5).verdict.word == .better)
    }

    @Test("a look that is only a look into the past keeps nothing")
    func notKept() async throws {
        try come(2000, onDay: 0, buying: 16)
        _ = try await standing(day: 1.5, keepingLooks: false)
        #expect(store.looks(at: "paywall").isEmpty)
    }

    @Test("looking again and again at the same keeps no more")
    func bounded() async throws {
        try come(2000, onDay: 0, buying: 16)
        for _ in 0..<50 { _ = try await standing(day: 1.5) }
        let count = store.looks(at: "paywall").count
        #expect(count < 5)
        for second in 0..<200 { _ = try await standing(day: 1.5 + Double(second) / 86_400) }
        #expect(store.looks(at: "paywall").count < count + 3)
    }

    /// Knows that a source gives the first group a share of the users.
    private func known(_ share: Double, from source: String? = "live") -> KnownExperiments {
        let arms = [("a", share), ("b", 1 - share)].map {
            ExperimentSplit.Arm(name: nil, value: $0, intended: $1)
        }
        return KnownExperiments(
            Snapshot(texts: [:], fetchedAt: nil), keys: [],
            splits: [ExperimentSplit(experiment: "paywall", key: "paywall_type", arms: arms)],
            inForceAt: source)
    }

    @Test(
        "a reading announces a split that is new, and none that is known, so that reading does not cause a reading"
    )
    func knownSplit() async throws {
        try await confirmation(expectedCount: 1) { changed in
            let handle = store.observe { changed() }
            defer { handle.cancel() }
            for _ in 0..<3 {
                _ = try await results.standings(at: SampleRun.start, known(0.5), keepingLooks: true)
            }
        }
    }

    @Test("users who came before the source changed its split are compared with the one before")
    func earlierSplit() async throws {
        func standing(_ known: KnownExperiments, day: Double, keepingLooks: Bool = true) async throws
            -> ExperimentStanding
        {
            let all = try await results.standings(
                at: SampleRun.start + day * 86_400, known, keepingLooks: keepingLooks)
            return try #require(all.first)
        }
        _ = try await standing(known(0.5), day: 0)
        try come(4000, onDay: 0, buying: 10)
        #expect(try await standing(known(0.5), day: 0.5).health == .ok)
        // What only a draft would do is not remembered.
        _ = try await standing(known(0.7, from: nil), day: 0.7)
        let changed = try await standing(known(0.75), day: 1)
        #expect(changed.health == .ok && changed.plan.phases.map(\.weights) == [[0.5, 0.5], [0.75, 0.25]])
        #expect(changed.groups.map(\.intendedShare) == [0.75, 0.25])
        try come(4000, onDay: 2, buying: 10)
        let mismatch = try await standing(KnownExperiments(), day: 3)
        #expect(mismatch.health == .mismatch)
        #expect(mismatch.remarks.contains { $0.contains("is known from the source since") })
    }

    @Test("if there is no store yet no one was exposed, and it is asked for again")
    func noStore() async throws {
        let late = LateStore(store)
        let results = StoredResults(
            [experiment], metrics: metrics, opening: { await late.open() }, observing: { store.observe($0) })
        func word() async throws -> VerdictWord? {
            try await results.standings(
                at: SampleRun.start + 86_400 * 1.5, KnownExperiments(), keepingLooks: true
            )
            .first?.verdict.word
        }
        try come(2000, onDay: 0, buying: 16)
        #expect(try await word() == .noData)
        await late.make()
        #expect(try await word() == .better)
    }

    /// A store that is made some time.
    private actor LateStore {
        private let store: MemoryEventStore
        private var isMade = false

        init(_ store: MemoryEventStore) { self.store = store }

        func make() { isMade = true }

        func open() -> (any EventStore)? { isMade ? store : nil }
    }
}

@Suite("Simulated experiments", .inTurn)
struct BucketedExperimentTests {
    /// Half of all units, by nothing but the unit and the salt.
    private static let halves: BucketedExperiment.Bucketing = { unit, salt in
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in (salt + unit).utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        return Int((hash >> 33) % 2)
    }

    private func outcomes(_ rates: (Double, Double), _ bucketing: @escaping BucketedExperiment.Bucketing)
        -> SimulatedOutcomes
    {
        let experiment = BucketedExperiment(
            rates: rates, looks: 15, usersPerLook: 100, seed: 1, bucketing: bucketing)
        var outcomes = SimulatedOutcomes()
        for number in 0..<30 { outcomes.add(experiment.run(number)) }
        return outcomes
    }

    @Test("without an effect next to nothing is called, and nothing is taken back")
    func silent() {
        let outcomes = outcomes((0.1, 0.1), Self.halves)
        #expect(outcomes.count == 30 && outcomes.better + outcomes.worse <= 2)
        #expect(outcomes.takenBack == 0 && outcomes.mismatches == 0)
        #expect(outcomes.chanceAlarms > outcomes.better + outcomes.worse)
    }

    @Test("a large effect is found, on the right side")
    func found() {
        let outcomes = outcomes((0.1, 0.25), Self.halves)
        #expect(outcomes.better == 30 && outcomes.worse == 0)
        #expect((outcomes.medianLookAtDecision ?? 0) > 1)
    }

    @Test("a bucketing that loses users of one group is accused")
    func accused() {
        let outcomes = outcomes((0.1, 0.1)) { unit, salt in
            Self.halves(unit, salt) == 1 && Self.halves(unit, salt + "x") == 1 ? 1 : 0
        }
        #expect(outcomes.mismatches == 30)
        #expect(outcomes.better + outcomes.worse == 0)
    }

    @Test("the same seed gives the same outcomes")
    func repeatable() {
        #expect(outcomes((0.1, 0.12), Self.halves) == outcomes((0.1, 0.12), Self.halves))
    }
}
