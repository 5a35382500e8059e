import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("A history that is read off a watch", .inTurn)
struct ReplayTests {
    /// A line of the stream, with an end.
    private static func line(_ members: String) -> [UInt8] {
        Array((#"{"result": {"header": {"cluster_id": "5", "revision": "90"}, \#(members)}}"# + "\n").utf8)
    }

    /// A line with a change of each of these keys, each in a revision of its own.
    private static func events(_ revisions: [Int64], deletes: Bool = false, isPart: Bool = false) -> [UInt8] {
        let events = revisions.map { revision in
            let key = JSONValue.base64(Array("k\(revision)".utf8)).compactText
            let type = deletes ? #""type": "DELETE", "# : ""
            return #"{\#(type)"kv": {"key": \#(key), "mod_revision": "\#(revision)"}}"#
        }
        let part = isPart ? #""fragment": true, "# : ""
        return line(#""watch_id": "1", \#(part)"events": [\#(events.joined(separator: ", "))]"#)
    }

    /// What a history that has ended holds.
    private static func done(_ end: EtcdReplay.End?) throws -> (events: [EtcdEvent], isCut: Bool) {
        guard case .done(let events, let isCut)? = end else { throw NotDone() }
        return (events, isCut)
    }

    private struct NotDone: Error {}

    private static func ignore(_ header: EtcdHeader) {}

    @Test("it is done with the last change that must come, whole lines at a time")
    func done() throws {
        var replay = EtcdReplay(from: 1, latest: 7, gone: [], limit: 10)
        #expect(try replay.take(Self.line(#""watch_id": "1", "created": true"#), noting: Self.ignore) == nil)
        #expect(try replay.take(Self.events([3, 5]), noting: Self.ignore) == nil)
        #expect(try replay.take(Self.events([7], isPart: true), noting: Self.ignore) == nil)
        let (events, isCut) = try Self.done(replay.take(Self.events([9]), noting: Self.ignore))
        #expect(events.map(\.revision) == [3, 5, 7, 9])
        #expect(!isCut)
    }

    @Test("it waits for the end of every key that is gone")
    func gone() throws {
        var replay = EtcdReplay(from: 4, latest: 0, gone: ["k6", "k8"], limit: 10)
        #expect(try replay.take(Self.events([6], deletes: true), noting: Self.ignore) == nil)
        let (events, _) = try Self.done(replay.take(Self.events([8], deletes: true), noting: Self.ignore))
        #expect(events.map(\.kind) == [.delete, .delete])
    }

    @Test("of more than is wanted the latest are kept, and that there were others is reported")
    func limit() throws {
        var replay = EtcdReplay(from: 1, latest: 60, gone: [], limit: 4)
        for revision in 2..<60 {
            #expect(try replay.take(Self.events([Int64(revision)]), noting: Self.ignore) == nil)
            #expect(replay.events.count <= 9)
        }
        let (events, isCut) = try Self.done(replay.take(Self.events([60]), noting: Self.ignore))
        #expect(events.map(\.revision) == [57, 58, 59, 60])
        #expect(isCut)
    }

    @Test("what is forgotten is named, so that it begins behind that; one that forgets for ever ends it")
    func forgotten() throws {
        let compacted = Self.line(#""watch_id": "1", "canceled": true, "compact_revision": "40""#)
        var replay = EtcdReplay(from: 1, latest: 50, gone: [], limit: 10)
        #expect(try replay.take(compacted, noting: Self.ignore) == .compacted(40))
        var later = EtcdReplay(from: 40, latest: 50, gone: [], limit: 10)
        #expect(throws: MessageError.self) { try later.take(compacted, noting: Self.ignore) }
    }

    @Test("a refusal and another cluster end it")
    func refused() throws {
        var replay = EtcdReplay(from: 1, latest: 5, gone: [], limit: 10)
        let refused = Array(
            (#"{"error": {"grpc_code": 14, "message": "etcdserver: no leader"}}"# + "\n").utf8)
        #expect(throws: EtcdFailure.self) { try replay.take(refused, noting: Self.ignore) }
        struct Another: Error {}
        #expect(throws: Another.self) {
            try replay.take(Self.events([5])) { header in if header.clusterID == 5 { throw Another() } }
        }
    }

    @Test("the request begins at the given revision, with the values before each change")
    func request() throws {
        let replay = EtcdReplay(from: 40, latest: 50, gone: [], limit: 10)
        let body = try JSONValue(parsing: replay.body(of: .prefix("a/"))).object?["create_request"]?.object
        #expect(body?["start_revision"] == "40")
        #expect(body?["prev_kv"] == true)
        #expect(body?["key"] == "YS8=" && body?["range_end"] == "YTA=")
    }
}
