import EtcdNodes
import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite(
    "A team on a real etcd", .inTurn, .timeLimit(.minutes(60)),
    .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)))
struct TeamNodeTests {
    private static func etcd() async throws -> EtcdNode {
        let node = try EtcdNode()
        try await node.ready()
        return node
    }

    @Test("what one sets, switches and undoes, the others see, with who did it")
    func together() async throws {
        let etcd = try await Self.etcd()
        let (ann, bob) = (try await etcd.followed(), try await etcd.followed())
        try await ann.set("paywall/type", "b")
        try await eventually("the override") { bob.overrides["paywall/type"]?.author == "ann" }
        try await bob.set("paywall/type", "c", by: TeamUnderTest.bob)
        try await bob.set("title", "é\n", by: TeamUnderTest.bob, for: .app("i/os"))
        try await eventually("the steps") { ann.view.journal.steps.count == 3 }
        try await ann.reverse(.undo, by: TeamUnderTest.ann, at: TeamUnderTest.now)
        try await ann.reverse(.undo, by: TeamUnderTest.ann, at: TeamUnderTest.now)
        try await eventually("the value before") { bob.overrides["paywall/type"]?.value == "b" }
        #expect(bob.values(of: .app("i/os")).isEmpty)
        #expect(ann.view.status.leader?.name == "one")
    }

    @Test("of eight who change immediately, no change is lost")
    func contention() async throws {
        let etcd = try await Self.etcd()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                let store = etcd.store()
                group.addTask {
                    for _ in 0..<5 {
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
        let store = etcd.store()
        try await store.read()
        #expect(store.values() == ["count": "40"])
        #expect(store.view.journal.steps.map(\.number) == Array(1...40))
    }

    @Test("who comes is seen, and gone when they leave")
    func presence() async throws {
        let etcd = try await Self.etcd()
        let (ann, bob) = (try await etcd.followed(), try await etcd.followed())
        var person = TeamPerson(
            session: "1", author: "ann", program: "experiments", host: "lab", since: TeamUnderTest.now)
        person.key = "paywall"
        ann.announce(person)
        try await eventually("ann") { bob.view.people == [person] }
        await ann.leave()
        try await eventually("ann to be gone") { bob.view.people.isEmpty }
    }

    @Test("as many overrides as one transaction takes are set together, and one more is refused")
    func limit() async throws {
        let etcd = try await Self.etcd()
        let store = etcd.store()
        func set(_ count: Int) async throws {
            try await store.change("set", by: TeamUnderTest.ann, at: TeamUnderTest.now) { overrides in
                for number in 0..<count { overrides["k\(number)"] = Override(value: "\(count)") }
            }
        }
        try await set(125)
        await #expect(throws: TeamRefusal.self) { try await set(126) }
        try await store.read()
        #expect(store.overrides.entries.count == 125)
    }
}

extension EtcdNode {
    /// A team's store on it, with connections of its own.
    fileprivate func store() -> TeamStore { TeamStore(client: client(), layout: TeamUnderTest.layout) }

    /// One that is kept up.
    fileprivate func followed() async throws -> TeamStore {
        let store = store()
        store.follow()
        try await eventually("the store to be followed") { store.view.status.state == .connected }
        return store
    }
}
