import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Warnings about overrides", .inTurn)
struct OverrideWarningTests {
    private let now = Date(timeIntervalSince1970: 1_000)
    private let keys = [
        CatalogKey(name: "count", schema: ValueSchema(kind: .int, range: 1...10)),
        CatalogKey(name: "layout", schema: ValueSchema(kind: .json)),
        CatalogKey(name: "title", schema: ValueSchema(kind: .string)),
    ]
    private let snapshot = Snapshot(
        texts: ["count": "5", "layout": #"{"a": 1}"#, "extra": "x"], fetchedAt: Date(timeIntervalSince1970: 0)
    )

    private func words(_ override: Override, of name: String) -> [String] {
        let report = Report(keys: keys, snapshot: snapshot, overrides: OverrideSet([name: override]), at: now)
        let row = report.rows.first { $0.name == name }
        return report.warnings(on: override, of: name, row: row, at: now).map(\.word)
    }

    @Test("a useful override has none")
    func none() {
        #expect(words(Override(value: "6"), of: "count").isEmpty)
        #expect(words(Override(value: "any"), of: "title").isEmpty)
    }

    @Test("the same value as the source's is redundant, also in another spelling")
    func redundant() {
        #expect(words(Override(value: "5"), of: "count") == ["redundant"])
        #expect(words(Override(value: #"{"a":1}"#), of: "layout") == ["redundant"])
    }

    @Test("a value that the key does not accept is refused")
    func refused() {
        #expect(words(Override(value: "11"), of: "count") == ["refused"])
        #expect(words(Override(value: "11", isEnabled: false), of: "count") == ["refused"])
        #expect(words(Override(value: "{"), of: "layout") == ["refused"])
        #expect(words(Override(value: "{", isEnabled: false), of: "layout") == ["refused"])
        #expect(words(Override(value: #"{"a": 2}"#), of: "layout") == [])
    }

    @Test("an override of a name that no key has is an orphan, whether or not the source holds it")
    func orphan() {
        #expect(words(Override(value: "1"), of: "retired") == ["orphan"])
        #expect(words(Override(value: "y"), of: "extra") == ["orphan"])
    }

    @Test("one whose end has come is expired, and what else is odd is reported, too")
    func expired() {
        #expect(words(Override(value: "5", expiresAt: now), of: "count") == ["expired", "redundant"])
        #expect(words(Override(value: "6", until: .upstreamChange(from: "4")), of: "count") == ["expired"])
    }
}
