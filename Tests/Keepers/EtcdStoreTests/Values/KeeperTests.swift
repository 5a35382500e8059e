import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient
@testable import ExperimentsEtcdStore

@Suite("Values of an etcd cluster", .inTurn, .timeLimit(.minutes(60)))
struct KeeperTests {
    private static let layout = EtcdLayout(project: "shop", environment: "test")

    /// A keeper of values over a transport that answers as the test says, and the transport.
    private static func keeper(_ content: EtcdContent = .keys) throws -> (EtcdRemoteConfigKeeper, SmallStore)
    {
        let store = SmallStore()
        let client = EtcdClient(
            endpoints: [try EtcdEndpoint(parsing: "http://a:2379")], transport: store,
            time: EtcdTime(
                now: { .zero }, pause: { _ in try await untilCancelledThrowing() }, fraction: { 0 }))
        return (
            EtcdRemoteConfigKeeper(
                client: client, layout: layout, content: content, now: { Date(timeIntervalSince1970: 0) }),
            store
        )
    }

    private static func key(_ name: String) -> EtcdKey { layout.key(of: .value(name)) }

    @Test("a fetch brings every value, whatever its name, with the revision that changed one last")
    func fetch() async throws {
        let (keeper, store) = try Self.keeper()
        #expect(keeper.snapshot.entries.isEmpty && keeper.snapshot.version == nil)
        store.put(Self.key("trial/days"), "30", at: 7)
        store.put(Self.key("paywall"), "", at: 5)
        store.revision = 90
        #expect(try await keeper.fetch(.manual).status == .updated)
        #expect(keeper.snapshot.entries.mapValues(\.text) == ["trial/days": "30", "paywall": ""])
        #expect(keeper.snapshot.version == "7")
        store.revision = 95
        #expect(try await keeper.fetch(.manual).status == .unchanged)
    }

    @Test("a value that is not text is omitted and reported, and the others are kept")
    func notText() async throws {
        let (keeper, store) = try Self.keeper()
        store.put(Self.key("good"), "1", at: 2)
        store.put(Self.key("bad"), bytes: [0xC3, 0x28], at: 3)
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.entries.keys.sorted() == ["good"])
        #expect(keeper.snapshot.notes.map(\.text) == [#"the value of "bad" is not UTF-8 text"#])
    }

    @Test("a document is read by its reader; where it cannot be, the fetch fails and the last values stay")
    func document() async throws {
        struct Unreadable: Error, CustomStringConvertible { let description = "line 1 is wrong" }
        let (keeper, store) = try Self.keeper(
            .document { bytes in
                guard bytes != Array("wrong".utf8) else { throw Unreadable() }
                return ["a": Snapshot.Entry(text: String(decoding: bytes, as: UTF8.self))]
            })
        #expect(try await keeper.fetch(.manual).status == .empty)
        store.put(Self.layout.document, "one", at: 2)
        _ = try await keeper.fetch(.manual)
        store.put(Self.layout.document, "wrong", at: 3)
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.summary == "line 1 is wrong")
        #expect(keeper.snapshot.entries["a"]?.text == "one")
    }

    @Test("a store that cannot be reached is reported, and the last values stay")
    func unreachable() async throws {
        let (keeper, store) = try Self.keeper()
        store.put(Self.key("a"), "1", at: 2)
        _ = try await keeper.fetch(.manual)
        store.isGone = true
        await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(keeper.snapshot.entries["a"]?.text == "1")
    }

    @Test("a refused fetch says what to do")
    func denied() async throws {
        let (keeper, store) = try Self.keeper()
        store.deny()
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.advice == "ask for a role that allows these keys")
    }

    @Test("a store that was put back says so, and has the version of then, until it has gone on beyond that")
    func setback() async throws {
        let (keeper, store) = try Self.keeper()
        store.put(Self.key("a"), "1", at: 2)
        store.put(Self.key("b"), "1", at: 4)
        store.revision = 4
        _ = try await keeper.fetch(.manual)
        store.put(Self.key("b"), "0", at: 3)
        store.revision = 3
        #expect(try await keeper.fetch(.manual).status == .updated)
        #expect(keeper.snapshot.version == "3" && keeper.snapshot.entries["b"]?.text == "0")
        let note = try #require(keeper.snapshot.contentProblems.first)
        #expect(note.hasPrefix("the store went back from revision 4 to 3"), "\(note)")
        store.revision = 5
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.contentProblems.isEmpty)
    }

    @Test("while someone observes, changes are brought immediately; then the watch ends")
    func live() async throws {
        let (keeper, store) = try Self.keeper()
        store.put(Self.key("a"), "1", at: 2)
        let notices = Recorder<String>()
        let observation = keeper.observe { notice in
            switch notice {
            case .snapshot(let snapshot): notices.record(snapshot.entries["a"]?.text ?? "none")
            case .liveStatus(let status): notices.record(status.word)
            case .sourceChanged: notices.record("changed")
            }
        }
        store.say(#""watch_id": "1", "created": true"#)
        #expect(try await notices.first(3) == ["connecting", "1", "live"])
        store.tell(Self.key("a"), "2", at: 19)
        #expect(try await notices.first(4).last == "2")
        #expect(keeper.snapshot.version == "19")
        store.revision = 18
        _ = try await keeper.fetch(.manual)
        // What was read before the watch told of something later is not taken for news.
        #expect(keeper.snapshot.entries["a"]?.text == "2")
        observation.cancel()
        #expect(keeper.liveStatus == .off)
    }
}

/// A store of one member, whose content belongs to the test.
private final class SmallStore: StreamingTransport {
    private struct State {
        var entries: [EtcdEntry] = []
        var revision: Int64 = 10
        var isGone = false
        var isDenied = false
    }

    private let state = Mutex(State())
    private let (pieces, continuation) = TransportStream.Pieces.makeStream()

    var revision: Int64 {
        get { state.withLock(\.revision) }
        set { state.withLock { $0.revision = newValue } }
    }

    var isGone: Bool {
        get { state.withLock(\.isGone) }
        set { state.withLock { $0.isGone = newValue } }
    }

    /// Refuses every further request.
    func deny() { state.withLock { $0.isDenied = true } }

    func put(_ key: EtcdKey, _ value: String, at revision: Int64) {
        put(key, bytes: Array(value.utf8), at: revision)
    }

    func put(_ key: EtcdKey, bytes: [UInt8], at revision: Int64) {
        state.withLock { state in
            state.entries.removeAll { $0.key == key }
            state.entries.append(EtcdEntry(key: key, value: bytes, createRevision: 1, modRevision: revision))
        }
    }

    /// Writes a line of the watch.
    func say(_ members: String) {
        let line = #"{"result": {"header": {"cluster_id": "5", "revision": "10"}, \#(members)}}"#
        continuation.yield(Array((line + "\n").utf8))
    }

    /// Tells that a key was put, without putting it.
    func tell(_ key: EtcdKey, _ value: String, at revision: Int64) {
        let entry = EtcdEntry(key: key, value: Array(value.utf8), createRevision: 1, modRevision: revision)
        say(#""watch_id": "1", "events": [{"kv": \#(Self.json(entry).compactText)}]"#)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard !isGone else { throw TransportError.insecure(host: "a", reason: "gone") }
        guard !state.withLock(\.isDenied) else {
            return TransportResponse(
                status: 403, body: Array(#"{"error": "permission denied", "code": 7}"#.utf8))
        }
        let (entries, revision) = state.withLock { ($0.entries, $0.revision) }
        let body: JSONValue = [
            "header": ["cluster_id": "5", "revision": .number64(revision)],
            "kvs": .array(entries.sorted { $0.key < $1.key }.map(Self.json)),
        ]
        return TransportResponse(status: 200, body: body.compactBytes)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        TransportStream(status: 200, pieces: pieces)
    }

    private static func json(_ entry: EtcdEntry) -> JSONValue {
        [
            "key": .base64(entry.key.bytes), "value": .base64(entry.value), "create_revision": "1",
            "mod_revision": .number64(entry.modRevision), "version": "1",
        ]
    }
}
