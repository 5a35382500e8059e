import EtcdNodes
import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite(
    "Three members that die", .inTurn, .serialized,
    .enabled(if: EtcdFleet.isWanted, Comment(rawValue: EtcdFleet.absence)), .timeLimit(.minutes(60)))
struct FleetTests {
    @Test(
        "leaders killed during writes: no change is lost or made twice, no event is missed or reported twice")
    func killedLeaders() async throws {
        let fleet = try await EtcdFleet()
        let followers = fleet.nodes.indices.map { _ in Follower() }
        let watching = Task {
            await withTaskGroup(of: Void.self) { group in
                for (number, follower) in followers.enumerated() {
                    group.addTask {
                        await fleet.client(first: number).watch([EtcdWatchedRange(.prefix("count/"))]) {
                            follower.take($0)
                        }
                    }
                }
            }
        }
        // What is written before a follower has begun comes with its state, not as events.
        for follower in followers { try await eventually("a beginning") { follower.isLive } }
        let isOver = Mutex(false)
        let writing = Task {
            try await Counting(client: fleet.client(first: 1)).run { isOver.withLock { $0 } }
        }
        for _ in 0..<EtcdFleet.kills {
            try await followers[0].followsMore(60)
            let leader = try await fleet.leader()
            fleet.nodes[leader].kill()
            try await followers[0].followsMore(60)
            try fleet.nodes[leader].restart()
            try await fleet.nodes[leader].ready()
        }
        isOver.withLock { $0 = true }
        let (count, record) = try await writing.value
        let held = try await fleet.client().readAll([.prefix("count/")])
        print(
            "\(count) changes over \(EtcdFleet.kills) leaders, the longest stop \(record.longestStop): \(record)"
        )

        #expect(count >= EtcdFleet.kills * 40)
        let items = held.entries[0].filter { $0.key.text?.hasPrefix("count/item/") == true }
        #expect(items.map(\.key) == (0..<count).map { EtcdKey("count/item/\(100_000 + $0)") })
        // Never put a second time.
        #expect(items.allSatisfy { $0.version == 1 })
        let head = held.entries[0].first { $0.key == Counting.head }
        #expect(head?.version == Int64(count))
        #expect(head.map { String(decoding: $0.value, as: UTF8.self) } == "\(count)")
        for follower in followers {
            try await eventually("the last event") {
                follower.mirror.revision >= held.entries[0].map(\.modRevision).max() ?? 0
            }
            #expect(follower.mirror.sorted == held.entries[0])
            // Three keys of a change, each told once, and the history never lost.
            #expect(follower.states == 1)
            #expect(follower.revisions.count == 3 * count)
            #expect(follower.revisions == follower.revisions.sorted())
        }
        watching.cancel()
        await watching.value
    }

    @Test("a member that is stopped and keeps its connections is noticed, and nothing is missed")
    func stopped() async throws {
        let fleet = try await EtcdFleet()
        let victim = (try await fleet.leader() + 1) % 3
        let follower = Follower()
        let watching = Task {
            await fleet.client(first: victim).watch([EtcdWatchedRange(.prefix("a/"))]) { follower.take($0) }
        }
        try await eventually("a beginning") { follower.isLive }
        fleet.nodes[victim].send(SIGSTOP)
        defer { fleet.nodes[victim].send(SIGCONT) }
        let writer = fleet.client(first: (victim + 1) % 3)
        for number in 0..<5 { _ = try await writer.perform(EtcdPut(EtcdKey("a/\(number)"), [1])) }
        try await eventually("what happened meanwhile", within: .seconds(40)) {
            follower.revisions.count == 5
        }
        watching.cancel()
        await watching.value
    }

    @Test("two of three dead: said within 5 s, readable, refused with the reason, and mended by itself")
    func noMajority() async throws {
        let fleet = try await EtcdFleet()
        let client = fleet.client()
        let follower = Follower()
        _ = try await client.perform(EtcdPut("a/b", [1]))
        let watching = Task { await client.watch([EtcdWatchedRange(.prefix("a/"))]) { follower.take($0) } }
        try await eventually("a beginning") { follower.isLive }
        fleet.nodes[1].kill()
        fleet.nodes[2].kill()
        try await eventually("a word of it", within: .seconds(5)) { !follower.isLive }
        #expect(follower.mirror.entries.count == 1)
        let error = await #expect(throws: EtcdError.self) { try await client.perform(EtcdPut("a/c", [1])) }
        #expect(error.map { !$0.description.isEmpty } == true)
        for number in 1...2 { try fleet.nodes[number].restart() }
        try await eventually("a leader again") { follower.isLive }
        _ = try await client.perform(EtcdPut("a/d", [1]))
        try await eventually("the next change") { follower.mirror.entries["a/d"] != nil }
        watching.cancel()
        await watching.value
    }
}
