import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Stepping back into earlier runs", .inTurn)
struct EarlierValuesTests {
    private let folder: TemporaryFolder
    private let log: FetchLog

    init() throws {
        folder = try TemporaryFolder()
        log = FetchLog(path: folder.path("shop"), program: "a test")
    }

    /// A shop whose max_items was 5 three days ago, and 6 an hour ago.
    private func fixture() throws -> ShopFixture {
        for (text, ago) in [("5", 3.0 * 86400), ("6", 3600)] {
            var fetches = FetchHistory()
            fetches.append(
                FetchRecord(
                    id: 1, trigger: .manual, startedAt: ShopFixture.start - ago, duration: .zero,
                    result: .success(FetchOutcome(status: .updated)), version: "7", difference: .none))
            try log.addLatest(of: fetches, ShopFixture.snapshot.changing(["max_items": text]))
        }
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 24), keepsFetches: true)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        _ = fixture.state.update(
            .to(\.shown.history, .earlierFetches(try log.read().map(\.record), source: nil)))
        return fixture
    }

    /// Reads what was asked for, as the program does in the background.
    private func answer(_ effects: [Effect], _ fixture: inout ShopFixture) throws {
        for case .readEarlierValues(let request) in effects {
            _ = fixture.state.update(
                .to(
                    \.shown.history,
                    .earlierValues(.success(try EarlierValues(log.values, request)), source: nil)))
        }
    }

    private func value(_ fixture: ShopFixture) -> String? { fixture.state.source.report.rows[3].valueText }

    @Test("Nothing is read before someone steps back, then it is, once, and the step is made")
    func steps() throws {
        var fixture = try fixture()
        #expect(fixture.state.history.past == .unread)
        let effects = try fixture.press("[")
        #expect(effects.count == 1 && fixture.state.history.past == .asked(stepsBack: true))
        #expect(try fixture.press("[").isEmpty)
        try answer(effects, &fixture)
        #expect(value(fixture) == "6")
        #expect(fixture.screen.contains("PAST 08:00:00 version 7"), "\(fixture.screen)")
        try fixture.press("[")
        #expect(value(fixture) == "5")
        #expect(fixture.state.notices.notice?.text.hasPrefix("values since 2026-02-26 09:00:00") == true)
        try fixture.press("[")
        #expect(fixture.state.notices.notice?.text == "no older values are stored")
        try fixture.press("]", "]")
        #expect(!fixture.state.history.isInThePast)
    }

    @Test("On the history they are read immediately, and fetches of before can be viewed and compared")
    func compare() throws {
        var fixture = try fixture()
        let effects = try fixture.press("6")
        try fixture.press("G")
        #expect(fixture.state.reasonDisabled(.viewFetch) == "reading earlier values…")
        try answer(effects, &fixture)
        #expect(fixture.state.reasonDisabled(.viewFetch) == nil)
        try fixture.press("d", "g")
        #expect(fixture.screen.contains("differs    1 key"), "\(fixture.screen)")
        _ = fixture.state.update(.input(.key(KeyPress("G"))))
        _ = fixture.state.perform(.viewFetch)
        #expect(value(fixture) == "5")
    }

    @Test("What cannot be read is reported, and not asked for again")
    func unreadable() throws {
        var fixture = try fixture()
        try fixture.press("[")
        let problem = FileProblem(
            path: "/state/1.jsonl", message: "was written by a newer version of this program")
        _ = fixture.state.update(.to(\.shown.history, .earlierValues(.failure(problem), source: nil)))
        #expect(
            fixture.state.notices.notice?.text.contains("1.jsonl: was written by a newer version") == true)
        #expect(try fixture.press("[").isEmpty)
        #expect(fixture.state.notices.notice?.text == "no older values are stored")
    }

    @Test("The program reads them, and a key's timeline, after what is about to be kept")
    func runner() async throws {
        let fixture = try fixture()
        let messages = Recorder<Message>()
        let keeper = InMemoryRemoteConfigKeeper(ShopFixture.snapshot)
        var session = DashboardSession(
            service: RemoteConfigService(remoteConfigKeeper: keeper), keys: ShopFixture.keys, sourceName: "s")
        session.fetchLog = { [log] _ in log }
        let runner = EffectRunner(session: session) { messages.record($0) }
        runner.run(.readEarlierValues(EarlierValuesRequest(source: nil, fixture.state.history.timeline)))
        runner.run(.readTimeline(KeyTimelineRequest("max_items", nil, override: nil)))
        let earlier = try await eventually(
            "the values",
            value: {
                messages.elements.lazy.compactMap {
                    if case .earlierValues(.success(let values), _)? = $0.content(HistoryState.Message.self) {
                        values
                    } else {
                        nil
                    }
                }
                .first
            })
        #expect(earlier.count == 2)
        let timeline = try await eventually(
            "the timeline",
            value: {
                messages.elements.lazy.compactMap {
                    if case .timelineRead(let read, _, _) = $0 { read } else { nil }
                }
                .first
            })
        #expect(timeline.periods.map(\.text) == ["5", "6"])
    }

    @Test("Values of another source, and before anything was fetched, are not put together")
    func otherSource() throws {
        var fixture = try fixture()
        let effects = try fixture.press("[")
        guard case .readEarlierValues(let request) = effects.first else { return #expect(Bool(false)) }
        let earlier = try EarlierValues(log.values, request)
        _ = fixture.state.update(.to(\.shown.history, .earlierValues(.success(earlier), source: "other")))
        #expect(fixture.state.history.timeline.generations.count == 1)
        var empty = ShopFixture(snapshot: .empty, keepsFetches: true)
        #expect(try empty.press("[").isEmpty)
    }
}
