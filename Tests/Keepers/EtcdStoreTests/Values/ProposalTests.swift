import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient
@testable import ExperimentsEtcdStore

@Suite("What a publication of values would change", .inTurn)
struct ProposalTests {
    static let layout = EtcdLayout(project: "shop", environment: "test")
    static let origin = OverrideOrigin(author: "ann", program: "tests")
    static let time = Date(timeIntervalSince1970: 0)

    static func base(
        _ texts: [String: String?], document: String? = nil, publications: Int = 0
    ) -> PublishedValues {
        PublishedValues(
            entries: ExactDictionary(texts.mapValues { Snapshot.Entry(text: $0) }), revision: 50, version: 40,
            notes: [],
            document: document.map { Array($0.utf8) },
            revisions: Dictionary(
                uniqueKeysWithValues: texts.keys.enumerated().map {
                    (layout.key(of: .value($1)), Int64(10 + $0))
                }),
            publications: (0..<publications).map { number in
                EtcdEntry(
                    key: layout.key(of: .publication("p\(number)")), value: [],
                    createRevision: Int64(number + 1),
                    modRevision: Int64(number + 1))
            })
    }

    static func store(_ content: EtcdContent = .keys) throws -> EtcdValueStore {
        let client = EtcdClient(
            endpoints: [try EtcdEndpoint(parsing: "http://a:1")], transport: NoTransport())
        return EtcdValueStore(client: client, layout: layout, content: content)
    }

    @Test("edits that change nothing are left out")
    func nothing() {
        let base = Self.base(["a": "1", "b": nil])
        #expect(ValueProposal(["a": .set("1"), "b": .appDefault, "c": .unset], on: base).isEmpty)
        let changed = ValueProposal(["a": .unset, "b": .set("2"), "c": .appDefault], on: base)
        #expect(changed.changes.map(\.name) == ["a", "b", "c"])
        #expect(changed.changes.map(\.new) == [nil, Snapshot.Entry(text: "2"), Snapshot.Entry(text: nil)])
    }

    @Test("values of elsewhere replace all: what is not there is removed")
    func whole() {
        let base = Self.base(["a": "1", "b": "2"])
        let proposal = ValueProposal(
            ["b": Snapshot.Entry(text: "3"), "c": Snapshot.Entry(text: "4")], on: base)
        #expect(
            proposal.changes.map { "\($0.name) \($0.old?.text ?? "-") \($0.new?.text ?? "-")" } == [
                "a 1 -", "b 2 3", "c - 4",
            ])
    }

    @Test("a publication is one transaction that wants each of its keys as it was read, and leaves a mark")
    func transaction() throws {
        let base = Self.base(["a": "1"])
        let proposal = ValueProposal(["a": .unset, "b": .set("2")], on: base)
        let change = try Self.store().change(proposal, by: Self.origin, note: "why", at: Self.time, id: "id")
        let (a, b) = (Self.layout.key(of: .value("a")), Self.layout.key(of: .value("b")))
        #expect(change.comparisons == [.wasChanged(a, at: 10), .wasChanged(b, at: 0)])
        #expect(change.operations == [.delete(.key(a)), .put(EtcdPut(b, Array("2".utf8)))])
        #expect(change.mark == Self.layout.key(of: .publication("id")))
        let note = ValueNote(reading: change.note)
        #expect(
            note
                == ValueNote(
                    at: "1970-01-01T00:00:00.000Z", author: "ann", program: "tests", note: "why",
                    names: ["a", "b"]))
    }

    @Test("the oldest publications are removed, a few at a time")
    func trimmed() throws {
        let few = ValueProposal(["a": .set("1")], on: Self.base([:], publications: 199))
        #expect(
            try Self.store().change(few, by: Self.origin, note: nil, at: Self.time, id: "id").operations.count
                == 1)
        let many = ValueProposal(["a": .set("1")], on: Self.base([:], publications: 202))
        let operations = try Self.store().change(many, by: Self.origin, note: nil, at: Self.time, id: "id")
            .operations
        #expect(
            Array(operations.dropFirst())
                == (0..<3).map { .delete(.key(Self.layout.key(of: .publication("p\($0)")))) })
    }

    @Test("more than one step of the store takes is refused, with what to do")
    func tooMany() throws {
        func change(_ count: Int) throws -> EtcdChange {
            let edits = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", ValueEdit.set("1")) })
            let base = Self.base([:], publications: 250)
            return try Self.store().change(
                ValueProposal(edits, on: base), by: Self.origin, note: nil, at: Self.time, id: "id")
        }
        #expect(try change(EtcdValueStore.mostKeys).transaction.fault == nil)
        #expect(throws: MessageError.self) { try change(EtcdValueStore.mostKeys + 1) }
    }

    @Test("the app's default cannot be said where each value has a key")
    func appDefault() throws {
        let proposal = ValueProposal(["a": .appDefault], on: Self.base([:]))
        #expect(throws: MessageError.self) {
            try Self.store().change(proposal, by: Self.origin, note: nil, at: Self.time, id: "id")
        }
    }

    @Test(
        "a value in a document is of the kind that is read back as its text",
        arguments: [
            ("2", #"{"a": 2}"#), ("2.50", #"{"a": 2.50}"#), ("true", #"{"a": true}"#), ("x", #"{"a": "x"}"#),
            ("null", #"{"a": "null"}"#), ("[1]", #"{"a": [1]}"#), ("[1, 2]", #"{"a": "[1, 2]"}"#),
            ("", #"{"a": ""}"#), ("\"x\"", #"{"a": "\"x\""}"#),
        ])
    func kinds(text: String, document: String) throws {
        let bytes = try [ValueProposal.Change(name: "a", new: Snapshot.Entry(text: text))].applied(to: nil)
        #expect(try JSONValue(parsing: bytes) == JSONValue(parsing: Array(document.utf8)))
        #expect(try JSONValue(parsing: bytes).object?["a"]?.valueText == text)
    }

    @Test("what else a document holds stays, in its order")
    func document() throws {
        let old = #"{"z": {"deep": [1, 2.0]}, "a": 1, "b": null}"#
        let changes: [ValueProposal.Change] = [
            .init(name: "a", old: Snapshot.Entry(text: "1"), new: nil),
            .init(name: "c", new: Snapshot.Entry(text: nil)),
        ]
        let new = try changes.applied(to: Array(old.utf8))
        #expect(try JSONValue(parsing: new).compactText == #"{"z":{"deep":[1,2.0]},"b":null,"c":null}"#)
        #expect(throws: MessageError.self) { try changes.applied(to: Array("a: 1".utf8)) }
    }

    @Test("random texts in a document are read back as they were written")
    func random() throws {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 500) {
            let text = RandomJSON.text(using: &random)
            let bytes = try [ValueProposal.Change(name: "a", new: Snapshot.Entry(text: text))].applied(
                to: nil)
            #expect(try JSONValue(parsing: bytes).object?["a"]?.valueText == text)
        }
    }
}
