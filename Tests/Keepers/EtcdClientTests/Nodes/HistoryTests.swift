import EtcdNodes
import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite(
    "The history of a real etcd", .inTurn,
    .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)),
    .timeLimit(.minutes(60)))
struct HistoryTests {
    private static func words(_ history: EtcdHistory) -> [String] {
        history.events.map { event in
            let old = event.previous.map { String(decoding: $0.value, as: UTF8.self) } ?? "-"
            let new = event.kind == .put ? String(decoding: event.entry.value, as: UTF8.self) : "-"
            return "\(event.key.text ?? "?") \(old) \(new)"
        }
    }

    @Test(
        "every change is reported in order with what was there before, deletions too, and nothing of other keys"
    )
    func whole() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        let empty = try await client.history(of: .prefix("a/"), limit: 10)
        #expect(empty.events.isEmpty && empty.first == 1)
        for (key, value) in [("a/x", "1"), ("b/x", "2"), ("a/y", "3"), ("a/x", "4")] {
            _ = try await client.perform(EtcdPut(EtcdKey(key), Array(value.utf8)))
        }
        _ = try await client.perform(EtcdTransaction(then: [.delete(.key("a/y"))]))
        _ = try await client.perform(EtcdPut("a/z", Array("5".utf8)))
        let history = try await client.history(of: .prefix("a/"), limit: 10)
        #expect(Self.words(history) == ["a/x - 1", "a/y - 3", "a/x 1 4", "a/y 3 -", "a/z - 5"])
        let latest = try await client.history(of: .prefix("a/"), limit: 2)
        #expect(Self.words(latest) == ["a/y 3 -", "a/z - 5"])
        #expect(latest.isCut && !history.isCut)
        let one = try await client.history(of: .key("a/x"), limit: 10)
        #expect(Self.words(one) == ["a/x - 1", "a/x 1 4"])
    }

    @Test("what is compacted is left out, and said; what ended since the oldest revision is reported")
    func compacted() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        for value in ["1", "2", "3"] { _ = try await client.perform(EtcdPut("a/x", Array(value.utf8))) }
        _ = try await client.perform(EtcdPut("a/y", [0x37]))
        _ = try await client.perform(EtcdCompaction(revision: 4))
        let kept = try await client.history(of: .prefix("a/"), limit: 10)
        #expect(kept.first == 4)
        #expect(kept.events.map(\.revision) == [4, 5])
        _ = try await client.perform(EtcdTransaction(then: [.delete(.prefix("a/"))]))
        _ = try await client.perform(EtcdCompaction(revision: 5))
        let ended = try await client.history(of: .prefix("a/"), limit: 10)
        #expect(ended.events.filter { $0.kind == .delete }.map(\.key) == ["a/x", "a/y"])
        _ = try await client.perform(EtcdPut("other", [1]))
        _ = try await client.perform(EtcdCompaction(revision: 7))
        let nothing = try await client.history(of: .prefix("a/"), limit: 10)
        #expect(nothing.events.isEmpty && nothing.first == 7)
    }

    @Test("a long history comes in many lines, and its end is found")
    func long() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        for number in 0..<1500 { _ = try await client.perform(EtcdPut("a/x", Array("\(number)".utf8))) }
        let history = try await client.history(of: .prefix("a/"), limit: 5000)
        #expect(history.events.count == 1500)
        #expect(history.events.map(\.revision) == history.events.map(\.revision).sorted())
        // The end alone says as much as the whole where no more is asked for.
        let latest = try await client.history(of: .prefix("a/"), limit: 20)
        #expect(latest.events == Array(history.events.suffix(20)) && latest.isCut && latest.first == 1)
    }

    @Test(
        "changes that lie far back are found, whatever else happened since, and no more than were asked for")
    func farBack() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        for value in ["1", "2", "3"] { _ = try await client.perform(EtcdPut("a/x", Array(value.utf8))) }
        for number in 0..<300 { _ = try await client.perform(EtcdPut("b/x", Array("\(number)".utf8))) }
        _ = try await client.perform(EtcdPut("a/x", Array("4".utf8)))
        let two = try await client.history(of: .prefix("a/"), limit: 2)
        #expect(Self.words(two) == ["a/x 2 3", "a/x 3 4"] && two.isCut && two.first == 1)
        let all = try await client.history(of: .prefix("a/"), limit: 5)
        #expect(Self.words(all) == ["a/x - 1", "a/x 1 2", "a/x 2 3", "a/x 3 4"] && !all.isCut)
    }
}
