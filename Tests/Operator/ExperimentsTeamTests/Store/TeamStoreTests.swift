import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("A team's overrides", .inTurn, .timeLimit(.minutes(60)))
struct TeamStoreTests {
    private let team = TeamUnderTest()

    @Test("a change is one transaction: the override, the number of the step, and the step")
    func change() async throws {
        let store = try team.store()
        let done = try await store.set("paywall", "b")
        #expect(done.step?.number == 1 && done.step?.title == "override paywall")
        #expect(done.update.after["paywall"]?.value == "b" && done.update.before.isEmpty)
        #expect(team.etcd.asked == ["kv/range", "kv/range", "kv/range", "kv/range", "kv/txn"])
        #expect(team.etcd.texts["/experiments/v1/shop/test/overrides.head"] == "1")
        let entry = try JSONValue(
            parsing: try #require(team.etcd.texts["/experiments/v1/shop/test/overrides/team/paywall"]))
        #expect(entry.object?["value"]?.string == "b" && entry.object?["author"]?.string == "ann")
    }

    @Test("what one dashboard sets, another sees, with who did it")
    func seenElsewhere() async throws {
        let (one, other) = (try await team.followed(), try await team.followed())
        let heard = Recorder<OverrideStoreState>()
        let observation = other.observe { heard.record($0) }
        defer { observation.cancel() }
        try await one.set("paywall", "b")
        try await eventually("the override elsewhere") { other.overrides["paywall"]?.author == "ann" }
        try await eventually("the step elsewhere") { other.view.journal.steps.last?.origin.author == "ann" }
        #expect(heard.count == 1)
    }

    @Test("overrides of all scopes are kept apart, whatever the names")
    func scopes() async throws {
        let store = try team.store()
        let phone = OverrideScope.installation(app: "i/os", id: "4 F")
        try await store.set("a/b", "all")
        try await store.set("a/b", "app", for: .app("i/os"))
        try await store.set("a/b", "one", for: phone)
        try await store.read()
        #expect(store.values() == ["a/b": "all"])
        #expect(store.values(of: .app("i/os")) == ["a/b": "app"])
        #expect(store.values(of: phone) == ["a/b": "one"])
        try await store.reverse(.undo, by: TeamUnderTest.ann, at: TeamUnderTest.now)
        try await store.read()
        #expect(store.values(of: phone).isEmpty && store.values(of: .app("i/os")) == ["a/b": "app"])
    }

    @Test("if someone else is faster, the change is worked out again on what they left")
    func conflict() async throws {
        let (store, rival) = (try team.store(), try team.store())
        try await rival.set("count", "1")
        team.etcd.fail(
            "kv/txn",
            .rival { etcd in
                etcd.put(TeamUnderTest.layout.key(of: .override(.team, "count")), #"{"value": "5"}"#)
            })
        try await store.change("add one", by: TeamUnderTest.bob, at: TeamUnderTest.now) { overrides in
            let count = overrides["count"].flatMap { Int($0.value) } ?? 0
            overrides["count"] = Override(value: String(count + 1))
        }
        try await store.read()
        #expect(store.values() == ["count": "6"])
    }

    @Test("of many who change together, no change is lost")
    func contention() async throws {
        let stores = try (0..<4).map { _ in try team.store() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores {
                group.addTask {
                    for _ in 0..<10 {
                        try await store.change("add one", by: TeamUnderTest.ann, at: TeamUnderTest.now) {
                            overrides in
                            let count = overrides["count"].flatMap { Int($0.value) } ?? 0
                            overrides["count"] = Override(value: String(count + 1))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await stores[0].read()
        #expect(stores[0].values() == ["count": "40"])
        #expect(stores[0].view.journal.steps.map(\.number) == Array(1...40))
    }

    @Test("a change whose answer is lost is made once, and known to be made")
    func lostAnswer() async throws {
        let store = try team.store()
        try await store.set("a", "1")
        team.etcd.fail("kv/txn", .lostAnswer)
        let done = try await store.set("a", "2")
        #expect(done.step?.number == 2)
        try await store.read()
        #expect(store.view.journal.steps.map(\.number) == [1, 2])
        #expect(store.values() == ["a": "2"])
    }

    @Test("a change whose answer is lost is found in a store that takes no more changes")
    func unknown() async throws {
        let store = try team.store()
        // One that is done, and then none that arrives for as long as the client tries.
        team.etcd.fail("kv/txn", .lostAnswer)
        for _ in 0..<40 { team.etcd.fail("kv/txn", .refusal(code: 14, "etcdserver: request timed out")) }
        let done = try await store.set("a", "1")
        #expect(done.step?.number == 1)
        try await store.read()
        #expect(store.view.journal.steps.count == 1)
    }

    @Test("undo reverts another person's change, and redo repeats it; no later change is lost")
    func undo() async throws {
        let (ann, bob) = (try team.store(), try team.store())
        try await ann.set("a", "1")
        try await bob.set("a", "2", by: TeamUnderTest.bob)
        let undone = try await ann.reverse(.undo, by: TeamUnderTest.ann, at: TeamUnderTest.now)
        #expect(undone.step?.kind == .undo(of: 2))
        try await ann.read()
        #expect(ann.values() == ["a": "1"])
        try await bob.reverse(.redo, by: TeamUnderTest.bob, at: TeamUnderTest.now)
        try await ann.read()
        #expect(ann.values() == ["a": "2"])
        team.etcd.put(team.key("a"), #"{"value": "by hand"}"#)
        let problem = await #expect(throws: OverrideJournalProblem.self) {
            try await ann.reverse(.undo, by: TeamUnderTest.ann, at: TeamUnderTest.now)
        }
        #expect(problem?.keys == ["a"])
        try await ann.reverse(.undo, by: TeamUnderTest.ann, at: TeamUnderTest.now, force: true)
        try await ann.read()
        #expect(ann.values() == ["a": "1"])
    }

    @Test("an override with an end is swept up a minute after it, one without stays")
    func lease() async throws {
        let store = try team.store()
        try await store.change("set", by: TeamUnderTest.ann, at: TeamUnderTest.now) { overrides in
            overrides["ends"] = Override(value: "1", expiresAt: TeamUnderTest.now + 7200)
            overrides["stays"] = Override(value: "1")
        }
        #expect(team.etcd.leaseSeconds(team.key("ends")) == 7260)
        #expect(team.etcd.leaseSeconds(team.key("stays")) == nil)
        try await store.change("edit", by: TeamUnderTest.ann, at: TeamUnderTest.now) {
            $0["ends"]?.expiresAt = nil
        }
        #expect(team.etcd.leaseSeconds(team.key("ends")) == nil)
    }

    @Test(
        "an override that is swept up between reading and writing is noticed: the change is worked out again")
    func sweptMeanwhile() async throws {
        let store = try team.store()
        try await store.set("a", "1")
        team.etcd.fail("kv/txn", .rival { $0.delete(TeamUnderTest.layout.key(of: .override(.team, "a"))) })
        let seen = Recorder<Bool>()
        try await store.change("edit", by: TeamUnderTest.ann, at: TeamUnderTest.now) { overrides in
            seen.record(overrides["a"] != nil)
            overrides["a"] = Override(value: overrides["a"] == nil ? "new" : "edited")
        }
        #expect(seen.elements == [true, false])
        try await store.read()
        #expect(store.values() == ["a": "new"])
    }

    @Test("the journal keeps the last 200 steps")
    func pruning() async throws {
        let store = try await team.followed()
        for number in 1...203 {
            try await store.set("a", String(number))
            try await eventually("step \(number)") { store.view.journal.steps.last?.number == number }
        }
        #expect(store.view.journal.steps.map(\.number) == Array(4...203))
    }
}
