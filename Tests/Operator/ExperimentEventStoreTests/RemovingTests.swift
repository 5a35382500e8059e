import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import ExperimentsSupport
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Removing events", .inTurn) struct RemovingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String = "events.sqlite") async throws -> EventDatabase {
        let database = try EventDatabase.open(folder.path(name)) { Shop.noon + 30 * Shop.day }
        try await database.adopt(Shop.definitions)
        return database
    }

    /// Stores events as an import.
    private func add(_ events: [TrackedEvent], to database: EventDatabase) async throws -> Int {
        let number = try await database.beginImport(of: "events.csv")
        try await database.store(database.batch(of: events), of: number)
        try await database.finishImport(number)
        return number
    }

    @Test("undoing any import leaves no trace of it", arguments: 0..<12)
    func undo(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Shop.distinctEvents(150, &random).shuffled(using: &random)
        let parts = [events.prefix(50), events.dropFirst(50).prefix(50), events.suffix(50)].map(Array.init)
        let wrong = Int.random(in: 0..<3, using: &random)
        let (database, other) = (try await open(), try await open("other.sqlite"))
        var numbers: [Int] = []
        for part in parts { numbers.append(try await add(part, to: database)) }
        for (place, part) in parts.enumerated() where place != wrong { _ = try await add(part, to: other) }
        let before = try await database.totals().map(\.exactFigures)
        let tried = try await database.undoImport(numbers[wrong], onlyTrying: true)
        #expect(try await database.totals().map(\.exactFigures) == before)
        #expect(try await database.imports().map(\.number) == numbers)
        #expect(try await database.undoImport(numbers[wrong]) == tried)
        #expect(try await database.totals().map(\.exactFigures) == other.totals().map(\.exactFigures))
        #expect(try await database.verify().differences.isEmpty)
        #expect(try await database.imports().count == 2)
        // And it can be made again.
        _ = try await add(parts[wrong], to: database)
        #expect(try await database.totals().map(\.exactFigures) == before)
    }

    @Test("an import that is not there is named") func noImport() async throws {
        let database = try await open()
        let problem = await #expect(throws: EventStoreProblem.self) { try await database.undoImport(7) }
        #expect(problem?.message == "no import 7")
    }

    @Test("imports are listed with their outcomes") func imports() async throws {
        let database = try await open()
        let number = try await add(
            [Shop.exposure("ann", "a", 0), Shop.exposure("ann", "a", 5)], to: database)
        let item = try #require(try await database.imports().first)
        #expect((item.number, item.file) == (number, "events.csv"))
        #expect(item.counts == EventCounts([.exposed: 1, .repeated: 1]))
    }

    @Test("a forgotten user leaves no trace in the counts, and no number in the file", arguments: 0..<6)
    func forgetUnit(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Shop.distinctEvents(150, &random)
        let (database, other) = (try await open(), try await open("other.sqlite"))
        try await database.store(events)
        try await other.store(events.filter { $0.unit != "user 1" })
        let unit = try UnitKeyFile(beside: folder.path("events.sqlite")).naming(isNew: false).id(of: "user 1")
        let removal = try await database.forget(unit: "user 1")
        #expect(removal.users == 1 && removal.exposures > 0 && removal.events > 0)
        #expect(try await database.totals().map(\.exactFigures) == other.totals().map(\.exactFigures))
        #expect(try await database.units(unit: unit).isEmpty)
        #expect(try await database.verify().differences.isEmpty)
        let bytes = withUnsafeBytes(of: (unit.high.bigEndian, unit.low.bigEndian)) { Data($0) }
        for name in try folder.names() where name.hasPrefix("events.sqlite") {
            #expect(Data(try FileBytes.read(folder.path(name))).range(of: bytes) == nil, "\(name)")
        }
        #expect(try await database.changes().map(\.text) == ["erased a user"])
    }

    @Test("the IDs of a forgotten user's removed events are removed, too") func forgetMissing() async throws {
        let clock = SettableClock(Shop.noon + Shop.day)
        let database = try EventDatabase.open(folder.path("events.sqlite")) { clock.now }
        try await database.adopt(Shop.definitions)
        try await database.store([
            Shop.exposure("ann", "a", 0), Shop.event("scroll", "ann", 1, value: nil, id: 1),
        ])
        clock.now += 40 * Shop.day
        try await database.maintain()
        func count() async throws -> Int? {
            try await DatabaseQueue(path: folder.path("events.sqlite")).read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM missing_event")
            }
        }
        #expect(try await count() == 1)
        _ = try await database.forget(unit: "ann")
        #expect(try await count() == 0)
    }

    @Test("for an unknown user, nothing is removed or recorded") func unknownUnit() async throws {
        let database = try await open()
        #expect(try await database.forget(unit: "nobody").isEmpty)
        #expect(try await database.changes().isEmpty)
    }

    @Test("an experiment that is forgotten has no users, and others keep theirs") func forgetExperiment()
        async throws
    {
        let database = try await open()
        try await database.store([
            Shop.exposure("ann", "a", 0), Shop.event("order", "ann", 1, value: 5, id: 1),
            .exposure(ExposureEvent(experiment: "other", group: "x", unit: "ann", at: Shop.noon)),
        ])
        let tried = try await database.forget(experiment: "paywall", onlyTrying: true)
        #expect(tried.leaving == ["paywall": 1])
        #expect(try await database.totals().count == 2)
        _ = try await database.forget(experiment: "paywall")
        #expect(try await database.totals().map(\.experiment) == ["other"])
        #expect(try await database.totals(of: "other")?.totals(of: "revenue", in: "x").sum.value == 5)
        #expect(try await database.verify().differences.isEmpty)
        await #expect(throws: EventStoreProblem.self) { try await database.forget(experiment: "paywall") }
    }
}
