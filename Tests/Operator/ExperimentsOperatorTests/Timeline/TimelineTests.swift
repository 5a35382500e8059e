import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Timeline of what the source held", .inTurn)
struct TimelineTests {
    private func snapshot(_ texts: [String: String], _ version: Int = 0) -> Snapshot {
        Snapshot(texts: texts, version: String(version), fetchedAt: SampleShop.start)
    }

    private func timeline(_ snapshots: [Snapshot], capacity: Int = 500, costLimit: Int = 1 << 20) -> Timeline
    {
        var timeline = Timeline(
            snapshots[0], at: SampleShop.start, capacity: capacity, costLimit: costLimit)
        for (number, snapshot) in snapshots.enumerated().dropFirst() {
            timeline.append(
                snapshot, Reversal(from: timeline.newest, to: snapshot), number: number,
                at: SampleShop.start + Double(number))
        }
        return timeline
    }

    @Test("every generation comes back as it was, whatever changed")
    func comesBack() {
        var generator = SeededGenerator(seed: 2 &+ FuzzEffort.seed)
        for _ in 0..<50 {
            var texts: [String: String] = [:]
            let snapshots = (0..<12).map { version in
                for _ in 0..<Int.random(in: 0...4, using: &generator) {
                    texts["k\(Int.random(in: 0...9, using: &generator))"] =
                        Bool.random(using: &generator) ? nil : "\(Int.random(in: 0...3, using: &generator))"
                }
                return snapshot(texts, version)
            }
            let timeline = timeline(snapshots)
            for (number, original) in snapshots.enumerated() {
                guard let index = timeline.index(of: number) else {
                    Issue.record("generation \(number) is not kept")
                    continue
                }
                #expect(timeline.snapshot(at: index).entries == original.entries)
                for name in (0...9).map({ "k\($0)" }) {
                    #expect(timeline.entry(name, at: index) == original.entries[name])
                }
            }
            let (first, second) = (Int.random(in: 0..<12), Int.random(in: 0..<12))
            if let from = timeline.index(of: first), let to = timeline.index(of: second) {
                #expect(
                    timeline.difference(from: from, to: to)
                        == SnapshotDifference(from: snapshots[first], to: snapshots[second]))
            }
        }
    }

    @Test("the same content again makes no generation, but belongs to the one that there is")
    func sameContent() {
        let timeline = timeline([snapshot(["a": "1"], 1), snapshot(["a": "1"], 2), snapshot(["a": "2"], 3)])
        #expect(timeline.generations.count == 2)
        #expect(timeline.index(of: 1) == 0)
        #expect(timeline.generations[0].version == "2")
    }

    @Test("the oldest generations go where there are too many, or they take too much")
    func bounds() {
        let few = timeline((0..<10).map { snapshot(["a": "\($0)"], $0) }, capacity: 3)
        #expect(few.generations.map(\.version) == ["7", "8", "9"])
        #expect(few.index(of: 2) == nil)
        let text = String(repeating: "x", count: 1000)
        let small = timeline((0..<10).map { snapshot(["a": "\($0)" + text], $0) }, costLimit: 2500)
        #expect(small.generations.count == 3)
        #expect(small.snapshot(at: 0).entries["a"]?.text == "7" + text)
    }

    @Test("the one before the newest stays, however large it is")
    func lastStep() {
        let text = String(repeating: "x", count: 5000)
        let timeline = timeline((0..<4).map { snapshot(["a": "\($0)" + text], $0) }, costLimit: 1000)
        #expect(timeline.generations.map(\.version) == ["2", "3"])
        #expect(timeline.snapshot(at: 0).entries["a"]?.text == "2" + text)
    }

    @Test("the values of a name are reported with when they came, newest first")
    func values() {
        let timeline = timeline([
            snapshot(["a": "1"]), snapshot(["a": "2"]), snapshot(["a": "2", "b": "x"]), snapshot(["b": "x"]),
        ])
        let values = timeline.values(of: "a")
        #expect(values.map(\.entry?.text) == [nil, "2", "1"])
        #expect(values.map(\.generation.since) == [3, 1, 0].map { SampleShop.start + $0 })
    }

    @Test("the state before the first fetch is not a generation")
    func nothingBefore() {
        var timeline = Timeline(.empty, at: SampleShop.start)
        timeline.append(snapshot(["a": "1"]), .none, number: 1, at: SampleShop.start)
        #expect(timeline.generations.count == 1)
        #expect(timeline.newest.entries["a"]?.text == "1")
    }

    @Test(
        "what stands in from an earlier program is as old as it was then, and adds nothing to what is kept since"
    )
    func standIn() {
        func kept(_ text: String, at second: Double) -> KeptValue {
            KeptValue(
                moment: ValueMoment(
                    at: SampleShop.start + second, unchangedUntil: nil, version: nil, notes: [], program: nil),
                text: KeptText(text), isFirst: second == 0)
        }
        var timeline = Timeline(.empty, at: SampleShop.start + 8)
        let known = Snapshot(texts: ["a": "7"], fetchedAt: SampleShop.start + 1)
        timeline.append(known, .none, number: 1, at: SampleShop.start + 9)
        #expect(timeline.generations.map(\.since) == [SampleShop.start + 1])
        let fetched = Snapshot(texts: ["a": "9"], fetchedAt: SampleShop.start + 8)
        timeline.append(fetched, Reversal(from: known, to: fetched), number: 2, at: SampleShop.start + 9)
        let now = SampleShop.start + 10
        let values = [kept("7", at: 0), kept("9", at: 8)].followed(by: timeline.keptValues(of: "a"), at: now)
        #expect(KeyTimeline("a", values: values, at: now).periods.map(\.text) == ["7", "9"])
    }

    @Test("values of this program follow those that were kept with a clock that was ahead")
    func followed() {
        func kept(_ text: String, at second: Double) -> KeptValue {
            KeptValue(
                moment: ValueMoment(
                    at: SampleShop.start + second, unchangedUntil: nil, version: nil, notes: [], program: nil),
                text: KeptText(text), isFirst: second == 0)
        }
        let stored = [kept("7", at: 0), kept("9", at: 8000)]
        let recent = [kept("7", at: 20), kept("9", at: 30), kept("8", at: 40)]
        let values = stored.followed(by: recent, at: SampleShop.start + 50)
        #expect(values.map(\.text) == [KeptText("7"), KeptText("9"), KeptText("8")])
    }
}
