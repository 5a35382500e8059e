import ExperimentsCore
import TestSupport
import Testing

@Suite("The difference between two snapshots", .inTurn)
struct SnapshotDifferenceTests {
    private func snapshot(_ texts: [String: String?]) -> Snapshot {
        Snapshot(entries: texts.mapValues { Snapshot.Entry(text: $0) }, fetchedAt: nil)
    }

    @Test("lists what was added, changed and removed")
    func tells() {
        let old = snapshot(["same": "1", "changed": "1", "removed": "1", "toDefault": "1"])
        let new = snapshot(["same": "1", "changed": "2", "added": "1", "toDefault": nil])
        let difference = SnapshotDifference(from: old, to: new)
        #expect(
            difference.changes == [
                "changed": .changed(from: "1", to: "2"), "removed": .removed("1"), "added": .added("1"),
                "toDefault": .changed(from: "1", to: nil),
            ])
        #expect(difference.names == ["added", "changed", "removed", "toDefault"])
        #expect(difference.count == 4)
        #expect(!difference.isEmpty)
    }

    @Test("a snapshot does not differ from itself")
    func noDifference() {
        let one = snapshot(["a": "1", "b": nil])
        #expect(SnapshotDifference(from: one, to: one) == .none)
        #expect(SnapshotDifference(from: one, to: snapshot(["b": nil, "a": "1"])).isEmpty)
    }

    @Test("leads from the old texts to the new ones", arguments: 0..<20 as Range<UInt64>)
    func isComplete(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func texts() -> [String: String] {
            var texts: [String: String] = [:]
            for _ in 0..<Int.random(in: 0..<30, using: &random) {
                texts["key\(Int.random(in: 0..<20, using: &random))"] = ["a", "b"].randomElement(
                    using: &random)
            }
            return texts
        }
        let (old, new) = (texts(), texts())
        var built = old
        let difference = SnapshotDifference(
            from: Snapshot(texts: old, fetchedAt: nil), to: Snapshot(texts: new, fetchedAt: nil))
        for (name, change) in difference.changes {
            switch change {
            case .added(let text):
                #expect(built[name] == nil)
                built[name] = text
            case .changed(let from, let to):
                #expect(built[name] == from)
                #expect(from != to)
                built[name] = to
            case .removed(let text):
                #expect(built[name] == text)
                built[name] = nil
            }
        }
        #expect(built == new)
    }

    @Test("kept for later, it has its first names and still counts all")
    func limited() {
        let new = Snapshot(
            texts: Dictionary(uniqueKeysWithValues: (0..<500).map { ("key\(100_000 + $0)", "x") }),
            fetchedAt: nil)
        let difference = SnapshotDifference(from: .empty, to: new).limited(to: 3)
        #expect(difference.names == ["key100000", "key100001", "key100002"])
        #expect(difference.count == 500)
        #expect(!difference.isEmpty)
        #expect(difference.limited(to: 10) == difference)
    }
}
