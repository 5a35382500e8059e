import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The loop of fetches", .inTurn)
struct FetchLoopTests {
    private static let now = SampleShop.start

    private func loop(_ seconds: Int? = 30, _ status: LiveStatus = .off) -> FetchLoop {
        FetchLoop(interval: seconds.map { .seconds($0) }, liveStatus: status, at: Self.now, seed: nil)
    }

    private func record(_ trigger: FetchTrigger, _ result: FetchRecord.Result) -> ServiceEvent {
        .fetchFinished(
            FetchRecord(
                id: 1, trigger: trigger, startedAt: Self.now, duration: .milliseconds(5), result: result,
                version: nil,
                difference: .none))
    }

    private static let success = FetchRecord.Result.success(
        FetchOutcome(status: .updated, httpStatus: 200, bytes: 1))

    @Test("the first fetch is due immediately, the next an interval after it ended, and none while one runs")
    func interval() {
        var loop = loop()
        #expect(loop.isDue(at: Self.now))
        loop.begin(at: Self.now)
        #expect(!loop.isDue(at: Self.now + 600) && loop.activity == .running(since: Self.now))
        _ = loop.hear(record(.scheduled, Self.success), at: Self.now + 1)
        #expect(!loop.isDue(at: Self.now + 30) && loop.isDue(at: Self.now + 31))
    }

    @Test("without an interval only the first fetch is made by itself")
    func once() {
        var loop = loop(nil)
        #expect(loop.isDue(at: Self.now))
        loop.begin(at: Self.now)
        _ = loop.hear(record(.scheduled, Self.success), at: Self.now)
        #expect(!loop.isDue(at: .distantFuture))
    }

    @Test("however often announced fetches fail, the wait grows no longer; those that were due lengthen it")
    func backOff() {
        let failure = FetchRecord.Result.failure(FetchFailure("no network"))
        var announced = loop()
        for _ in 0..<5 { _ = announced.hear(record(.realtime(attempt: 1), failure), at: Self.now) }
        #expect(announced.schedule.nextFetchAt == Self.now + 30)
        var due = loop()
        for _ in 0..<3 { _ = due.hear(record(.scheduled, failure), at: Self.now) }
        #expect(due.schedule.nextFetchAt == Self.now + 120)
    }

    @Test("each reason for missing announcements is reported once, and so is their return")
    func news() {
        var loop = loop(30, .connecting)
        let lost = LiveStatus.interrupted(reason: "no network", nextTryAt: Self.now + 5)
        #expect(loop.hear(.liveStatusChanged(.live), at: Self.now) == nil)
        #expect(
            loop.hear(.liveStatusChanged(lost), at: Self.now)
                == .lost("live updates lost: no network", nextTryAt: Self.now + 5))
        #expect(loop.hear(.liveStatusChanged(.connecting), at: Self.now) == nil)
        #expect(loop.hear(.liveStatusChanged(lost), at: Self.now) == nil)
        #expect(
            loop.hear(.liveStatusChanged(.unavailable(reason: "refused")), at: Self.now)
                == .unavailable("no live updates: refused"))
        #expect(loop.hear(.liveStatusChanged(.live), at: Self.now) == .back)
    }

    @Test("another source is fetched immediately, and no more often than it allows")
    func otherSource() {
        var loop = loop(1)
        loop.begin(at: Self.now)
        loop.begin(anewWith: .off, allowing: .seconds(45), at: Self.now)
        #expect(loop.isDue(at: Self.now) && loop.interval == .seconds(45))
    }
}

@Suite("What changes while someone watches", .inTurn)
struct ReportChangesTests {
    private func report(_ texts: [String: String], overrides: OverrideSet = .empty) -> Report {
        Report(
            keys: [CatalogKey(name: "a", schema: ValueSchema(kind: .int, range: 1...9))],
            snapshot: Snapshot(texts: texts, fetchedAt: SampleShop.start), overrides: overrides,
            at: SampleShop.start)
    }

    private func words(_ events: [WatchEvent]) -> [String] {
        events.map { event in
            switch event {
            case .key(let row, _, let was): "\(row.name) \(was?.valueText ?? "-") \(row.valueText ?? "-")"
            case .gone(let row): "\(row.name) gone"
            case .overridesProblem(let problem): "overrides \(problem?.message ?? "readable")"
            case .fetch, .live, .sourceProblem: "other"
            }
        }
    }

    @Test("first every key, then only those whose value changed, and removed names")
    func reports() {
        var changes = ReportChanges()
        #expect(words(changes.events(of: report(["a": "1", "x": "2"]))) == ["a - 1", "x - 2"])
        #expect(changes.events(of: report(["a": "1", "x": "2"])).isEmpty)
        #expect(words(changes.events(of: report(["a": "3"]))) == ["a 1 3", "x gone"])
        let overrides = OverrideSet(["a": Override(value: "5")])
        #expect(words(changes.events(of: report(["a": "3"], overrides: overrides))) == ["a 3 5"])
    }

    @Test("that overrides cannot be read is reported once for each reason, and that they can be again")
    func problems() {
        var changes = ReportChanges()
        #expect(changes.events(of: nil).isEmpty)
        let problem = OverrideStoreProblem(FileProblem(path: "o.json", message: "no JSON"))
        #expect(words(changes.events(of: problem)) == ["overrides no JSON"])
        #expect(changes.events(of: problem).isEmpty)
        #expect(words(changes.events(of: nil)) == ["overrides readable"])
    }

    @Test("a key is reported where its every change is, or where it is broken by it")
    func alerts() throws {
        func row(_ text: String?, fetched: Bool = true) throws -> ReportRow {
            let key = CatalogKey(name: "a", schema: ValueSchema(kind: .int, range: 1...9))
            let snapshot =
                fetched ? Snapshot(texts: text.map { ["a": $0] } ?? [:], fetchedAt: SampleShop.start) : .empty
            return try #require(
                Report(keys: [key], snapshot: snapshot, overrides: .empty, at: SampleShop.start).rows.first)
        }
        let broken = AlertRules(tellsBroken: true)
        #expect(broken.tell(try row(nil), after: try row("1")))
        #expect(broken.tell(try row("10"), after: try row("1")))
        #expect(!broken.tell(try row("2"), after: try row("1")))
        #expect(!broken.tell(try row("11"), after: try row("10")))
        // What was not known before did not become so.
        #expect(!broken.tell(try row(nil), after: try row(nil, fetched: false)))
        #expect(AlertRules(keys: ["a"]).tell(try row("2"), after: try row("1")))
        #expect(!AlertRules(keys: ["b"]).tell(try row("2"), after: try row("1")))
    }
}
