import ExperimentEventStore
import ExperimentEvents
import ExperimentsSupport
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Databases that cannot be used", .inTurn) struct BrokenDatabaseTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("events.sqlite")
    }

    private func makeOne() async throws {
        let database = try EventDatabase.open(path) { Shop.noon + Shop.day }
        try await database.adopt(Shop.definitions)
        try await database.store([Shop.exposure("ann", "a", 0)])
    }

    @Test("none that can be read is there yet") func missing() {
        let problem = #expect(throws: EventStoreProblem.self) { try EventDatabase.openForReading(path) }
        #expect(problem?.isMissing == true)
        #expect((try? folder.names()) == [])
    }

    @Test("one that was closed is read without permission to write next to it") func closed() async throws {
        try await makeOne()
        let others = ["events.sqlite-wal", "events.sqlite-shm"]
        try await DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        for name in others { try? FileManager.default.removeItem(atPath: folder.path(name)) }
        let before = try folder.names()
        let database = try EventDatabase.openForReading(path, canWriteBeside: { _ in false })
        #expect(try await database.totals().isEmpty == false)
        try await database.keep([:] as [String: [StoredLook]], since: ImportState())
        #expect(try folder.names() == before)
    }

    @Test("the key and the database are hidden from git") func hidden() async throws {
        try await makeOne()
        let lines = try folder.text(of: ".gitignore").split(separator: "\n")
        #expect(lines.contains("/events.key*") && lines.contains("/events.sqlite*"))
    }

    @Test("a file of something else is reported, and left as it is") func noDatabase() throws {
        try folder.write(String(repeating: "These are no events.\n", count: 200), to: "events.sqlite")
        let before = try folder.text(of: "events.sqlite")
        let problem = #expect(throws: EventStoreProblem.self) { try EventDatabase.openForReading(path) }
        #expect(problem?.message == "the file is not a database of events")
        #expect(try folder.text(of: "events.sqlite") == before)
    }

    @Test("a database of something else is reported") func foreign() throws {
        try DatabaseQueue(path: path).write { db in try db.execute(sql: "CREATE TABLE other (x)") }
        let problem = #expect(throws: EventStoreProblem.self) { try EventDatabase.openForReading(path) }
        #expect(problem?.message == "the file is another kind of database")
    }

    @Test("one of a newer version is reported, and not changed") func future() async throws {
        try await makeOne()
        try await DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA user_version = 99")
        }
        for open in [{ try EventDatabase.open(path) }, { try EventDatabase.openForReading(path) }] {
            let problem = #expect(throws: EventStoreProblem.self) { try open() }
            #expect(problem?.message == "the events were stored by a newer version of this program")
        }
    }

    @Test("one whose key is missing or another is reported") func key() async throws {
        try await makeOne()
        let key = try folder.text(of: "events.key")
        try FileManager.default.removeItem(atPath: folder.path("events.key"))
        let missing = #expect(throws: FileProblem.self) { try EventDatabase.open(path) }
        #expect(missing?.message == "the key of the events is missing")
        try folder.write(Base64URL.text(Array(repeating: 1, count: 32)), to: "events.key")
        #expect(throws: EventStoreProblem.self) { try EventDatabase.open(path) }
        try folder.write("no key", to: "events.key")
        #expect(throws: FileProblem.self) { try EventDatabase.open(path) }
        try folder.write(key, to: "events.key")
        #expect(try await EventDatabase.open(path).totals().count == 1)
    }

    @Test("one that is damaged is reported, and others are not stored") func damaged() async throws {
        try await makeOne()
        try await DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        var bytes = try FileBytes.read(path)
        for index in 4096..<bytes.count { bytes[index] = 0xAB }
        try folder.write(Data(bytes), to: "events.sqlite")
        let problem = await #expect(throws: EventStoreProblem.self) {
            _ = try await EventDatabase.openForReading(path).totals()
        }
        #expect(problem?.message == "the database of events is damaged")
    }

    @Test("what a unit did that cannot be read is reported, and not counted over") func damagedTallies()
        async throws
    {
        try await makeOne()
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "UPDATE assignment SET tallies = x'0703'")
        }
        let database = try EventDatabase.open(path) { Shop.noon + Shop.day }
        let problem = await #expect(throws: EventStoreProblem.self) {
            try await database.store([Shop.event("order", "ann", 1, value: 5, id: 1)])
        }
        #expect(problem?.message == "the database of events is damaged")
        #expect(try await database.summary().kept.isEmpty)
    }

    @Test(
        "values that no program writes are reported, and end no program",
        arguments: [
            "look SET difference = 'text'", "look SET at = 9223372036854775807",
            "look SET exposed_group = 'x'",
            "span SET first_at = 'text'", "users SET day = 9223372036854775807",
            "users SET count = 9223372036854775807",
            "users SET phase = 'text'", "sums SET value = 'text'", "sums SET day = 'text'",
            "sums SET square = 9e999",
            "import SET at = 9223372036854775807", "import_outcome SET count = 9223372036854775807",
        ])
    func damagedCells(_ change: String) async throws {
        let database = try EventDatabase.open(path) { Shop.noon + Shop.day }
        try await database.adopt(Shop.definitions)
        let number = try await database.beginImport(of: "events.csv")
        let events = [Shop.exposure("ann", "a", 0), Shop.event("order", "ann", 1, value: 5, id: 1)]
        try await database.store(database.batch(of: events), of: number)
        try await database.finishImport(number)
        try await DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    INSERT INTO look SELECT experiment, 1, exposed_group, 'd', 0, 1, 1, 1, 1, 1, 1, 1 FROM users;
                    UPDATE \(change)
                    """)
        }
        let reader = try EventDatabase.openForReading(path)
        do {
            _ = try await reader.totals()
            _ = try await reader.looks(at: "paywall")
            _ = try await reader.imports()
            _ = try await reader.summary()
        } catch let problem as EventStoreProblem {
            #expect(problem.message == "the database of events is damaged", "\(problem)")
        }
    }

    @Test(
        "events that are gone or empty, although their key is there, are not a first start",
        arguments: [true, false])
    func gone(isEmpty: Bool) async throws {
        try await makeOne()
        for name in try folder.names() where name.hasPrefix("events.sqlite") {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
        if isEmpty { try folder.write("", to: "events.sqlite") }
        let problem = #expect(throws: EventStoreProblem.self) { try EventDatabase.openForReading(path) }
        #expect(problem?.message == "the events are gone or empty, although there is a key for them")
        #expect(problem?.advice?.hasSuffix("events.key to start again") == true)
    }

    #if os(Linux)
    @Test(
        "a full disk loses nothing", .promise("A full disk loses nothing", "events refused by a full disk"),
        .fewAtATime, .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.absence)"))
    func fullDisk() async throws {
        let disk = try SmallDisk()
        try disk.grow()
        let path = disk.folder.path("events.sqlite")
        let database = try EventDatabase.open(path) { Shop.noon + Shop.day }
        try await database.adopt(Shop.definitions)
        try await database.store([Shop.exposure("ann", "a", 0)])
        try disk.fill()
        let many = (0..<20_000).map { Shop.exposure("user \($0)", "a", 0) }
        let problem = await #expect(throws: EventStoreProblem.self) { try await database.store(many) }
        #expect(problem?.message.contains("no space left on the disk") == true)
        Promise.count(many.count)
        try FileManager.default.removeItem(atPath: disk.folder.path("filler"))
        #expect(try await database.totals(of: "paywall")?.users() == 1)
        #expect(try await database.store([Shop.exposure("bob", "a", 0)])[.exposed] == 1)
        #expect(try await database.verify().differences.isEmpty)
    }
    #endif
}
