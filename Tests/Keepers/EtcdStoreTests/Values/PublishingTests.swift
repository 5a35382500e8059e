import EtcdNodes
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient
@testable import ExperimentsEtcdStore

@Suite(
    "Publishing values to a real etcd", .inTurn,
    .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)), .timeLimit(.minutes(60)))
struct PublishingTests {
    private static let layout = EtcdLayout(project: "shop", environment: "test")
    private static let ann = OverrideOrigin(author: "ann", program: "experiments values set")
    private static let time = Date(timeIntervalSince1970: 0)

    /// Values as an object of JSON.
    private static let document = EtcdContent.document { bytes in
        let members = try JSONValue(parsing: bytes).object?.members ?? []
        return ExactDictionary(members.map { ($0.name, Snapshot.Entry(text: $0.value.valueText)) }) {
            first, _ in first
        }
    }

    private static func publish(
        _ edits: [String: ValueEdit], to store: EtcdValueStore, note: String? = nil
    ) async throws -> Int64 {
        let proposal = ValueProposal(edits, on: try await store.published())
        let outcome = try await store.publish(proposal, by: ann, note: note, at: time, id: UUID().uuidString)
        guard case .known(let revision) = outcome else {
            Issue.record("it is not known")
            return 0
        }
        return revision
    }

    private static func words(_ publication: ValuePublication) -> String {
        let changes = (publication.changes ?? []).map {
            "\($0.name) \($0.old?.text ?? "-") \($0.new?.text ?? "-")"
        }
        return "\(publication.author ?? "?"): " + changes.joined(separator: ", ")
    }

    @Test("what is published is read, with who published it, and every revision can be brought back")
    func publishing() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        let store = EtcdValueStore(client: client, layout: Self.layout)
        let first = try await Self.publish(["a": .set("1"), "b/c": .set("2")], to: store, note: "first")
        _ = try await client.perform(EtcdPut(Self.layout.key(of: .value("b/c")), Array("3".utf8)))
        let last = try await Self.publish(["a": .unset], to: store)
        #expect(try await store.published().texts == ["b/c": "3"])
        #expect(try await store.published(at: first).texts == ["a": "1", "b/c": "2"])
        let history = try await store.history(limit: 10)
        #expect(history.publications.map(Self.words) == ["ann: a 1 -", "?: b/c 2 3", "ann: a - 1, b/c - 2"])
        #expect(history.publications.map(\.note) == [nil, nil, "first"])
        #expect(history.publications.first?.revision == last)
        #expect(
            try await store.history(of: "b/c", limit: 10).publications.map(Self.words) == [
                "?: b/c 2 3", "ann: b/c - 2",
            ])
        #expect(try await store.history(limit: 1).publications.map(\.revision) == [last])
        // Back to the first, as a new publication.
        let then = try await store.published(at: first)
        let back = ValueProposal(then.entries, on: try await store.published())
        _ = try await store.publish(back, by: Self.ann, at: Self.time, id: "back")
        #expect(try await store.published().texts == ["a": "1", "b/c": "2"])
        await #expect(throws: MessageError.self) { try await store.published(at: 1_000_000) }
    }

    @Test("the second to publish hears who was first, and publishes nothing")
    func conflict() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let store = EtcdValueStore(client: node.client(), layout: Self.layout)
        _ = try await Self.publish(["a": .set("1"), "b": .set("1")], to: store)
        let base = try await store.published()
        _ = try await Self.publish(["a": .set("2")], to: store)
        let late = ValueProposal(["a": .set("3"), "b": .set("3")], on: base)
        let problem = await #expect(throws: ValueConflict.self) {
            try await store.publish(late, by: Self.ann, at: Self.time, id: "late")
        }
        #expect(problem?.message == #"ann changed "a" first; nothing was published"#)
        #expect(try await store.published().texts == ["a": "2", "b": "1"])
        // Another key is no conflict.
        let other = ValueProposal(["b": .set("3")], on: base)
        _ = try await store.publish(other, by: Self.ann, at: Self.time, id: "other")
        #expect(try await store.published().texts == ["a": "2", "b": "3"])
        // The same publication again, as after a lost answer, changes nothing.
        _ = try await Self.publish(["b": .set("4")], to: store)
        _ = try await store.publish(other, by: Self.ann, at: Self.time, id: "other")
        #expect(try await store.published().texts == ["a": "2", "b": "4"])
    }

    @Test("a document holds all values, and its history is reported by key")
    func documents() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let store = EtcdValueStore(client: node.client(), layout: Self.layout, content: Self.document)
        _ = try await Self.publish(["a": .set("1"), "b": .appDefault], to: store)
        _ = try await Self.publish(["a": .set("x")], to: store)
        #expect(try await store.published().texts == ["a": "x", "b": nil])
        #expect(
            try await store.history(limit: 9).publications.map(Self.words) == [
                "ann: a 1 x", "ann: a - 1, b - -",
            ])
        #expect(try await store.history(of: "b", limit: 9).publications.count == 1)
        let base = try await store.published()
        _ = try await Self.publish(["c": .set("1")], to: store)
        let whole = ValueProposal(["z": Snapshot.Entry(text: "1")], as: Array(#"{"z": 1}"#.utf8), on: base)
        await #expect(throws: ValueConflict.self) {
            try await store.publish(whole, by: Self.ann, at: Self.time, id: "whole")
        }
    }

    @Test("what the store has forgotten is reported, and who published it stays known")
    func compacted() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let store = EtcdValueStore(client: node.client(), layout: Self.layout)
        let first = try await Self.publish(["a": .set("1")], to: store)
        let second = try await Self.publish(["a": .set("2")], to: store)
        _ = try await Self.publish(["a": .set("3")], to: store)
        _ = try await node.client().perform(EtcdCompaction(revision: second))
        await #expect(throws: MessageError.self) { try await store.published(at: first) }
        #expect(try await store.published(at: second).texts == ["a": "2"])
        let history = try await store.history(limit: 9)
        #expect(history.publications.map { $0.changes == nil } == [false, false, true])
        #expect(history.publications.last?.author == "ann")
        #expect(history.first == second)
    }

    @Test("a value that is not a text is reported, and stays unless it is replaced")
    func notText() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        let store = EtcdValueStore(client: client, layout: Self.layout)
        _ = try await client.perform(EtcdPut(Self.layout.key(of: .value("bad")), [0xC3, 0x28]))
        #expect(try await store.published().notes.count == 1)
        _ = try await Self.publish(["good": .set("1")], to: store)
        #expect(try await client.ask(EtcdRead(.key(Self.layout.key(of: .value("bad"))))).entries.count == 1)
        _ = try await Self.publish(["bad": .set("now text")], to: store)
        #expect(try await store.published().texts == ["bad": "now text", "good": "1"])
    }
}
