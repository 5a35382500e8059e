import ExperimentsCore
import TestSupport
import Testing

@Suite("Comparing sources", .inTurn)
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

    @Test("says once for each name whether it differs, in the order of declaration")
    func anySources() {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let names = (0..<8).map { "key\($0)" }
            func snapshot() -> Snapshot {
                let entries = names.filter { _ in Bool.random(using: &random) }.map { name in
                    (name, Snapshot.Entry(text: [nil, "1", "1.0", "2"].randomElement(using: &random) ?? nil))
                }
                return Snapshot(entries: Dictionary(uniqueKeysWithValues: entries), fetchedAt: nil)
            }
            let (left, right) = (snapshot(), snapshot())
            let declared = (0..<6).compactMap { _ in names.randomElement(using: &random) }
            let keys = declared.map { CatalogKey(name: $0, schema: ValueSchema(kind: .double)) }
            let comparison = SourceComparison(left, right, keys: keys)
            let order = declared.enumerated().filter { !declared[..<$0.offset].contains($0.element) }.map(
                \.element)
            let expected = (order + names.filter { !declared.contains($0) }).filter { name in
                guard let one = left.entries[name], let other = right.entries[name] else {
                    return left.entries[name] != nil || right.entries[name] != nil
                }
                let isNumber = declared.contains(name) && one.text != nil && other.text != nil
                return isNumber
                    ? one.text?.prefix(1) != other.text?.prefix(1) : one.text != other.text
            }
            #expect(comparison.rows.map(\.name) == expected)
            #expect(
                comparison.rows.allSatisfy {
                    $0.left == left.entries[$0.name] && $0.right == right.entries[$0.name]
                })
            let all = Set(left.entries.keys).union(right.entries.keys)
            #expect(comparison.sameCount + comparison.rows.count == all.count)
        }
    }
}
