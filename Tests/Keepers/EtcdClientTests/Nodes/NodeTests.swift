import EtcdNodes
import ExperimentsCore
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite(
    "The client and a real etcd", .inTurn,
    .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)),
    .timeLimit(.minutes(60)))
struct NodeTests {
    @Test("puts, reads, transactions and deletions do what they say")
    func basics() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        let value: [UInt8] = [0, 0xFF, 0x0A, 0x22]
        let key = EtcdKey([0x61, 0, 0xFE])
        guard case .known(let header) = try await client.perform(EtcdPut(key, value)) else {
            Issue.record("it is not known")
            return
        }
        let read = try await client.ask(EtcdRead(.key(key)))
        #expect(read.entries.map(\.value) == [value])
        #expect(read.entries.map(\.modRevision) == [header.revision])
        let change = EtcdChange(
            mark: "mark", note: [1], if: [.wasChanged(key, at: header.revision)],
            operations: [.put(EtcdPut(key, [2])), .put(EtcdPut("b", []))],
            readsOnConflict: [EtcdRead(.key(key))])
        for _ in 0..<2 {
            guard case .known(.made(let revision)) = try await client.change(change) else {
                Issue.record("it is not made")
                return
            }
            #expect(revision == header.revision + 1)
        }
        var late = change
        late.mark = "another mark"
        guard case .known(.conflict(let reads, _)) = try await client.change(late) else {
            Issue.record("there is no conflict")
            return
        }
        #expect(reads.map { $0.entries.map(\.value) } == [[[2]]])
        #expect(try await client.ask(EtcdRead(.key(late.mark))).entries.isEmpty)
        #expect(try await client.ask(EtcdRead(.all)).count == 3)
    }

    @Test("everything is read in pages as of one revision, while it continues to change")
    func pages() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        for first in stride(from: 0, to: 2500, by: 100) {
            let puts = (first..<first + 100).map {
                EtcdOperation.put(EtcdPut(EtcdKey("k/\(10_000 + $0)"), [7]))
            }
            _ = try await client.perform(EtcdTransaction(then: puts))
        }
        async let writing: Void = {
            for _ in 0..<20 { _ = try await client.perform(EtcdPut("k/10000", [8])) }
        }()
        let snapshot = try await client.readAll([.prefix("k/"), .key("other")])
        try await writing
        #expect(snapshot.entries.map(\.count) == [2500, 0])
        #expect(snapshot.entries[0].allSatisfy { $0.modRevision <= snapshot.revision })
        #expect(snapshot.entries[0].map(\.key) == snapshot.entries[0].map(\.key).sorted())
    }

    @Test(
        "a watch reports each change once, continues after a restart, and reads again what was compacted in the meantime"
    )
    func watching() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        let follower = Follower()
        let watching = Task {
            await client.watch([EtcdWatchedRange(.prefix("a/"))]) { follower.take($0) }
        }
        try await eventually("a beginning") { follower.isLive }
        for number in 0..<20 {
            _ = try await client.perform(EtcdPut(EtcdKey("a/\(number % 7)"), [UInt8(number)]))
        }
        try await eventually("all values") { follower.revisions.count == 20 }
        #expect(follower.revisions == follower.revisions.sorted())
        node.kill()
        try await eventually("a word of it") { !follower.isLive }
        try node.restart()
        try await node.ready()
        let write = EtcdTransaction(then: [
            .delete(.key("a/1")), .put(EtcdPut("a/2", [99])),
        ])
        guard case .known(let header) = try await client.perform(write) else {
            Issue.record("it is not known")
            return
        }
        try await eventually("the change after the restart") {
            follower.mirror.revision >= header.header.revision
        }
        let held = try await client.readAll([.prefix("a/")])
        #expect(follower.mirror.sorted == held.entries[0])
        watching.cancel()
        await watching.value
    }

    @Test("a watch that begins before the compaction notices, and reads everything again")
    func compacted() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        for number in 0..<5 { _ = try await client.perform(EtcdPut("a/b", [UInt8(number)])) }
        _ = try await client.perform(EtcdCompaction(revision: 5))
        let stream = try await client.transport.open(
            EtcdClient.request(
                "watch", at: node.endpoint,
                body: Array(
                    #"{"create_request": {"key": "YS9i", "start_revision": "2", "watch_id": "1"}}"#.utf8),
                token: nil, timeout: .seconds(10), mayBeRepeated: true))
        var lines = EtcdLines()
        var found: [EtcdWatchLine] = []
        for try await piece in stream.pieces {
            found += try lines.read(piece).map { try EtcdWatchLine($0) }
            if found.count == 2 { break }
        }
        guard case .compacted = found.last else {
            Issue.record("\(found)")
            return
        }
        let error = await #expect(throws: EtcdError.self) {
            try await client.ask(EtcdRead(.all, revision: 2))
        }
        #expect(error?.refusal == .compacted)
    }

    @Test("keys end with their lease, and a lease that is held does not")
    func leases() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        let granted = Recorder<EtcdLeaseID>()
        let holding = Task {
            await client.holdLease(seconds: 10) { id in
                _ = try? await client.perform(EtcdPut("held", [1], lease: .lease(id)))
                granted.record(id)
            }
        }
        _ = try await granted.first(1)
        let lease = try await client.ask(EtcdLeaseGrant(seconds: 1))
        _ = try await client.perform(EtcdPut("let go", [1], lease: .lease(lease.id)))
        try await eventually("the end of what was let go") {
            try await client.ask(EtcdRead(.key("let go"))).entries.isEmpty
        }
        #expect(try await client.ask(EtcdRead(.key("held"))).entries.first?.lease == granted.elements.first)
        holding.cancel()
        await holding.value
        #expect(try await client.ask(EtcdRead(.key("held"))).entries.isEmpty)
        #expect(granted.count == 1)
    }

    @Test("passwords: signed in, refused elsewhere, and signed in again when the token is no longer known")
    func passwords() async throws {
        let node = try EtcdNode()
        try await node.ready()
        try await node.requirePasswords()
        let client = node.client(EtcdCredentials(user: "ann", password: "right"))
        _ = try await client.perform(EtcdPut("shop/a", [1]))
        let first = client.signIn.token
        let denied = await #expect(throws: EtcdError.self) { try await client.ask(EtcdRead(.key("other"))) }
        #expect(denied?.refusal == .denied)
        try await node.forgetTokens()
        #expect(try await client.ask(EtcdRead(.key("shop/a"))).entries.count == 1)
        #expect(client.signIn.token != first)
        let wrong = node.client(EtcdCredentials(user: "ann", password: "wrong"))
        let error = await #expect(throws: EtcdError.self) { try await wrong.ask(EtcdRead(.all)) }
        #expect(error?.refusal == .wrongPassword)
        let nobody = await #expect(throws: EtcdError.self) { try await node.client().ask(EtcdRead(.all)) }
        #expect(nobody?.refusal == .signInNeeded)
    }

    @Test("a value that is too large, and a full store, are reported as that; the store can still be read")
    func full() async throws {
        let node = try EtcdNode(["--quota-backend-bytes", "3000000"])
        try await node.ready()
        let client = node.client()
        let value = [UInt8](repeating: 0x78, count: 900_000)
        let tooLarge = await #expect(throws: EtcdError.self) {
            try await client.perform(EtcdPut("b", value + value))
        }
        #expect(tooLarge?.refusal == .tooLarge)
        var error: EtcdError?
        for _ in 0..<8 where error == nil {
            do { _ = try await client.perform(EtcdPut("a", value)) } catch let refused as EtcdError {
                error = refused
            }
        }
        #expect(error?.refusal == .storeFull)
        #expect(error?.advice?.contains("NOSPACE") == true)
        #expect(try await client.ask(EtcdRead(.key("a"))).entries.first?.value == value)
    }

    @Test("another cluster at the old address is reported, and nothing of it is taken over")
    func anotherCluster() async throws {
        let first = try EtcdNode(["--initial-cluster-token", "first"])
        let second = try EtcdNode(["--initial-cluster-token", "second"])
        try await first.ready()
        try await second.ready()
        let client = EtcdClient(endpoints: [first.endpoint, second.endpoint], transport: SystemTransport())
        let follower = Follower()
        _ = try await client.ask(EtcdRead(.all))
        let watching = Task { await client.watch([EtcdWatchedRange(.all)]) { follower.take($0) } }
        try await eventually("a beginning") { follower.isLive }
        first.kill()
        await watching.value
        #expect(follower.end == .anotherCluster(member: second.endpoint.description))
        await #expect(throws: EtcdError.anotherCluster(member: second.endpoint.description)) {
            try await client.ask(EtcdRead(.all))
        }
    }
}
