import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import Foundation
import TestSupport
import Testing

@Suite("Imports are seen as a whole", .inTurn) struct WholeImportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() async throws -> EventDatabase {
        let database = try EventDatabase.open(folder.path("events.sqlite")) { Shop.noon + 30 * Shop.day }
        try await database.adopt(Shop.definitions)
        return database
    }

    private func parts(_ seed: Int = 1) -> [[TrackedEvent]] {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Shop.distinctEvents(150, &random).shuffled(using: &random)
        return [events.prefix(50), events.dropFirst(50).prefix(50), events.suffix(50)].map(Array.init)
    }

    private func look(at date: Date) throws -> StoredLook {
        let data = """
            {"day": 1.5, "units": 200, "difference": 0.25, "differenceVariance": 0.5, "baseline": 2,
            "baselineVariance": 0.125, "covariance": -1}
            """
        return StoredLook(
            metric: "revenue", group: "b", at: date,
            look: try JSONDecoder().decode(Look.self, from: Data(data.utf8)))
    }

    @Test("a reader sees the totals from before until it is finished", arguments: 0..<6)
    func beforeAndAfter(seed: Int) async throws {
        let database = try await open()
        let parts = parts(seed)
        try await database.store(parts[0])
        let before = try await database.totals().map(\.exactFigures)
        let number = try await database.beginImport(of: "events.csv")
        for part in parts.dropFirst() {
            try await database.store(database.batch(of: part), of: number)
            #expect(try await database.totals().map(\.exactFigures) == before)
            #expect(try await database.importState().open == ["events.csv"])
        }
        try await database.finishImport(number)
        let other = try EventDatabase.open(folder.path("other.sqlite")) { Shop.noon + 30 * Shop.day }
        try await other.adopt(Shop.definitions)
        try await other.store(parts.flatMap { $0 })
        #expect(try await database.totals().map(\.exactFigures) == other.totals().map(\.exactFigures))
        #expect(try await database.importState().open.isEmpty)
        #expect(try await database.verify().differences.isEmpty)
    }

    @Test("one that is given up leaves nothing")
    func abandoned() async throws {
        let database = try await open()
        let parts = parts()
        try await database.store(parts[0])
        let before = try await database.totals().map(\.exactFigures)
        let number = try await database.beginImport(of: "events.csv")
        try await database.store(database.batch(of: parts[1]), of: number)
        try await database.abandonImport(number)
        #expect(try await database.totals().map(\.exactFigures) == before)
        #expect(try await database.imports().isEmpty)
        #expect(try await database.verify().differences.isEmpty)
    }

    @Test("one whose program ended too early is undone by the next program, and can be made again")
    func killed() async throws {
        let database = try await open()
        let parts = parts()
        try await database.store(parts[0])
        let before = try await database.totals().map(\.exactFigures)
        let number = try await database.beginImport(of: "events.csv")
        try await database.store(database.batch(of: parts[1]), of: number)
        let next = try await open()
        #expect(try await next.totals().map(\.exactFigures) == before)
        #expect(try await next.imports().isEmpty)
        #expect(
            try await next.changes().map(\.text) == ["undid import 1 of events.csv, which was not finished"])
        let again = try await next.beginImport(of: "events.csv")
        try await next.store(next.batch(of: parts[1]), of: again)
        try await next.finishImport(again)
        #expect(try await next.verify().differences.isEmpty)
        #expect(try await next.totals().map(\.exactFigures) != before)
    }

    @Test("one that is still running is not undone by others")
    func running() async throws {
        let database = try await open()
        let number = try await database.beginImport(of: "events.csv")
        try await database.store(database.batch(of: parts()[0]), of: number)
        try database.importing { _ = try EventDatabase.open(folder.path("events.sqlite")) }
        #expect(try await database.importState().open == ["events.csv"])
        await #expect(throws: EventStoreProblem.self) { try await database.undoImport(number) }
        try await database.finishImport(number)
        #expect(try await database.imports().map(\.isFinished) == [true])
    }

    @Test("no look is stored while one is open, or if one began or ended since the totals were read")
    func looks() async throws {
        let database = try await open()
        try await database.store(parts()[0])
        let state = try await database.importState()
        let number = try await database.beginImport(of: "events.csv")
        let looks = ["paywall": [try look(at: Shop.noon + 60 * Shop.day)]]
        try await database.keep(looks, since: state)
        try await database.keep(looks, since: database.importState())
        try await database.finishImport(number)
        try await database.keep(looks, since: state)
        #expect(try await database.looks(at: "paywall").isEmpty)
        try await database.keep(looks, since: database.importState())
        #expect(try await database.looks(at: "paywall").count == 1)
    }

    @Test("one that adds what happened before a look corrects the look, and later events do not")
    func correctedLooks() async throws {
        let database = try await open()
        func add(_ event: TrackedEvent) async throws {
            let number = try await database.beginImport(of: "events.csv")
            try await database.store(database.batch(of: [event]), of: number)
            try await database.finishImport(number)
        }
        try await add(Shop.exposure("ann", "a", 0))
        let kept = try look(at: Shop.noon + 3600)
        try await database.keep(["paywall": [kept]], since: database.importState())
        try await add(Shop.exposure("ben", "a", 2))
        #expect(try await database.looks(at: "paywall") == [kept])
        try await add(Shop.exposure("cid", "b", 0.5))
        #expect(try await database.looks(at: "paywall").isEmpty)
    }

    @Test("undoing one forgets the looks that may contain it")
    func undoneLooks() async throws {
        let database = try await open()
        let number = try await database.beginImport(of: "events.csv")
        try await database.store(database.batch(of: parts()[0]), of: number)
        try await database.finishImport(number)
        try await database.keep(
            ["paywall": [try look(at: Shop.noon + 31 * Shop.day)]], since: database.importState())
        _ = try await database.undoImport(number)
        #expect(try await database.looks(at: "paywall").isEmpty)
    }
}
