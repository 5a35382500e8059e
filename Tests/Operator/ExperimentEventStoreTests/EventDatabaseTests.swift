import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import ExperimentsSupport
import Foundation
import GRDB
import MemoryEvents
import TestSupport
import Testing

@Suite("A database of events", .inTurn) struct EventDatabaseTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("events.sqlite")
    }

    /// Makes the tables of events and of what units did those of the second version and before; tallies are not kept.
    private static let olderTables = """
        \(Shop.tablesOfVersion5);
        ALTER TABLE assignment DROP COLUMN tallies;
        CREATE TABLE tally (unit BLOB NOT NULL, experiment INTEGER NOT NULL, metric INTEGER NOT NULL,
            value REAL NOT NULL, denominator REAL NOT NULL, past REAL NOT NULL,
            PRIMARY KEY (unit, experiment, metric)) WITHOUT ROWID;
        ALTER TABLE event RENAME TO later_event;
        CREATE TABLE event (id INTEGER PRIMARY KEY, unit BLOB NOT NULL, name INTEGER NOT NULL, at INTEGER NOT NULL,
            value REAL, came_at INTEGER NOT NULL);
        CREATE INDEX event_by_unit ON event (unit);
        INSERT INTO event SELECT id, unit, name, at, value, came_at FROM later_event;
        DROP TABLE later_event;
        DROP TABLE journal;
        DELETE FROM seen
        """

    private func open() async throws -> EventDatabase {
        let database = try EventDatabase.open(path) { Shop.noon + 30 * Shop.day }
        try await database.adopt(Shop.definitions)
        return database
    }

    @Test("it counts as memory does, in batches of any size", arguments: 0..<6) func likeMemory(_ seed: Int)
        async throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Shop.events(300, &random)
        let database = try await open()
        let memory = MemoryEventStore(Shop.definitions) { Shop.noon + 30 * Shop.day }
        var rest = events[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Int.random(in: 1...40, using: &random)))
            rest = rest.dropFirst(batch.count)
            #expect(try await database.store(batch) == memory.store(batch))
        }
        #expect(Shop.figures(try await database.totals()) == Shop.figures(memory.totals()))
        let verification = try await database.verify()
        #expect(verification.differences.isEmpty)
        #expect(verification.units > 0 && verification.sums > 0)
        #expect(try await database.summary() == memory.summary())
        #expect(try await database.uncountedEvents(of: "paywall") == memory.uncountedEvents(of: "paywall"))
    }

    @Test("a copy counts as the database would, and nothing of it is kept") func copy() async throws {
        let empty = try EventDatabase.openInMemory(copying: path) { Shop.noon + 30 * Shop.day }
        try await empty.adopt(Shop.definitions)
        #expect(try await empty.store([Shop.exposure("ann", "a", 0)])[.exposed] == 1)
        #expect(try folder.names().isEmpty)

        let database = try await open()
        try await database.store([Shop.exposure("ann", "a", 0)])
        let copy = try EventDatabase.openInMemory(copying: path) { Shop.noon + 30 * Shop.day }
        let order = Shop.event("order", "ann", 1, value: 5, id: 1)
        let counts = try await copy.store([Shop.exposure("ann", "a", 0), Shop.exposure("bob", "b", 0), order])
        #expect(counts == EventCounts([.repeated: 1, .exposed: 1, .counted: 1]))
        #expect(try await copy.store([order])[.duplicate] == 1)
        #expect(try await database.summary().counts == EventCounts([.exposed: 1]))
        #expect(try await database.store([order])[.counted] == 1)
    }

    @Test("what is stored is there when it is opened again, also for who only reads") func again()
        async throws
    {
        var random = SeededGenerator(seed: 1)
        let events = Shop.events(100, &random)
        let totals: [ExperimentTotals]
        do {
            let database = try await open()
            try await database.store(events)
            totals = try await database.totals()
        }
        let reader = try EventDatabase.openForReading(path)
        #expect(try await reader.totals() == totals)
        #expect(try await reader.totals(of: "paywall") == totals.first { $0.experiment == "paywall" })
        #expect(try await reader.totals(of: "nothing") == nil)
        #expect(try await reader.verify().differences.isEmpty)
        await #expect(throws: EventStoreProblem.self) { try await reader.store(events) }
    }

    @Test("the splits of a source are there when it is opened again, and who came later is counted apart")
    func splits()
        async throws
    {
        func split(_ share: Double, _ hours: Double) -> SourceSplit {
            SourceSplit(
                from: Shop.noon + hours * 3600, source: "live",
                arms: [.init(name: nil, value: "a", share: share)])
        }
        do {
            let database = try await open()
            try await database.keep(["paywall": split(0.5, 0)])
            try await database.store([Shop.exposure("ann", "a", 1), Shop.exposure("ida", "a", 40)])
            try await database.keep(["paywall": split(0.9, 24)])
        }
        let database = try await open()
        try await database.keep(["paywall": split(0.9, 40)])
        try await database.store([Shop.exposure("bob", "a", 50)])
        #expect(try await database.splits(of: "paywall") == [split(0.5, 0), split(0.9, 24)])
        let totals = try #require(try await database.totals(of: "paywall"))
        #expect(totals.users(phase: 0) == 1 && totals.users(phase: 1) == 2)
        #expect(try await database.verify().differences.isEmpty)
    }

    @Test("several programs store together, and nothing is lost") func severalWriters() async throws {
        let databases = [try await open(), try await open(), try await open()]
        await withTaskGroup(of: Void.self) { group in
            for (number, database) in databases.enumerated() {
                group.addTask {
                    for index in 0..<20 {
                        let user = "user \(number) \(index)"
                        do {
                            try await database.store([
                                Shop.exposure(user, "a", 0), Shop.event("order", user, 1, value: 2, id: nil),
                            ])
                        } catch { Issue.record("\(error)") }
                    }
                }
            }
        }
        let totals = try #require(try await databases[0].totals(of: "paywall"))
        #expect(totals.users() == 60)
        #expect(totals.totals(of: "revenue", in: "a").sum.value == 120)
        #expect(try await databases[1].verify().differences.isEmpty)
    }

    @Test("verifying finds what someone changed, and repairs it") func verification() async throws {
        let database = try await open()
        try await database.store([
            Shop.exposure("ann", "a", 0), Shop.event("order", "ann", 1, value: 5, id: 1),
        ])
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "UPDATE users SET count = count + 1")
            try db.execute(sql: "UPDATE sums SET value = value + 1")
        }
        let found = try await database.verify(repairs: true)
        #expect(found.differences.count == 4)
        #expect(found.differences.contains { $0.contains("the stored total is 2 users, the count is 1") })
        #expect(try await database.verify().differences.isEmpty)
        #expect(
            try #require(try await database.totals(of: "paywall")).totals(of: "revenue", in: "a").sum.value
                == 5)
    }

    @Test(
        "an event of several units is of the one that its batch exposes, wherever that stands in it",
        arguments: ["device-0", "device-1", "device-2", "device-3", "device-4"])
    func severalUnits(device: String) async throws {
        let database = try await open()
        let event = MetricEvent("order", unit: "ann", otherUnits: [device], at: Shop.noon, value: 5)
        let counts = try await database.store([.metric(event), Shop.exposure(device, "a", 0)])
        #expect((counts[.exposed], counts[.counted]) == (1, 1))
        #expect(try await database.units().map(\.tallies.isEmpty) == [false])
    }

    @Test("old events that nothing counts are removed, and those that count stay and count once")
    func pruning()
        async throws
    {
        let clock = SettableClock(Shop.noon + 30 * Shop.day)
        let database = try EventDatabase.open(path) { clock.now }
        try await database.adopt(Shop.definitions)
        let event = Shop.event("order", "ann", 1, value: 5, id: 7)
        let unused = Shop.event("scroll", "ann", 1, value: nil, id: 8)
        let unmatched = Shop.event("order", "eve", 1, value: 5, id: 9)
        try await database.store([Shop.exposure("ann", "a", 0), event, unused, unmatched])
        try await database.maintain()
        let kept = ["order": 2, "scroll": 1]
        #expect(try await database.summary().kept == kept, "they happened a month ago, and came just now")
        clock.now += 31 * Shop.day
        try await database.store([Shop.exposure("bob", "a", 0)])
        #expect(try await database.summary().kept == ["order": 1])
        #expect(try await database.summary().prunedUntil == Shop.noon + 31 * Shop.day)
        #expect(try await database.store([event])[.duplicate] == 1)
        #expect(try await database.store([unused, unmatched]) == EventCounts([.unused: 1, .unmatched: 1]))
        #expect(try await database.verify().differences.isEmpty)
    }

    @Test(
        "what an older version counted of events that it removed counts on, for as long as the metric is the same"
    )
    func earlierTallies() async throws {
        let database = try await open()
        let orders = [
            Shop.event("order", "ann", 1, value: 2.5, id: 1),
            Shop.event("order", "ann", 2, value: 0.1, id: 2),
        ]
        try await database.store([
            Shop.exposure("ann", "a", 0), Shop.exposure("cid", "a", 0), Shop.exposure("cid", "b", 1),
        ])
        try await database.store(orders)
        func revenue(_ database: EventDatabase) async throws -> Double? {
            try await database.totals(of: "paywall")?.totals(of: "revenue", in: "a").sum.value
        }
        // An older version kept the IDs alone, hashed without the name of the event.
        try await DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    DELETE FROM event; DELETE FROM seen; INSERT INTO seen VALUES (1), (2); \(Shop.tablesOfVersion5);
                    INSERT INTO meta VALUES ('pruned_until', \((Shop.noon + Shop.day).eventMilliseconds));
                    PRAGMA user_version = 5
                    """)
        }
        let again = try await open()
        #expect(try await revenue(again) == 2.6)
        #expect(try await again.totals(of: "paywall")?.mixed == 1)
        #expect(try await again.store(orders)[.duplicate] == 2)
        #expect(try await revenue(again) == 2.6)
        var definitions = Shop.definitions
        definitions.metrics[1].window = 5_400_000
        try await again.adopt(definitions)
        #expect(try await revenue(again) == 2.5, "the events were imported again meanwhile")
        try await again.adopt(Shop.definitions)
        #expect(try await revenue(again) == 2.6)
        #expect(try await again.verify().differences.isEmpty)
    }

    @Test("a percentile caps the values of all groups, and stays until it is taken again") func percentiles()
        async throws
    {
        let database = try EventDatabase.open(path) { Shop.noon + 2 * Shop.day }
        try await database.adopt(
            EventDefinitions(
                experiments: [Shop.paywall],
                metrics: [
                    MetricDefinition(
                        "revenue", kind: .sum, event: "order", cap: .percentile(0.5, ofPositive: false))
                ]
            ))
        for (user, value) in [("ann", 1.0), ("bob", 2), ("cid", 100)] {
            try await database.store([
                Shop.exposure(user, "a", 0), Shop.event("order", user, 1, value: value, id: nil),
            ])
        }
        func sum() async throws -> Double? {
            try await database.totals(of: "paywall")?.totals(of: "revenue", in: "a").sum.value
        }
        try await database.maintain()
        #expect(try await sum() == 5)
        try await database.store([
            Shop.exposure("dan", "a", 0), Shop.event("order", "dan", 1, value: 50, id: nil),
        ])
        #expect(try await sum() == 7)
        #expect(try await database.verify().differences.isEmpty)
    }

    @Test("definitions that change are counted again") func adoption() async throws {
        let database = try await open()
        try await database.store([
            Shop.exposure("ann", "a", 0), Shop.event("view", "ann", 1, value: nil, id: nil),
        ])
        try await database.adopt(
            EventDefinitions(
                experiments: [Shop.paywall], metrics: [MetricDefinition("views", kind: .count, event: "view")]
            ))
        let totals = try #require(try await database.totals(of: "paywall"))
        #expect(totals.totals(of: "views", in: "a").sum.value == 1)
        #expect(try await EventDatabase.openForReading(path).verify().differences.isEmpty)
    }

    @Test("names of units are kept where the project asks for them, and no longer than that")
    func plainUnits()
        async throws
    {
        func names() async throws -> [String] {
            try await DatabaseQueue(path: path).read { db in
                try String.fetchAll(
                    db, sql: "SELECT name FROM unit JOIN assignment ON unit = id ORDER BY name")
            }
        }
        let database = try await open()
        try await database.store([Shop.exposure("ann", "a", 0)])
        #expect(try await names().isEmpty)
        var definitions = Shop.definitions
        definitions.keepsUnitNames = true
        try await database.adopt(definitions)
        try await database.store([Shop.exposure("bob", "a", 0), Shop.exposure("ann", "a", 1)])
        #expect(try await names() == ["ann", "bob"])
        #expect(try await database.totals(of: "paywall")?.users() == 2)
        try await database.adopt(Shop.definitions)
        #expect(try await names().isEmpty)
    }

    @Test("one of the first version becomes one of today's") func migration() async throws {
        let database = try await open()
        try await database.store([Shop.exposure("ann", "a", 0)])
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "DROP TABLE unit; \(Self.olderTables); PRAGMA user_version = 1")
            let old = #"{"experiments": [], "metrics": []}"#
            try db.execute(sql: "UPDATE meta SET value = ? WHERE name = 'definitions'", arguments: [old])
        }
        let reader = try EventDatabase.openForReading(path)
        #expect(try await reader.totals(of: "paywall")?.users() == 1)
        let again = try await open()
        try await again.store([Shop.exposure("bob", "b", 0)])
        #expect(try await again.totals(of: "paywall")?.users() == 2)
        #expect(try await again.verify().differences.isEmpty)
    }

    @Test("what units did moves to where a newer version keeps it, also where it is only read")
    func olderTallies()
        async throws
    {
        let database = try await open()
        let events = [
            Shop.exposure("ann", "a", 0), Shop.event("order", "ann", 1, value: 2.5, id: 1),
            Shop.event("order", "ann", -1, value: 4, id: 2), Shop.event("view", "ann", 2, value: nil, id: 3),
            Shop.exposure("bob", "b", 0), Shop.exposure("cid", "b", 0),
            Shop.event("click", "cid", 3, value: 7, id: 4),
        ]
        try await database.store(events)
        let units = try await database.units()
        #expect(units.map(\.tallies.count).sorted() == [0, 1, 4])
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "\(Self.olderTables); PRAGMA user_version = 2")
            let numbers = try Dictionary(
                uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT text, number FROM name").map {
                    ($0[0] as String, $0[1] as Int)
                })
            for unit in units {
                let id = withUnsafeBytes(
                    of: (unit.place.unit.high.bigEndian, unit.place.unit.low.bigEndian), { Data($0) })
                for (metric, tally) in unit.tallies {
                    try db.execute(
                        sql: "INSERT INTO tally VALUES (?, ?, ?, ?, ?, ?)",
                        arguments: [
                            id, numbers["paywall"], numbers[metric], tally.value, tally.denominator,
                            tally.past,
                        ])
                }
            }
        }
        let reader = try EventDatabase.openForReading(path)
        #expect(try await reader.units() == units)
        #expect(try await reader.verify().differences.isEmpty)
        let again = try await open()
        #expect(try await again.store(events)[.duplicate] == 4)
        #expect(try await again.verify().differences.isEmpty)
    }

    @Test("no unit's name is in the files, and no one else may read them") func privacy() async throws {
        let database = try await open()
        try await database.store([Shop.exposure("ann@example.com", "a", 0)])
        for name in try folder.names() where name.hasPrefix("events.") {
            let bytes = try FileBytes.read(folder.path(name))
            #expect(!String(decoding: bytes, as: UTF8.self).contains("ann@"))
            #expect(FileStatus(of: folder.path(name))?.permissions == 0o600, "\(name)")
        }
    }
}
