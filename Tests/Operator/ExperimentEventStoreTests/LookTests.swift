import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Looks that are kept in the database", .inTurn) struct LookTests {
    private let folder = try? TemporaryFolder()
    private var path: String { folder?.path("events.sqlite") ?? "" }

    private func look(_ metric: String = "revenue", definition: String = "1", at: Date = Shop.noon) throws
        -> StoredLook
    {
        let data = """
            {"day": 1.5, "units": 200, "difference": 0.25, "differenceVariance": 0.5, "baseline": 2,
            "baselineVariance": 0.125, "covariance": -1}
            """
        return StoredLook(
            metric: metric, group: "b", definition: definition, at: at,
            look: try JSONDecoder().decode(Look.self, from: Data(data.utf8)))
    }

    @Test("they are kept, the earliest first") func kept() async throws {
        let database = try EventDatabase.open(path)
        let looks = [try look(at: Shop.noon + 60), try look()]
        try await database.keep(["paywall": looks], since: ImportState())
        #expect(try await database.looks(at: "paywall") == looks.reversed())
        #expect(try await database.looks(at: "other").isEmpty)
    }

    @Test("those of two definitions at the same time are both kept") func definitions() async throws {
        let database = try EventDatabase.open(path)
        let looks = [try look(definition: "1"), try look(definition: "2")]
        for look in looks { try await database.keep(["paywall": [look]], since: ImportState()) }
        #expect(try await database.looks(at: "paywall") == looks)
    }

    @Test("a restart forgets those of one experiment, and the journal says who asked for it") func restart()
        async throws
    {
        let database = try EventDatabase.open(path, now: { Shop.noon })
        try await database.keep(["paywall": [try look(), try look("purchase")]], since: ImportState())
        try await database.keep(["other": [try look()]], since: ImportState())
        #expect(try await database.forgetLooks(at: "paywall", by: "ann", with: "a test") == 2)
        #expect(try await database.looks(at: "paywall").isEmpty)
        #expect(try await database.looks(at: "other").count == 1)
        #expect(try await database.forgetLooks(at: "paywall", by: "ann", with: "a test") == 0)
        let expected = StoreChange(
            at: Shop.noon, text: "restarted the results of \"paywall\": 2 looks forgotten", author: "ann",
            program: "a test")
        #expect(try await database.changes() == [expected])
    }

    @Test("looks of an older version, which do not say what they were about, are dropped") func migration()
        async throws
    {
        do {
            let database = try EventDatabase.open(path)
            try await database.store([Shop.exposure("ann", "a", 0)])
        }
        try await DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    \(Shop.tablesOfVersion5);
                    DROP TABLE journal;
                    ALTER TABLE look DROP COLUMN covariance;
                    INSERT INTO look VALUES (1, 1, 1, '', 0, 0, 0, 0, 0, 0, 0);
                    PRAGMA user_version = 4;
                    """)
        }
        let database = try EventDatabase.openForReading(path)
        #expect(try await database.looks(at: "paywall").isEmpty)
        #expect(try await database.totals(of: "paywall")?.users() == 1)
        #expect(try await database.changes().isEmpty)
    }
}
