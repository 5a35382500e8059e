import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

/// Names and values that look the same and have other bytes are different ones, wherever they are compared.
@Suite("Names and values that only look the same", .inTurn)
struct LookAlikeTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"
    private let now = Date(timeIntervalSince1970: 1_770_000_000)

    private func snapshot(_ texts: ExactDictionary<String>) -> Snapshot {
        Snapshot(entries: texts.mapValues { Snapshot.Entry(text: $0) }, fetchedAt: now)
    }

    @Test("a value that changes only in its bytes is a change, in every comparison")
    func values() {
        let old = snapshot(["k": Self.composed])
        let new = snapshot(["k": Self.decomposed])
        #expect(old.entries != new.entries)
        #expect(!old.saysTheSame(as: new))
        let changes = SnapshotDifference(from: old, to: new).changes
        guard case .changed(let from?, let to?)? = changes["k"] else {
            Issue.record("no change")
            return
        }
        #expect(from.isExactly(Self.composed) && to.isExactly(Self.decomposed))
        let key = CatalogKey(name: "k", schema: ValueSchema(kind: .string))
        #expect(SourceComparison(old, new, keys: [key]).rows.map(\.word) == ["different"])
        #expect(!key.schema.areSame(Self.composed, Self.decomposed))
        #expect(Override(value: Self.composed) != Override(value: Self.decomposed))
    }

    @Test("strings within JSON are compared by their bytes, too")
    func json() {
        let schema = ValueSchema(kind: .json)
        #expect(!schema.areSame("{\"x\": \"\(Self.composed)\"}", "{\"x\":\"\(Self.decomposed)\"}"))
        #expect(!schema.areSame("{\"\(Self.composed)\": 1}", "{\"\(Self.decomposed)\": 1}"))
        #expect(schema.areSame("{\"x\": \"\(Self.composed)\"}", "{\"x\":\"\(Self.composed)\"}"))
    }

    @Test("a source may have both names, each with its value")
    func names() {
        let both = snapshot([Self.composed: "1", Self.decomposed: "2"])
        #expect(both.entries.count == 2)
        let report = Report(keys: [], snapshot: both, overrides: OverrideSet(), at: now)
        #expect(report.rows.map(\.remoteText) == ["2", "1"])
        let renamed = SnapshotDifference(
            from: snapshot([Self.composed: "1"]), to: snapshot([Self.decomposed: "1"]))
        #expect(renamed.changes[Self.composed] == .removed("1"))
        #expect(renamed.changes[Self.decomposed] == .added("1"))
        let comparison = SourceComparison(
            snapshot([Self.composed: "1"]), snapshot([Self.decomposed: "1"]), keys: [])
        #expect(comparison.rows.map(\.word).sorted() == ["only-left", "only-right"])
        #expect(comparison.sameCount == 0)
    }

    @Test("a key is missing if the source has only a name that looks the same, and the report says so")
    func missing() throws {
        let key = CatalogKey(name: Self.composed, schema: ValueSchema(kind: .int))
        let report = Report(
            keys: [key], snapshot: snapshot([Self.decomposed: "1"]), overrides: OverrideSet(), at: now)
        #expect(report.rows.map(\.status) == [.missing, .undeclared])
        #expect(
            report.rows[0].sourceProblem
                == #"the source has "cafe\u{301}", which only looks the same as "caf\u{E9}""#)
        let fine = Report(
            keys: [key], snapshot: snapshot([Self.composed: "1"]), overrides: OverrideSet(), at: now)
        #expect(fine.rows.map(\.status) == [.ok])
    }

    @Test("a service reads the value of exactly its key, and notifies observers of a change of the bytes")
    func service() async throws {
        let keeper = InMemoryRemoteConfigKeeper(snapshot([Self.decomposed: "1", "k": Self.composed]))
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        let key = CatalogKey(name: Self.composed, schema: ValueSchema(kind: .string))
        #expect(service.row(for: key).status == .missing)
        #expect(service.row(for: key).sourceProblem != nil)
    }
}
