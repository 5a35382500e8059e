import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The log of fetches", .inTurn)
struct FetchLogTests {
    private let folder: TemporaryFolder
    private let log: FetchLog
    private let start = Date(timeIntervalSince1970: 1_772_000_000)

    init() throws {
        folder = try TemporaryFolder()
        log = FetchLog(path: folder.path("state/history/shop"), program: "a test")
    }

    private func history(_ results: [FetchRecord.Result], at seconds: TimeInterval, changing: Bool = true)
        -> FetchHistory
    {
        var history = FetchHistory()
        for (index, result) in results.enumerated() {
            history.append(
                FetchRecord(
                    id: index + 1, trigger: .scheduled, startedAt: start + seconds + Double(index),
                    duration: .milliseconds(12), result: result, version: "v\(Int(seconds))",
                    difference: changing && index > 0
                        ? SnapshotDifference(changes: ["x": .added("1")]) : .none))
        }
        return history
    }

    private func updated() -> FetchRecord.Result {
        .success(FetchOutcome(status: .updated, httpStatus: 200, bytes: 99))
    }

    private func add(_ texts: [String: String], at seconds: TimeInterval) throws {
        try log.addLatest(
            of: history([updated()], at: seconds), Snapshot(texts: texts, fetchedAt: start + seconds))
    }

    @Test("keeps what was different from what any program knew before, with the values")
    func changes() throws {
        try add(["a": "1", "b": "2"], at: 0)
        try add(["a": "1", "c": "3"], at: 60)
        let fetches = try log.read()
        #expect(fetches.map(\.record.id) == [-1, 0])
        #expect(fetches[0].record.difference.isEmpty)
        #expect(fetches[1].record.difference.changes == ["b": .removed("2"), "c": .added("3")])
        #expect(fetches[1].program == "a test" && fetches[1].record.version == "v60")
        #expect(fetches[1].record.startedAt == start + 60 && fetches[1].record.duration == .milliseconds(12))
        #expect(fetches[1].record.trigger == .scheduled && fetches[1].record.httpStatus == 200)
    }

    @Test("what another program has added already is not added again, and what is older neither")
    func once() throws {
        try add(["a": "1"], at: 0)
        try add(["a": "2"], at: 60)
        try add(["a": "2"], at: 61)
        try add(["a": "1"], at: 30)
        #expect(try log.read().count == 2)
    }

    @Test("changes are stored after a clock was ahead, and the last one is the current content")
    func clockAhead() throws {
        for (text, seconds) in [("1", 3600.0), ("2", 10), ("3", 20)] {
            try log.addLatest(
                of: history([updated()], at: seconds),
                Snapshot(texts: ["a": text], fetchedAt: start + seconds),
                at: start + seconds)
        }
        #expect(try log.read().count == 3)
        #expect(try log.values.content(at: start + 30)?.texts["a"]?.text == "3")
        #expect(try log.values.content(at: .distantFuture)?.texts["a"]?.text == "3")
        #expect(try log.values.content(at: start + 10)?.texts["a"]?.text == "2")
    }

    @Test("of several equal failures, the first is kept, and so is the next success")
    func failures() throws {
        let failure = FetchRecord.Result.failure(FetchFailure("no route"))
        let snapshot = Snapshot(texts: ["a": "1"], fetchedAt: start)
        try add(["a": "1"], at: 0)
        try log.addLatest(of: history([updated(), failure], at: 10, changing: false), snapshot)
        try log.addLatest(of: history([updated(), failure, failure], at: 20, changing: false), snapshot)
        try log.addLatest(of: history([failure], at: 30), snapshot)
        try log.addLatest(of: history([failure, updated()], at: 40, changing: false), snapshot)
        #expect(try log.read().map(\.record.statusWord) == ["updated", "failed", "updated"])
        #expect(try log.read()[1].record.failure?.summary == "no route")
    }

    @Test("long values are cut, and a change beyond the cut is noticed still")
    func longValues() throws {
        let long = String(repeating: "x", count: 5000)
        try add(["a": long + "1"], at: 0)
        try add(["a": long + "2"], at: 60)
        try add(["a": long + "2"], at: 70)
        let fetches = try log.read()
        #expect(fetches.count == 2)
        guard case .changed(let old?, let new?)? = fetches.last?.record.difference.changes["a"] else {
            Issue.record("no change")
            return
        }
        #expect(old.count == 501 && old.hasSuffix("…") && new == old)
    }

    @Test("a source with more values than are kept reports the changes that one program saw")
    func large() throws {
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<20_000).map { ("key\($0)", String(repeating: "v", count: 300)) })
        let snapshot = Snapshot(texts: texts, fetchedAt: start)
        try log.addLatest(of: history([updated()], at: 0), snapshot)
        try log.addLatest(of: history([updated(), updated()], at: 10), snapshot)
        #expect(try log.read().map(\.record.difference.names) == [[], ["x"]])
        #expect(log.values.isEmpty)
    }

    @Test("old fetches go when the file is too large; the latest stay")
    func rotation() throws {
        let long = String(repeating: "y", count: 400)
        for number in 0..<30 {
            try add(
                Dictionary(uniqueKeysWithValues: (0..<100).map { ("key\($0)", "\(number)" + long) }),
                at: Double(number) * 10)
        }
        let size = try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int ?? 0
        #expect(size <= FetchLog.sizeLimit && size > FetchLog.sizeLimit / 2)
        let fetches = try log.read()
        #expect(fetches.last?.record.version == "v290" && fetches.count < 30)
    }

    @Test("a fetch that finds the same values confirms them, and one that fails does not")
    func confirmation() throws {
        #expect(log.confirmedAt == nil)
        try add(["a": "1"], at: 0)
        #expect(log.confirmedAt == start)
        let snapshot = Snapshot(texts: ["a": "1"], fetchedAt: start)
        try log.addLatest(of: history([updated(), updated()], at: 60, changing: false), snapshot)
        #expect(log.confirmedAt == start + 61)
        let failure = FetchRecord.Result.failure(FetchFailure("no route"))
        try log.addLatest(of: history([updated(), failure], at: 120, changing: false), snapshot)
        #expect(log.confirmedAt == start + 61)
    }

    @Test("values that are too large to be stored whole are compared by their hashes")
    func largeValues() throws {
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<6000).map { ("key\($0)", String(repeating: "v", count: 900)) })
        try add(texts, at: 0)
        #expect(log.differenceFromKnown(Snapshot(texts: texts, fetchedAt: start))?.isEmpty == true)
    }

    @Test("a line that is damaged, or was half written, is passed over")
    func damaged() throws {
        try add(["a": "1"], at: 0)
        let text = try folder.text(of: "state/history/shop.jsonl")
        try folder.write(text + "{\"startedAt\": \"20", to: "state/history/shop.jsonl")
        try add(["a": "2"], at: 60)
        #expect(try log.read().map(\.record.version) == ["v0", "v60"])
        let segment = try #require(log.values.segments.last)
        try Data("{]".utf8).write(to: URL(filePath: segment.path))
        try add(["a": "2"], at: 70)
        #expect(try log.read().count == 2)
    }

    @Test("reports the difference from the last known values")
    func sinceKnown() throws {
        let snapshot = Snapshot(texts: ["a": "2"], fetchedAt: start)
        #expect(log.differenceFromKnown(snapshot) == nil)
        try add(["a": "1"], at: 0)
        #expect(log.differenceFromKnown(snapshot)?.changes == ["a": .changed(from: "1", to: "2")])
    }

    @Test("only the user can read it")
    func permissions() throws {
        try add(["a": "1"], at: 0)
        for path in [log.path] + log.values.segments.map(\.path) {
            #expect(
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("several programs add together and lose nothing")
    func concurrent() async throws {
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<10 {
                        let failure = FetchRecord.Result.failure(FetchFailure("\(writer) \(number)"))
                        try? log.addLatest(of: history([failure], at: 0), .empty)
                    }
                }
            }
        }
        #expect(try log.read().count == 40)
    }

    @Test("a pipe in the place of a log of fetches is named", arguments: ["log.jsonl", "log.jsonl.lock"])
    func pipe(_ name: String) throws {
        #expect(mkfifo(folder.path(name), 0o600) == 0)
        var history = FetchHistory()
        history.append(
            FetchRecord(
                id: 1, trigger: .manual, startedAt: .now, duration: .zero,
                result: .success(FetchOutcome(status: .updated)), version: nil, difference: .none))
        #expect(throws: FileProblem.self) {
            try FetchLog(path: folder.path("log")).addLatest(of: history, .empty)
        }
    }
}
