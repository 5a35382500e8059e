import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The values of earlier runs in a timeline", .inTurn)
struct EarlierValuesTests {
    private let folder: TemporaryFolder
    private let log: FetchLog
    private let start = Date(timeIntervalSince1970: 1_772_000_000)

    init() throws {
        folder = try TemporaryFolder()
        log = FetchLog(path: folder.path("shop"), program: "a test")
    }

    private func snapshot(_ texts: [String: String], supplier: String? = nil) -> Snapshot {
        Snapshot(
            entries: texts.mapValues { Snapshot.Entry(text: $0, supplier: supplier) }, version: "v",
            fetchedAt: start)
    }

    private func keep(_ texts: [String: String], at seconds: TimeInterval) throws {
        var fetches = FetchHistory()
        fetches.append(
            FetchRecord(
                id: 1, trigger: .manual, startedAt: start + seconds, duration: .zero,
                result: .success(FetchOutcome(status: .updated)), version: "v\(Int(seconds))",
                difference: .none))
        try log.addLatest(of: fetches, snapshot(texts))
    }

    private func prepended(_ texts: [String: String], supplier: String? = nil) throws -> Timeline {
        var timeline = Timeline(snapshot(texts, supplier: supplier), at: start + 1000)
        let isTaken = timeline.prepend(
            try EarlierValues(log.values, EarlierValuesRequest(source: nil, timeline)))
        #expect(isTaken)
        return timeline
    }

    @Test("Stand before its own, and any of them can be gone back to")
    func steps() throws {
        try keep(["a": "1"], at: 0)
        try keep(["a": "2", "b": "x"], at: 60)
        try keep(["a": "3"], at: 120)
        let timeline = try prepended(["a": "4"])
        #expect(timeline.generations.map(\.since) == [0, 60, 120, 1000].map { start + $0 })
        let texts = timeline.generations.indices.map { timeline.snapshot(at: $0).entries.mapValues(\.text) }
        #expect(texts == [["a": "1"], ["a": "2", "b": "x"], ["a": "3"], ["a": "4"]])
        #expect(timeline.generations.map(\.version) == ["v0", "v60", "v120", "v"])
        #expect(timeline.difference(from: 0, to: 3).changes == ["a": .changed(from: "1", to: "4")])
    }

    @Test("What was there already when the timeline began is there since it came, whoever supplies it")
    func same() throws {
        try keep(["a": "1"], at: 0)
        try keep(["a": "2"], at: 60)
        let timeline = try prepended(["a": "2"], supplier: "a condition")
        #expect(timeline.generations.map(\.since) == [start, start + 60])
        #expect(timeline.newest.entries["a"]?.supplier == "a condition")
        #expect(timeline.dateOfChange(of: "a", at: 1) == start + 60)
    }

    @Test("What was fetched since it began is its own")
    func later() throws {
        try keep(["a": "1"], at: 0)
        try keep(["a": "9"], at: 2000)
        #expect(try prepended(["a": "2"]).generations.map(\.since) == [start, start + 1000])
    }

    @Test("A timeline that grew in the meantime takes them, one whose oldest is gone does not")
    func meanwhile() throws {
        try keep(["a": "1"], at: 0)
        var timeline = Timeline(snapshot(["a": "2"]), at: start + 1000, capacity: 2)
        let earlier = try EarlierValues(log.values, EarlierValuesRequest(source: nil, timeline))
        var other = timeline
        other.append(
            snapshot(["a": "3"]), Reversal(from: other.newest, to: snapshot(["a": "3"])), number: 1, at: start
        )
        let isTaken = other.prepend(earlier)
        #expect(isTaken && other.generations.count == 2)
        timeline.append(
            snapshot(["a": "3"]), Reversal(from: timeline.newest, to: snapshot(["a": "3"])), number: 1,
            at: start)
        timeline.append(
            snapshot(["a": "4"]), Reversal(from: timeline.newest, to: snapshot(["a": "4"])), number: 2,
            at: start)
        let isLate = timeline.prepend(earlier)
        #expect(!isLate)
    }
}
