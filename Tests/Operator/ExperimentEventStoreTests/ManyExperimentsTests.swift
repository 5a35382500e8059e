import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("A database of thousands of experiments", .inTurn) struct ManyExperimentsTests {
    private static let names = (0..<2000).map { "experiment \($0)" }

    @Test("their splits are kept in one change, and read without decoding all declarations for each")
    func splits()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("events.sqlite")
        let database = try EventDatabase.open(path) { Shop.noon + Shop.day }
        try await database.adopt(EventDefinitions(experiments: Self.names.map { ExperimentDefinition($0) }))
        func revision() async throws -> Int? {
            try await DatabaseQueue(path: path).read { db in
                try Int.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'revision'")
            }
        }
        let before = try #require(try await revision())
        let split = SourceSplit(
            from: Shop.noon, source: "live", arms: [.init(name: "a", value: "a", share: 1)])
        try await database.keep(Dictionary(uniqueKeysWithValues: Self.names.map { ($0, split) }))
        #expect(try await revision() == before + 1)
        // A text that cannot be decoded is not looked at again while its revision is known.
        try await database.store([Shop.exposure("ann", "a", 0)])
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "UPDATE meta SET value = 'none' WHERE name = 'definitions'")
        }
        #expect(try await database.splits(of: Self.names[1999]) == [split])
    }

    @Test("a unit may be in all of them") func assignments() async throws {
        let folder = try TemporaryFolder()
        let database = try EventDatabase.open(folder.path("events.sqlite")) { Shop.noon + Shop.day }
        try await database.adopt(Shop.definitions)
        try await database.store(
            Self.names.map {
                .exposure(ExposureEvent(experiment: $0, group: "a", unit: "ann", at: Shop.noon))
            })
        try await database.store([Shop.event("order", "ann", 1, value: 5, id: 1)])
        let totals = try await database.totals()
        #expect(totals.count == 2000)
        #expect(totals.allSatisfy { $0.totals(of: "revenue", in: "a").sum.value == 5 })
        #expect(try await database.verify().differences.isEmpty)
    }
}
