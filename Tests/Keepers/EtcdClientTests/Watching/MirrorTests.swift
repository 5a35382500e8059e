import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("What a watch keeps up with", .inTurn)
struct MirrorTests {
    private static func entry(_ key: EtcdKey, _ value: UInt8, at revision: Int64) -> EtcdEntry {
        EtcdEntry(key: key, value: [value], createRevision: 1, modRevision: revision)
    }

    @Test("each change is reported with what was there before")
    func changes() {
        var mirror = EtcdMirror()
        let first = Self.entry("a", 1, at: 2)
        let second = Self.entry("a", 2, at: 3)
        #expect(mirror.take(.state(EtcdSnapshot(clusterID: 5, revision: 2, entries: [[first]]))).count == 1)
        #expect(
            mirror.take(.events(range: 0, [EtcdEvent(.put, second)])) == [
                EtcdEvent(.put, second, previous: first)
            ])
        let gone = EtcdEvent(.delete, EtcdEntry(key: "a", value: [], createRevision: 0, modRevision: 4))
        #expect(mirror.take(.events(range: 0, [gone])).first?.previous == second)
        #expect(mirror.entries.isEmpty && mirror.revision == 4)
    }

    @Test("what was read again is reported as the difference, deletions included")
    func difference() {
        var mirror = EtcdMirror()
        let (kept, gone) = (Self.entry("a", 1, at: 2), Self.entry("b", 1, at: 3))
        let (changed, new) = (Self.entry("c", 2, at: 9), Self.entry("d", 1, at: 8))
        _ = mirror.take(
            .state(
                EtcdSnapshot(clusterID: 5, revision: 3, entries: [[kept, gone, Self.entry("c", 1, at: 2)]])))
        let events = mirror.take(
            .state(EtcdSnapshot(clusterID: 5, revision: 9, entries: [[kept, changed, new]])))
        #expect(events.map(\.key) == ["b", "d", "c"])
        #expect(events.map(\.kind) == [.delete, .put, .put])
        #expect(events[0].revision == 9 && events[0].previous == gone)
        #expect(mirror.sorted == [kept, changed, new])
    }

    @Test("what it holds already, because it was read in addition to, changes nothing")
    func known() {
        var mirror = EtcdMirror()
        let (old, new) = (Self.entry("a", 1, at: 5), Self.entry("a", 2, at: 7))
        _ = mirror.take(.state(EtcdSnapshot(clusterID: 5, revision: 7, entries: [[new]])))
        #expect(mirror.take(.events(range: 0, [EtcdEvent(.put, old), EtcdEvent(.put, new)])).isEmpty)
        #expect(mirror.sorted == [new])
        let next = [Self.entry("b", 1, at: 8), Self.entry("c", 1, at: 8)]
        #expect(mirror.take(.events(range: 0, next.map { EtcdEvent(.put, $0) })).count == 2)
    }

    @Test("a message about another range, or about the watch itself, changes nothing")
    func others() {
        var mirror = EtcdMirror(range: 1)
        #expect(mirror.take(.events(range: 0, [EtcdEvent(.put, Self.entry("a", 1, at: 2))])).isEmpty)
        #expect(mirror.take(.condition(.connecting)).isEmpty)
        #expect(mirror.take(.state(EtcdSnapshot(clusterID: 5, revision: 2, entries: [[]]))).isEmpty)
    }
}
