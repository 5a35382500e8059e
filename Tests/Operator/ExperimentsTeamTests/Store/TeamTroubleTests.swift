import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("A team's store in trouble", .inTurn, .timeLimit(.minutes(60)))
struct TeamTroubleTests {
    private let team = TeamUnderTest()

    @Test("what cannot be read is omitted, reported, and never overwritten")
    func unreadable() async throws {
        let store = try team.store()
        try await store.set("good", "1")
        team.etcd.put(team.key("bytes"), [0xC3, 0x28])
        team.etcd.put(team.key("text"), "30")
        team.etcd.put(TeamUnderTest.layout.key(of: .override(.app("shop"), "x")), #"{"value": "1"}"#)
        team.etcd.put("/experiments/v1/shop/test/overrides/crew/a", "1")
        try await store.read()
        #expect(store.values() == ["good": "1"])
        #expect(store.values(of: .app("shop")) == ["x": "1"])
        #expect(store.problem == nil)
        let beginnings = [
            #""/experiments/v1/shop/test/overrides/crew/a" is not the key of an override"#,
            #"the override of "bytes" is not UTF-8"#,
            #"the override of "text" cannot be read"#,
        ]
        #expect(store.view.notes.count == beginnings.count)
        for (note, beginning) in zip(store.view.notes, beginnings) { #expect(note.hasPrefix(beginning)) }
        let refusal = await #expect(throws: TeamRefusal.self) { try await store.set("text", "31") }
        #expect(refusal?.advice?.contains("etcdctl") == true)
        #expect(team.etcd.texts["/experiments/v1/shop/test/overrides/team/text"] == "30")
        try await store.set("good", "2")
    }

    @Test("keys with slashes, controls and accents are kept as they are")
    func oddNames() async throws {
        let store = try team.store()
        let names = ["a/b", "/", "a\u{1B}[31m", "é\n", "x @shop", "overrides.head"]
        for name in names { try await store.set(name, "1") }
        try await store.read()
        #expect(store.values().keys.sorted() == names.sorted())
        await #expect(throws: TeamRefusal.self) { try await store.set("", "1") }
    }

    @Test("a store whose number of the last change is broken is read, and not changed")
    func brokenHead() async throws {
        let store = try team.store()
        team.etcd.put(team.key("a"), #"{"value": "1"}"#)
        team.etcd.put(TeamUnderTest.layout.key(of: .head), "many")
        let problem = await #expect(throws: OverrideStoreProblem.self) { try await store.read() }
        #expect(problem?.kind == .readOnly)
        #expect(store.values() == ["a": "1"])
        await #expect(throws: TeamRefusal.self) { try await store.set("a", "2") }
    }

    @Test("overrides that were put by hand, without a head, are taken over, and the first change makes one")
    func halfALayout() async throws {
        let store = try team.store()
        team.etcd.put(team.key("a"), #"{"value": "1", "colour": "blue"}"#)
        try await store.read()
        #expect(store.values() == ["a": "1"])
        try await store.change("edit", by: TeamUnderTest.ann, at: TeamUnderTest.now) { $0["a"]?.value = "2" }
        let text = try #require(team.etcd.texts["/experiments/v1/shop/test/overrides/team/a"])
        #expect(try JSONValue(parsing: text).object?["colour"]?.string == "blue")
    }

    @Test("if a later version keeps its own, this one reads, says so, and changes nothing")
    func laterLayout() async throws {
        let store = try await team.followed()
        try await store.set("a", "1")
        team.etcd.put("/experiments/v2/shop/test/overrides.head", "7")
        try await eventually("to be read only") { store.view.status.state == .readOnly }
        #expect(store.view.status.reason?.contains("newer version") == true)
        #expect(store.problem == nil && store.overrides["a"]?.value == "1")
        await #expect(throws: TeamRefusal.self) { try await store.set("a", "2") }
    }

    @Test(
        "while no member answers, what was known continues being used, over restarts, and changes are refused"
    )
    func alone() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("team.json")
        let first = try await team.followed(memory: path)
        try await first.set("a", "1")
        try await eventually("the override") { first.overrides["a"] != nil }
        await first.leave()
        team.etcd.isAway = true
        let store = try team.store(memory: path)
        #expect(store.values() == ["a": "1"])
        let problem = await #expect(throws: OverrideStoreProblem.self) { try await store.read() }
        #expect(problem?.kind == .unreachable && store.problem == nil)
        let refusal = await #expect(throws: OverrideStoreProblem.self) { try await store.set("a", "2") }
        #expect(refusal?.advice?.hasSuffix("nothing was changed") == true)
        await store.survey()
        #expect(store.view.status.state == .alone)
        team.etcd.isAway = false
        try await store.set("a", "2")
    }

    @Test("links are known after a restart while no member answers, so that no app is refused for it")
    func links() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("team.json")
        let first = try await team.followed(memory: path)
        try await first.make(.saveLink("d1", Array(#"{"app": "shop"}"#.utf8)))
        try await eventually("the link") { !first.view.library.links.isEmpty }
        await first.leave()
        team.etcd.isAway = true
        let store = try team.store(memory: path)
        #expect(store.view.library.links == ["d1": Array(#"{"app": "shop"}"#.utf8)])
        #expect(store.isKnown && !store.hasRead)
        await #expect(throws: OverrideStoreProblem.self) { try await store.read() }
        #expect(!store.view.library.links.isEmpty)
    }

    @Test("another cluster under the old address is reported, and nothing of it is taken over")
    func anotherCluster() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("team.json")
        let first = try await team.followed(memory: path)
        try await first.set("a", "1")
        try await eventually("the override") { first.overrides["a"] != nil }
        await first.leave()
        team.etcd.clusterID = 99
        team.etcd.put(team.key("b"), #"{"value": "new"}"#)
        let store = try team.store(memory: path)
        let problem = await #expect(throws: OverrideStoreProblem.self) { try await store.read() }
        #expect(problem?.kind == .replaced && problem?.advice?.contains("experiments team accept") == true)
        #expect(store.values() == ["a": "1"])
        await #expect(throws: OverrideStoreProblem.self) { try await store.set("a", "2") }
        #expect(JSONOverrideStore(path: path, isWatched: false).overrides.names == ["a"])
        let fresh = try team.store()
        try await fresh.read()
        #expect(fresh.values() == ["a": "1", "b": "new"])
    }

    @Test("a full store says what to do, and nothing is changed")
    func full() async throws {
        let store = try team.store()
        team.etcd.fail("kv/txn", .refusal(code: 8, "etcdserver: mvcc: database space exceeded"))
        let problem = await #expect(throws: OverrideStoreProblem.self) { try await store.set("a", "1") }
        #expect(problem?.kind == .readOnly && problem?.advice?.contains("compact") == true)
        #expect(team.etcd.texts.isEmpty)
    }

    @Test("a lease that went in the meantime is granted again")
    func lostLease() async throws {
        let store = try team.store()
        team.etcd.fail("kv/txn", .refusal(code: 5, "etcdserver: requested lease not found"))
        try await store.change("set", by: TeamUnderTest.ann, at: TeamUnderTest.now) { overrides in
            overrides["a"] = Override(value: "1", expiresAt: TeamUnderTest.now + 60)
        }
        #expect(team.etcd.leaseSeconds(team.key("a")) == 120)
    }

    @Test("more overrides than one transaction takes are refused whole")
    func tooMany() async throws {
        let store = try team.store()
        let refusal = await #expect(throws: TeamRefusal.self) {
            try await store.change("set", by: TeamUnderTest.ann, at: TeamUnderTest.now) { overrides in
                for number in 0..<126 { overrides["k\(number)"] = Override(value: "1") }
            }
        }
        #expect(refusal?.message.contains("at most 125") == true)
        try await store.change("set", by: TeamUnderTest.ann, at: TeamUnderTest.now) { overrides in
            for number in 0..<125 { overrides["k\(number)"] = Override(value: "1") }
        }
    }

    @Test("what is known of another place in the cluster is of no use at the next start")
    func anotherPlace() async throws {
        let folder = try TemporaryFolder()
        let memory = TeamMemory(path: folder.path("team.json"), place: "/a/")
        let content = TeamMemory.Content(
            overrides: OverrideSet(["a": Override(value: "1")]), clusterID: 7, links: ["d1": Array("{}".utf8)]
        )
        memory.keep(content)
        memory.finish()
        #expect(try memory.read() == content)
        #expect(try TeamMemory(path: memory.path, place: "/b/").read() == nil)
    }

    @Test("a store that was read once says that it answers, and who leads")
    func readOnce() async throws {
        let store = try team.store()
        await store.survey()
        try await store.read()
        #expect(store.view.status.state == .connected)
        #expect(store.view.status.leader?.name == "one")
        team.etcd.isAway = true
        await #expect(throws: OverrideStoreProblem.self) { try await store.read() }
        await store.survey()
        #expect(store.view.status.state == .alone)
    }

    @Test("without a leader the store is read only, and says so")
    func noLeader() async throws {
        let store = try team.store()
        team.etcd.leader = nil
        await store.survey()
        #expect(store.view.status.state == .readOnly)
        #expect(store.view.status.reason == "most members of the cluster do not respond")
    }
}
