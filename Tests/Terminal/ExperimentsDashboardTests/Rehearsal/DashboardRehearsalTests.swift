import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Rehearsals", .inTurn)
struct DashboardRehearsalTests {
    private let store = InMemoryOverrideStore(ShopFixture.overrides)

    private func rehearsal(refresh: Duration? = .seconds(10)) -> DashboardRehearsal {
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: store, now: { ShopFixture.start }
        )
        let session = DashboardSession(
            service: service, keys: ShopFixture.keys, sourceName: "shop", refreshInterval: refresh,
            author: "eve")
        var fetches = 0
        return DashboardRehearsal(
            session, options: DashboardOptions(), size: CellSize(columns: 100, rows: 20),
            now: ShopFixture.start
        ) { trigger, now in
            fetches += 1
            let snapshot = Snapshot(entries: ShopFixture.entries, version: "\(fetches)", fetchedAt: now)
            let record = FetchRecord(
                id: fetches, trigger: trigger, startedAt: now, duration: .milliseconds(5),
                result: .success(FetchOutcome(status: .updated)), version: "\(fetches)", difference: .none)
            return [.snapshotChanged(snapshot), .fetchFinished(record)]
        }
    }

    @Test("it begins with a fetch, and fetches again as time passes")
    func fetches() throws {
        var rehearsal = rehearsal()
        #expect(rehearsal.state.history.fetches.records.map(\.id) == [1])
        rehearsal.play(try KeyScript(parsing: "+25s r"))
        #expect(rehearsal.state.history.fetches.records.map(\.id) == [1, 2, 3, 4])
        #expect(rehearsal.state.now == ShopFixture.start + 25)
    }

    @Test("overrides are set and taken back on the screen, and nowhere else")
    func overrides() throws {
        var rehearsal = rehearsal()
        rehearsal.play(try KeyScript(parsing: "o Down Enter"))
        #expect(rehearsal.state.source.report.overrides["paywall_type"]?.value == "c_baseline")
        #expect(store.overrides == ShopFixture.overrides)
        rehearsal.play(try KeyScript(parsing: "U"))
        #expect(rehearsal.state.source.report.overrides == ShopFixture.overrides)
    }

    @Test("after it is left, nothing more happens")
    func over() throws {
        var rehearsal = rehearsal()
        rehearsal.play(try KeyScript(parsing: "q 6"))
        #expect(rehearsal.isOver && rehearsal.state.screen == .keys)
    }
}

@Suite("Frames as text for terminals", .inTurn)
struct FrameANSITests {
    private var frame: Frame {
        var frame = Frame(size: CellSize(columns: 8, rows: 2))
        frame.put("a", at: .origin, style: CellStyle(foreground: .rgb(255, 0, 0), attributes: .bold))
        frame.put("日", at: CellPoint(column: 1, row: 0))
        frame.put(
            "x", at: CellPoint(column: 4, row: 1),
            style: CellStyle(foreground: .ansi(9), background: .indexed(20)))
        return frame
    }

    @Test("colors and attributes are written once for each run, and left at the end of the row")
    func colors() {
        #expect(
            frame.ansiText(depth: .truecolor)
                == "\u{1b}[0;1;38;2;255;0;0ma\u{1b}[0m日\n    \u{1b}[0;91;48;5;20mx\u{1b}[0m")
    }

    @Test("no more colors are used than are wanted")
    func fewer() {
        #expect(frame.ansiText(depth: .none) == "\u{1b}[0;1ma\u{1b}[0m日\n    \u{1b}[0;7mx\u{1b}[0m")
    }

    @Test("ASCII keeps each glyph's columns")
    func ascii() {
        #expect(frame.text(ascii: true) == "a? \n    x".replacingOccurrences(of: " \n", with: "\n"))
        #expect(frame.text(ascii: false) == "a日\n    x")
    }
}
