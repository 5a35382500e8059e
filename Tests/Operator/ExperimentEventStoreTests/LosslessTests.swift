import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB
import TestSupport
import Testing

/// Whatever happens to events and declarations on the way, the same of both gives the same totals, to the last bit.
@Suite("Nothing that was counted is lost", .inTurn) struct LosslessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String, _ definitions: EventDefinitions = Shop.definitions) async throws
        -> EventDatabase
    {
        let database = try EventDatabase.open(folder.path(name)) { Shop.noon + 30 * Shop.day }
        try await database.adopt(definitions)
        return database
    }

    private static func edited(
        _ metric: String, _ change: (inout MetricDefinition) -> Void
    ) -> EventDefinitions {
        var definitions = Shop.definitions
        for index in definitions.metrics.indices where definitions.metrics[index].name == metric {
            change(&definitions.metrics[index])
        }
        return definitions
    }

    private static let edits: [EventDefinitions] = {
        var started = Shop.definitions
        started.experiments[0].start = Shop.noon
        var judged = Shop.definitions
        judged.experiments[0].metrics = ["mean"]
        return [
            edited("revenue") { $0.window = 3_600_000 }, edited("revenue") { $0.kind = .count },
            edited("purchase") { $0.event = "view" }, edited("revenue") { $0.cap = 20 },
            edited("mean") { $0.cap = 10 }, edited("revenue") { $0.capPercentile = 0.9 },
            edited("clicks per view") { $0.denominatorEvent = "scroll" }, started, judged, EventDefinitions(),
        ]
    }()

    @Test("any order, any batches, any imports give the same", arguments: 0..<12)
    func anyOrder(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = Shop.distinctEvents(200, &random)
        let definitions = Self.edited("revenue") { $0.capPercentile = 0.9 }
        let one = try await open("one.sqlite", definitions)
        try await one.store(events)
        try await one.maintain()
        let other = try await open("other.sqlite", definitions)
        var rest = events.shuffled(using: &random)[...]
        while !rest.isEmpty {
            let size = Int.random(in: 1...60, using: &random)
            let number = try await other.beginImport(of: "events.csv")
            try await other.store(other.batch(of: Array(rest.prefix(size))), of: number)
            try await other.finishImport(number)
            // A percentile is taken now and then, and at the end.
            if Bool.random(using: &random) { try await other.maintain() }
            rest = rest.dropFirst(size)
        }
        try await other.maintain()
        #expect(try await one.totals().map(\.exactFigures) == other.totals().map(\.exactFigures))
        #expect(try await other.verify().differences.isEmpty)
    }

    @Test("an edit and its undoing give what was there, also after old events were removed", arguments: edits)
    func edit(_ edit: EventDefinitions) async throws {
        var random = SeededGenerator(seed: 7)
        let events = Shop.distinctEvents(200, &random)
        let clock = SettableClock(Shop.noon + 30 * Shop.day)
        let database = try EventDatabase.open(folder.path("events.sqlite")) { clock.now }
        try await database.adopt(Shop.definitions)
        try await database.store(events.prefix(150).map { $0 })
        clock.now += 40 * Shop.day
        try await database.maintain()
        let before = try await database.totals().map(\.exactFigures)
        try await database.adopt(edit)
        clock.now += 40 * Shop.day
        try await database.maintain()
        #expect(try await database.verify().differences.isEmpty)
        try await database.adopt(Shop.definitions)
        #expect(try await database.totals().map(\.exactFigures) == before)
        // What comes meanwhile is there after the undoing, too.
        try await database.adopt(edit)
        try await database.store(events.suffix(50).map { $0 })
        try await database.adopt(Shop.definitions)
        let straight = try await open("straight.sqlite")
        try await straight.store(events)
        #expect(try await database.totals().map(\.users) == straight.totals().map(\.users))
    }

    @Test("an edited metric counts as if it had always been declared so, also after a month")
    func lateEdit() async throws {
        let clock = SettableClock(Shop.noon + 2 * Shop.day)
        let database = try EventDatabase.open(folder.path("events.sqlite")) { clock.now }
        try await database.adopt(Shop.definitions)
        try await database.store([
            Shop.exposure("ann", "a", 0), Shop.event("order", "ann", 40, value: 5, id: 1),
        ])
        clock.now += 40 * Shop.day
        try await database.maintain()
        func revenue() async throws -> Double? {
            try await database.totals(of: "paywall")?.totals(of: "revenue", in: "a").sum.value
        }
        #expect(try await revenue() == 5)
        try await database.adopt(Self.edited("revenue") { $0.window = 3_600_000 })
        #expect(try await revenue() == 0)
        try await database.adopt(Self.edited("revenue") { $0.kind = .count })
        #expect(try await revenue() == 1)
        #expect(try await database.totals(of: "paywall")?.missing.isEmpty == true)
    }

    @Test("a metric that counts events which were removed says so, until they are imported again")
    func missing() async throws {
        let clock = SettableClock(Shop.noon + 2 * Shop.day)
        let database = try EventDatabase.open(folder.path("events.sqlite")) { clock.now }
        try await database.adopt(Shop.definitions)
        let scroll = Shop.event("scroll", "ann", 1, value: nil, id: 9)
        try await database.store([Shop.exposure("ann", "a", 0), scroll])
        clock.now += 40 * Shop.day
        try await database.maintain()
        var definitions = Shop.definitions
        definitions.metrics.append(MetricDefinition("scrolls", kind: .count, event: "scroll"))
        try await database.adopt(definitions)
        let totals = try #require(try await database.totals(of: "paywall"))
        #expect(totals.missing == ["scrolls": .init(count: 1, until: Shop.noon + 3600)])
        #expect(try await database.store([scroll])[.counted] == 1)
        let complete = try #require(try await database.totals(of: "paywall"))
        #expect(complete.missing.isEmpty)
        #expect(complete.totals(of: "scrolls", in: "a").sum.value == 1)
        #expect(try await database.store([scroll])[.duplicate] == 1)
    }

    @Test("verifying finds a user's sums that are not those of the events, and repairs them")
    func verification() async throws {
        let database = try await open("events.sqlite")
        try await database.store([
            Shop.exposure("ann", "a", 0), Shop.event("order", "ann", 1, value: 5, id: 1),
        ])
        try await DatabaseQueue(path: folder.path("events.sqlite")).write { db in
            try db.execute(sql: "UPDATE event SET value = 6")
        }
        let found = try await database.verify(repairs: true)
        #expect(found.differences.contains { $0.contains("the stored \"revenue\" is 5.0, the count is 6.0") })
        #expect(try await database.verify().differences.isEmpty)
        #expect(try await database.totals(of: "paywall")?.totals(of: "revenue", in: "a").sum.value == 6)
    }

    @Test("a percentile is one of the users with a value, and a cap that is none any more is removed")
    func percentile() async throws {
        let definitions = Self.edited("revenue") { $0.capPercentile = 0.5 }
        let database = try await open("events.sqlite", definitions)
        try await database.store((0..<100).map { Shop.exposure("user \($0)", "a", 0) })
        try await database.store(
            [1.0, 2, 100].enumerated().map {
                Shop.event("order", "user \($0)", 1, value: $1, id: UInt64($0))
            })
        try await database.maintain()
        #expect(try await database.totals(of: "paywall")?.caps == ["revenue": 2])
        #expect(try await database.totals(of: "paywall")?.totals(of: "revenue", in: "a").sum.value == 5)
        try await database.adopt(Shop.definitions)
        #expect(try await database.totals(of: "paywall")?.caps.isEmpty == true)
        #expect(try await database.totals(of: "paywall")?.totals(of: "revenue", in: "a").sum.value == 103)
    }
}
