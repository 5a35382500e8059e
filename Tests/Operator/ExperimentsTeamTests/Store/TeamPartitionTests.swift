import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("A client that is cut off for an hour", .inTurn, .timeLimit(.minutes(60)))
struct TeamPartitionTests {
    /// Somebody whose network can be cut, and a cluster that others go on changing.
    private struct Stage {
        let team = TeamUnderTest()
        let time = SimulatedTime()
        let network: SimulatedNetwork
        let client: EtcdClient

        init() throws {
            network = SimulatedNetwork(to: team.etcd, time)
            client = EtcdClient(
                endpoints: [try EtcdEndpoint(parsing: "http://a:2379")], transport: network, time: time.time)
        }

        /// A store behind the network that has read everything.
        func followed() async throws -> TeamStore {
            let store = TeamStore(
                client: client, layout: TeamUnderTest.layout, server: "ann", time: time.time)
            store.follow()
            try await pass(until: "the store to be followed") { store.view.status.state == .connected }
            return store
        }

        /// Lets time pass until something has come true.
        func pass(until what: String, _ isTrue: () -> Bool) async throws {
            try await eventually(what, within: .seconds(10)) {
                for _ in 0..<20 where !isTrue() { try await time.pass(.milliseconds(500)) }
                return isTrue()
            }
        }

        /// Lets time pass until a change has failed, and gives the reason.
        func failure(of change: @escaping @Sendable () async throws -> Void) async throws -> (any Error)? {
            let failures = Recorder<(any Error)?>()
            let changing = Task {
                do {
                    try await change()
                    failures.record(nil)
                } catch { failures.record(error) }
            }
            defer { changing.cancel() }
            try await pass(until: "the change to fail") { failures.count == 1 }
            return failures.elements.first ?? nil
        }
    }

    private static let key = TeamUnderTest.layout.key(of: .override(.team, "paywall"))

    /// Follows the overrides from a client alone, and keeps what is told.
    private func follow(_ stage: Stage, _ told: Recorder<EtcdNews>) -> Task<Void, Never> {
        let range = TeamRecords(TeamUnderTest.layout).ranges[0]
        return Task { [client = stage.client] in await client.watch([range]) { told.record($0) } }
    }

    private func revisions(_ told: Recorder<EtcdNews>) -> [Int64] {
        told.elements.flatMap { news in
            if case .events(_, let events) = news { events.map(\.revision) } else { [Int64]() }
        }
    }

    private func states(_ told: Recorder<EtcdNews>) -> Int {
        told.elements.count { if case .state = $0 { true } else { false } }
    }

    private func isLive(_ told: Recorder<EtcdNews>) -> Bool {
        let conditions = told.elements.compactMap { news -> EtcdWatchCondition? in
            if case .condition(let condition) = news { condition } else { nil }
        }
        guard case .live? = conditions.last else { return false }
        return true
    }

    /// Lets the network become so once the client follows and was told of a first change.
    private func cutOff(
        _ stage: Stage, _ told: Recorder<EtcdNews>, _ condition: SimulatedNetwork.Condition
    ) async throws {
        try await stage.pass(until: "the watch") { isLive(told) }
        stage.team.etcd.put(Self.key, "1")
        try await stage.pass(until: "the change") { revisions(told).count == 1 }
        stage.network.become(condition)
    }

    @Test(
        "what was changed in the meantime is reported afterwards, each change once and in order",
        arguments: [SimulatedNetwork.Condition.cut, .silent])
    func events(condition: SimulatedNetwork.Condition) async throws {
        let (stage, told) = (try Stage(), Recorder<EtcdNews>())
        let following = follow(stage, told)
        defer { following.cancel() }
        try await cutOff(stage, told, condition)
        for value in 2...50 {
            try await stage.time.pass(.seconds(72))
            if value % 10 == 0 {
                stage.team.etcd.delete(Self.key)
            } else {
                stage.team.etcd.put(Self.key, "\(value)")
            }
        }
        #expect(revisions(told) == [2])
        stage.network.become(.whole)
        try await stage.pass(until: "all changes") { revisions(told).count >= 50 }
        stage.team.etcd.put(Self.key, "last")
        try await stage.pass(until: "the last change") { revisions(told).count >= 51 }
        #expect(revisions(told) == Array(2...52) && states(told) == 1)
    }

    @Test(
        "if the history in between is forgotten, everything is read once, and nothing is reported twice",
        arguments: [SimulatedNetwork.Condition.cut, .silent])
    func compaction(condition: SimulatedNetwork.Condition) async throws {
        let (stage, told) = (try Stage(), Recorder<EtcdNews>())
        let following = follow(stage, told)
        defer { following.cancel() }
        try await cutOff(stage, told, condition)
        for value in 2...50 {
            try await stage.time.pass(.seconds(72))
            stage.team.etcd.put(Self.key, "\(value)")
        }
        stage.team.etcd.compact()
        stage.network.become(.whole)
        try await stage.pass(until: "everything to be read, and the watch") {
            states(told) == 2 && isLive(told)
        }
        stage.team.etcd.put(Self.key, "last")
        try await stage.pass(until: "the last change") { revisions(told).count == 2 }
        #expect(revisions(told) == [2, 52] && states(told) == 2)
        var mirror = EtcdMirror()
        for news in told.elements { _ = mirror.take(news) }
        #expect(mirror.entries[Self.key].map { String(decoding: $0.value, as: UTF8.self) } == "last")
    }

    @Test(
        "a dashboard says that it is offline, keeps its data, and has everything when the store is back",
        arguments: [SimulatedNetwork.Condition.cut, .silent], [false, true])
    func words(condition: SimulatedNetwork.Condition, isForgotten: Bool) async throws {
        let stage = try Stage()
        let others = try stage.team.store(server: "bob")
        try await others.set("paywall", "before")
        let store = try await stage.followed()
        let (states, values) = (Recorder<TeamStatus.State>(), Recorder<String>())
        let observations = [
            store.observeView { view in
                if states.elements.last != view.status.state { states.record(view.status.state) }
            },
            store.observe { values.record($0.overrides["paywall"]?.value ?? "") },
        ]
        defer { for observation in observations { observation.cancel() } }
        stage.network.become(condition)
        try await stage.pass(until: "the word for it") { store.view.status.state == .alone }
        for number in 1...12 {
            try await stage.time.pass(.seconds(300))
            try await others.set("paywall", "\(number)", by: TeamUnderTest.bob)
            #expect(store.view.status.state == .alone && store.overrides["paywall"]?.value == "before")
        }
        if isForgotten { stage.team.etcd.compact() }
        stage.network.become(.whole)
        try await stage.pass(until: "the word for it") { store.view.status.state == .connected }
        try await stage.pass(until: "the last change") { store.overrides["paywall"]?.value == "12" }
        try await eventually("all of it to be told") {
            states.elements.last == .connected && values.elements.last == "12"
        }
        try await stage.pass(until: "the journal") { store.view.journal.steps.count == 13 }
        #expect(store.view.journal.steps.map(\.number) == Array(1...13))
        #expect(store.view.journal.steps.last?.origin.author == "bob")
        let told = (isForgotten ? 12...12 : 1...12).map { "\($0)" }
        #expect(values.elements == told)
        #expect(states.elements.count { $0 == .alone } == 1)
        #expect(Set(states.elements).isSubset(of: [.alone, .behind, .connected]))
        try await store.set("paywall", "mine")
        #expect(stage.team.etcd.texts["/experiments/v1/shop/test/overrides.head"] == "14")
    }

    @Test(
        "a change is refused with the reason, and is not made later",
        arguments: [SimulatedNetwork.Condition.cut, .silent])
    func refusal(condition: SimulatedNetwork.Condition) async throws {
        let stage = try Stage()
        let store = try await stage.followed()
        stage.network.become(condition)
        try await stage.time.pass(.seconds(3600))
        let failure = try await stage.failure { try await store.set("paywall", "mine") }
        let problem = try #require(failure as? OverrideStoreProblem)
        #expect(problem.kind == .unreachable && problem.advice == "nothing was changed")
        let reason = condition == .cut ? "refused" : "sent no complete response"
        #expect(problem.message.hasPrefix("etcd: ") && problem.message.contains(reason))
        #expect(store.view.status.reason?.contains(reason) == true)
        stage.network.become(.whole)
        try await stage.pass(until: "the store") { store.view.status.state == .connected }
        try await stage.time.pass(.seconds(60))
        #expect(stage.team.etcd.texts.isEmpty && store.overrides.isEmpty)
    }

    @Test("a change that is under way when silence begins is reported as unknown after some seconds")
    func doubt() async throws {
        let stage = try Stage()
        let store = try await stage.followed()
        stage.network.become(.silent)
        let spent = Recorder<Duration>()
        let failure = try await stage.failure { [time = stage.time] in
            let start = time.now
            defer { spent.record(time.now - start) }
            try await store.set("paywall", "mine")
        }
        #expect(spent.elements.allSatisfy { $0 >= .seconds(3) }, "\(spent.elements)")
        let unknown = try #require(failure as? TeamOutcomeUnknown)
        #expect(unknown.message.hasPrefix("unknown whether the team's overrides were changed: etcd: "))
    }

    @Test("without streams it is only behind: it keeps its data, and reads before each change")
    func behind() async throws {
        let stage = try Stage()
        let store = try await stage.followed()
        let others = try stage.team.store(server: "bob")
        stage.network.become(.streamless)
        try await stage.time.pass(.seconds(3600))
        try await others.set("paywall", "theirs", by: TeamUnderTest.bob)
        try await stage.time.pass(.seconds(60))
        #expect(store.view.status.state == .behind && store.view.status.reason?.isEmpty == false)
        #expect(store.overrides.isEmpty)
        let update = try await store.set("banner", "mine")
        #expect(update.update.before["paywall"]?.value == "theirs")
        stage.network.become(.whole)
        try await stage.pass(until: "both changes") { store.overrides.entries.count == 2 }
        try await stage.pass(until: "the word for it") { store.view.status.state == .connected }
    }

    @Test(
        "after minutes of silence, it is connected no sooner than it hears again, even what was put by hand")
    func minutes() async throws {
        let stage = try Stage()
        let store = try await stage.followed()
        stage.network.become(.silent)
        try await stage.time.pass(.seconds(600))
        stage.team.etcd.put(Self.key, #"{"value": "by hand"}"#)
        stage.network.become(.whole)
        try await stage.pass(until: "the word for it") { store.view.status.state == .connected }
        // No more time passes: whoever says that it is connected has heard of it already, or does at once.
        try await eventually("what was put by hand", within: .seconds(5)) {
            store.overrides["paywall"]?.value == "by hand"
        }
    }
}
