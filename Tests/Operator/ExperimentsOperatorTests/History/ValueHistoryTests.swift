import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The values that a source held when", .inTurn)
struct ValueHistoryTests {
    private let folder: TemporaryFolder
    private let history: ValueHistory
    private let start = Date(timeIntervalSince1970: 1_772_000_000)

    init() throws {
        folder = try TemporaryFolder()
        history = ValueHistory(folder: folder.path("shop.values"))
    }

    private func add(_ texts: [String: String?], at seconds: TimeInterval, to other: ValueHistory? = nil)
        throws
    {
        let entries = texts.mapValues { Snapshot.Entry(text: $0) }
        try (other ?? history).add(
            try #require(KeptContent(Snapshot(entries: entries, fetchedAt: start + seconds))),
            ValueMoment(
                at: start + seconds, unchangedUntil: start + seconds - 5, version: "v\(Int(seconds))",
                notes: [SourceNote(title: "Published", text: "by ann")], program: "a test"))
    }

    private func texts(at seconds: TimeInterval) throws -> ExactDictionary<String?>? {
        try history.content(at: start + seconds)?.snapshot.entries.mapValues(\.text)
    }

    @Test("are those of the last fetch before a moment, whole")
    func values() throws {
        try add(["a": "1", "b": "2"], at: 0)
        try add(["a": "1", "b": nil, "c": "3"], at: 60)
        try add(["a": "1"], at: 120)
        #expect(try texts(at: -1) == nil)
        #expect(try texts(at: 59) == ["a": "1", "b": "2"])
        let second: ExactDictionary<String?> = ["a": "1", "b": nil, "c": "3"]
        #expect(try texts(at: 60) == second)
        #expect(try texts(at: 9999) == ["a": "1"])
    }

    @Test("show who fetched them, their version, who published them, and when they were still missing")
    func moments() throws {
        try add(["a": "1"], at: 0)
        try add(["a": "2"], at: 60)
        let moment = try #require(try history.content(at: start + 60)).moment
        #expect(moment.at == start + 60 && moment.unchangedUntil == start + 55 && moment.version == "v60")
        #expect(
            moment.program == "a test" && moment.notes == [SourceNote(title: "Published", text: "by ann")])
    }

    @Test("What is the same is not added again, and what is older neither")
    func once() throws {
        try add(["a": "1"], at: 0)
        let size = history.segments[0].size
        try add(["a": "1"], at: 60)
        try add(["a": "2"], at: -60)
        #expect(history.segments[0].size == size)
    }

    @Test("Values that only look the same are different in a history")
    func lookAlikes() {
        let composed = "caf\u{e9}"
        let decomposed = "cafe\u{301}"
        #expect(KeptText(composed) != KeptText(decomposed))
        #expect(!KeptText(composed).isSame(as: KeptText(decomposed)))
    }

    @Test(
        "A history of random changes is the same as one that keeps everything",
        arguments: 0..<4 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var expected: [(seconds: TimeInterval, texts: [String: String?])] = []
        var texts: [String: String?] = [:]
        for step in 0..<60 {
            for _ in 0..<random.below(4) {
                let name = "k\(random.below(8)) \(RandomJSON.text(using: &random).prefix(3))"
                let length = random.below(6) == 0 ? 20_000 : random.below(50)
                texts[name] = random.below(5) == 0 ? .some(nil) : String(repeating: "\(step)", count: length)
            }
            if random.below(3) == 0, let name = texts.keys.sorted().first { texts[name] = nil }
            try add(texts, at: Double(step))
            expected.append((Double(step), texts))
        }
        #expect(history.segments.count > 1)
        for (seconds, texts) in expected {
            #expect(try self.texts(at: seconds) ?? [:] == ExactDictionary(texts), "at \(seconds)")
        }
        // Going back from the newest by what each moment changed leads to the first.
        var last: ExactDictionary<KeptText> = [:]
        var befores: [ExactDictionary<KeptText?>] = []
        try history.replay { _, change, texts in
            last = texts
            if case .changes(let before) = change { befores.append(before) }
        }
        for before in befores.reversed() { for (name, text) in before { last[name] = text } }
        #expect(last.mapValues(\.text) == ExactDictionary(expected[0].texts))
    }

    @Test("A program that is killed while it adds loses only that moment, wherever it is killed")
    func torn() throws {
        try add(["a": "1", "b": "é"], at: 0)
        try add(["a": "2", "b": "é"], at: 60)
        let path = history.segments[0].path
        let before = try FileBytes.read(path)
        try add(["a": "3", "b": "ü"], at: 120)
        let whole = try FileBytes.read(path)
        for end in before.count..<whole.count {
            try AtomicFile.write(Array(whole[..<end]), to: path)
            // A line that lacks no more than its end is whole.
            let expected = end == whole.count - 1 ? "3" : "2"
            #expect(
                try texts(at: 200) == ["a": expected, "b": end == whole.count - 1 ? "ü" : "é"],
                "cut at \(end)")
            try add(["a": "4"], at: 180)
            #expect(try texts(at: 200) == ["a": "4"], "cut at \(end)")
        }
    }

    @Test("After a lost line in the middle, nothing that depends on it is reported, and a new file begins")
    func damaged() throws {
        for number in 0..<4 { try add(["a": "\(number)", "b\(number)": "x"], at: Double(number) * 60) }
        let path = history.segments[0].path
        var lines = try FileBytes.read(path).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines[2] = lines[2].dropFirst(3)
        try AtomicFile.write(Array(lines.joined(separator: [UInt8(ascii: "\n")])), to: path)
        #expect(try texts(at: 1000)?["a"] == "1")
        try add(["a": "9"], at: 2000)
        #expect(try texts(at: 2000) == ["a": "9"] && history.segments.count == 2)
    }

    @Test("A file of a newer format is left as it is, and that is reported")
    func newer() throws {
        let line = "{\"format\":2,\"at\":\"2026-03-01T00:00:00Z\"}\n"
        try folder.write(line, to: "shop.values/1772000000000.jsonl")
        #expect(throws: FileProblem.self) { try add(["a": "1"], at: 60) }
        #expect(try folder.text(of: "shop.values/1772000000000.jsonl") == line)
        let problem = #expect(throws: FileProblem.self) { try history.content(at: start + 60) }
        #expect(problem?.description.contains("newer version") == true)
        #expect(problem?.description.contains("was not changed") == true)
    }

    @Test("Of a text of more than is kept the beginning is reported, and a change behind it is noticed")
    func longText() throws {
        let long = String(repeating: "x", count: KeptText.wholeLimit)
        try add(["a": long], at: 0)
        try add(["a": long + "1"], at: 60)
        try add(["a": long + "1"], at: 120)
        try add(["a": long + "2"], at: 180)
        #expect(try texts(at: 0) == ["a": long])
        let content = try #require(try history.content(at: start + 60))
        #expect(content.moment.at == start + 60 && content.texts["a"]?.cutBytes == KeptText.wholeLimit + 1)
        #expect(content.texts["a"]?.text?.count == 501)
        #expect(try history.content(at: start + 130)?.moment.at == start + 60)
        #expect(try history.content(at: start + 180)?.moment.at == start + 180)
    }

    @Test("A text that is kept whole no longer, because there is more of others now, has not changed")
    func otherLimit() throws {
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<5).map { ("k\($0)", String(repeating: "y", count: 1000)) })
        try add(texts, at: 0)
        let more = Dictionary(
            uniqueKeysWithValues: (0..<100).map { ("l\($0)", String(repeating: "z", count: 60_000)) })
        try add(texts.merging(more) { $1 }, at: 60)
        var changed: Set<String> = []
        try history.replay { _, change, _ in
            if case .changes(let before) = change { changed.formUnion(before.keys) }
        }
        #expect(changed == Set(more.keys))
    }

    @Test("The oldest files go when all take too much room, or are too old; the newest stays")
    func bounds() throws {
        let small = ValueHistory(folder: history.folder, sizeLimit: 400_000)
        for number in 0..<40 {
            try add(["a": "\(number)" + String(repeating: "x", count: 30_000)], at: Double(number), to: small)
        }
        let size = history.segments.reduce(0) { $0 + $1.size }
        #expect(size <= 400_000 + 100_000 && size > 200_000)
        #expect(try texts(at: 0) == nil)
        #expect(try texts(at: 39)?.count == 1)
        let year = ValueHistory.ageLimit.inSeconds
        try add(["a": String(repeating: "y", count: 60_000)], at: year + 100)
        try add(["a": String(repeating: "z", count: 60_000)], at: year + 101)
        #expect(history.segments.count == 2)
    }

    @Test("A source with more than is kept has none")
    func tooMuch() {
        let entries = (0..<20_000).map {
            ("key\($0)", Snapshot.Entry(text: String(repeating: "v", count: 300)))
        }
        #expect(
            KeptContent(Snapshot(entries: Dictionary(uniqueKeysWithValues: entries), fetchedAt: start)) == nil
        )
    }

    @Test("Ten changes of three thousand keys take less than a kilobyte")
    func compact() throws {
        var texts = Dictionary(uniqueKeysWithValues: (0..<3000).map { ("some_key_\($0)", "value \($0)") })
        try add(texts, at: 0)
        let before = history.segments[0].size
        for number in 0..<10 { texts["some_key_\(number)"] = "another value" }
        try add(texts, at: 60)
        #expect(history.segments[0].size - before < 600)
    }

    @Test("A log keeps them, readable only by its user, from the first fetch after an older version wrote it")
    func log() throws {
        let log = FetchLog(path: folder.path("state/shop"), program: "a test")
        func fetch(_ text: String, _ seconds: TimeInterval) throws {
            var fetches = FetchHistory()
            fetches.append(
                FetchRecord(
                    id: 1, trigger: .manual, startedAt: start + seconds, duration: .zero,
                    result: .success(FetchOutcome(status: .updated)), version: "7", difference: .none))
            try log.addLatest(of: fetches, Snapshot(texts: ["a": text], fetchedAt: start + seconds))
        }
        try fetch("1", 0)
        try FileManager.default.removeItem(atPath: log.values.folder)
        try fetch("1", 60)
        try fetch("1", 90)
        try fetch("2", 120)
        #expect(try log.values.content(at: start + 60)?.texts == ["a": .whole("1")])
        let latest = try log.values.content(at: start + 130)
        #expect(latest?.texts == ["a": .whole("2")])
        #expect(latest?.moment.version == "7" && latest?.moment.unchangedUntil == start + 90)
        let segment = try #require(log.values.segments.first?.path)
        #expect(try FileManager.default.attributesOfItem(atPath: segment)[.posixPermissions] as? Int == 0o600)
        let folder = try FileManager.default.attributesOfItem(atPath: log.values.folder)
        #expect(folder[.posixPermissions] as? Int == 0o700)
    }
}
