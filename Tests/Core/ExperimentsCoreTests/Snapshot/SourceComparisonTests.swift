import ExperimentsCore
import Testing

@Suite("Comparing sources")
struct SourceComparisonTests {
    private let keys = ["b", "a"].map { CatalogKey(name: $0, schema: ValueSchema(kind: .double)) }

    @Test("lists what differs, declared keys first, and counts what does not")
    func rows() {
        let left = Snapshot(texts: ["a": "1", "b": "2", "x": "same", "y": "left"], fetchedAt: nil)
        let right = Snapshot(texts: ["a": "1.0", "b": "3", "x": "same", "z": "right"], fetchedAt: nil)
        let comparison = SourceComparison(left, right, keys: keys)
        #expect(comparison.rows.map(\.name) == ["b", "y", "z"])
        #expect(comparison.rows.map(\.word) == ["different", "only-left", "only-right"])
        #expect(comparison.sameCount == 2)
    }

    @Test("the app's default and no entry at all are different")
    func appDefault() {
        let left = Snapshot(entries: ["a": Snapshot.Entry(text: nil)], fetchedAt: nil)
        #expect(SourceComparison(left, .empty, keys: keys).rows.count == 1)
        #expect(SourceComparison(left, left, keys: keys).rows.isEmpty)
    }
}
