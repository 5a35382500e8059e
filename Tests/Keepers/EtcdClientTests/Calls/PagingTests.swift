import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Reading in pages", .inTurn)
struct PagingTests {
    private static func answer(_ keys: [EtcdKey], more: Bool, at revision: Int64) throws -> EtcdReadAnswer {
        let kvs = keys.map { key -> JSONValue in
            ["key": .base64(key.bytes), "create_revision": "1", "mod_revision": "1", "version": "1"]
        }
        var object = JSONObject()
        object["header"] = ["cluster_id": "5", "revision": .number64(revision)]
        object["kvs"] = .array(kvs)
        if more { object["more"] = true }
        return try EtcdRead(.all).answer(EtcdReply(JSONValue.object(object).compactBytes))
    }

    @Test("pages begin behind the last key, and are all as of the first one's revision")
    func pages() throws {
        var paging = EtcdPaging([.prefix("a"), .prefix("b")])
        #expect(paging.next == EtcdRead(.prefix("a"), limit: 1000))
        paging.take(try Self.answer(["a1", "a2"], more: true, at: 7))
        let rest = try #require(EtcdKeyRange.prefix("a").rest(after: "a2"))
        #expect(paging.next == EtcdRead(rest, limit: 1000, revision: 7))
        paging.take(try Self.answer(["a3"], more: false, at: 9))
        #expect(paging.next == EtcdRead(.prefix("b"), limit: 1000, revision: 7))
        #expect(paging.snapshot == nil)
        paging.take(try Self.answer([], more: false, at: 9))
        #expect(paging.next == nil)
        let snapshot = try #require(paging.snapshot)
        #expect(snapshot.revision == 7)
        #expect(snapshot.entries.map { $0.map(\.key) } == [["a1", "a2", "a3"], []])
    }

    @Test("pages that are too large are asked for again with fewer keys, down to one")
    func shrinking() {
        var paging = EtcdPaging([.all])
        var limits: [Int?] = []
        while paging.shrink() { limits.append(paging.next?.limit) }
        #expect(limits == [125, 15, 1])
    }

    @Test("after a restart nothing is left of the revision that was forgotten, and pages stay small")
    func restart() throws {
        var paging = EtcdPaging([.prefix("a")])
        let isSmaller = paging.shrink()
        #expect(isSmaller)
        paging.take(try Self.answer(["a1"], more: true, at: 7))
        paging.restart()
        #expect(paging.next == EtcdRead(.prefix("a"), limit: 125))
        paging.take(try Self.answer(["a2"], more: false, at: 8))
        #expect(paging.snapshot?.entries.first?.map(\.key) == ["a2"])
        #expect(paging.snapshot?.revision == 8)
    }
}
