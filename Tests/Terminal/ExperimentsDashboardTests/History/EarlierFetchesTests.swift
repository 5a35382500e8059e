import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Fetches before this dashboard", .inTurn)
struct EarlierFetchesTests {
    private func record(_ id: Int, _ ago: TimeInterval, _ changes: [String: SnapshotDifference.Change])
        -> FetchRecord
    {
        FetchRecord(
            id: id, trigger: .manual, startedAt: ShopFixture.start - ago, duration: .milliseconds(5),
            result: .success(FetchOutcome(status: .updated, bytes: 10)), version: "7",
            difference: SnapshotDifference(changes: changes))
    }

    private func fixture() throws -> ShopFixture {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 24))
        let earlier = [
            record(-1, 3 * 86400, ["paywall_type": .changed(from: "a", to: "b")]),
            record(0, 60, ["max_items": .added("4")]),
        ]
        fixture.finishFetch(.success(fixture.state.source.report.snapshot))
        _ = fixture.state.update(.to(\.shown.history, .earlierFetches(earlier, source: nil)))
        try fixture.press("6")
        return fixture
    }

    @Test("stand under this dashboard's own, the day in the place of the time where it was another day")
    func listed() throws {
        let fixture = try fixture()
        #expect(fixture.state.rowCount == 3)
        let lines = fixture.screen.split(separator: "\n")
        // Above the list is a line for each of the keys, too.
        let first = try #require(lines.firstIndex { $0.contains("changed keys") }) + 2
        #expect(
            lines[first + 1].contains("paywall_type") && !lines[first + 1].contains(":"), "\(fixture.screen)")
    }

    @Test("their changes can be read and filtered by")
    func details() throws {
        var fixture = try fixture()
        try fixture.press("G")
        #expect(fixture.screen.contains("~ paywall_type"), "\(fixture.screen)")
        try fixture.press("/")
        fixture.type("key:max_items")
        #expect(fixture.state.rowCount == 1)
    }

    @Test("if no values are kept there is nothing to go back to or to compare with, and that is reported")
    func noValues() throws {
        var fixture = try fixture()
        try fixture.press("G")
        #expect(fixture.state.reasonDisabled(.viewFetch)?.contains("no longer stored") == true)
        try fixture.press("d", "g")
        #expect(fixture.screen.contains("no longer stored"), "\(fixture.screen)")
    }

    @Test("are those of the source that is shown")
    func ofOtherSource() throws {
        var fixture = ShopFixture()
        _ = fixture.state.update(.to(\.shown.history, .earlierFetches([record(0, 60, [:])], source: "other")))
        #expect(fixture.state.history.earlier.isEmpty)
    }

    @Test("are read when a dashboard opens, and its own are kept for the next")
    func session() async throws {
        let folder = try TemporaryFolder()
        let log = FetchLog(path: folder.path("shop"), program: "a test")
        let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: ["a": "1"], fetchedAt: ShopFixture.start))
        let messages = Recorder<Message>()
        func open() -> EffectRunner {
            let service = RemoteConfigService(remoteConfigKeeper: keeper)
            var session = DashboardSession(service: service, keys: [], sourceName: "s")
            session.fetchLog = { _ in log }
            return EffectRunner(session: session) { messages.record($0) }
        }
        let first = open()
        first.run(.fetch(.manual))
        try await eventually("the fetch to be kept") { try log.read().count == 1 }
        let second = open()
        _ = second
        let earlier = try await eventually(
            "the earlier fetch",
            value: {
                messages.elements.lazy.compactMap { message in
                    if case .earlierFetches(let records, _)? = message.content(HistoryState.Message.self) {
                        records
                    } else {
                        nil
                    }
                }.first
            })
        #expect(earlier.count == 1)
    }
}
