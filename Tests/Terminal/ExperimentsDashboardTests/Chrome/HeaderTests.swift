import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The header", .inTurn)
struct HeaderTests {
    private static let failure = FetchFailure(
        "Firebase Installations: 127.0.0.1:9911 refused the connection or cannot be reached")

    private func header(_ fixture: ShopFixture, columns: Int) -> String {
        var fixture = fixture
        _ = fixture.state.update(.input(.resized(CellSize(columns: columns, rows: 20))))
        return String(fixture.screen.prefix { $0 != "\n" })
    }

    @Test(
        "however long the reason of a failure is, when the next try comes is reported", arguments: [80, 120])
    func nextTry(columns: Int) {
        var fixture = ShopFixture(environment: "staging", refresh: .seconds(10))
        fixture.finishFetch(.failure(Self.failure))
        fixture.pass(10)
        fixture.finishFetch(.failure(Self.failure))
        let header = header(fixture, columns: columns)
        #expect(header.contains(columns > 80 ? "failed 2 times" : "127.0.0.1:9911 refused"), "\(header)")
        #expect(header.contains("next try in 20s"))
        #expect(header.hasPrefix(" shop (emulator)  staging "))
        #expect(header.contains(columns > 80 ? "✗ 2 incorrect  ○ 1 missing" : "✗2 ○1"))
    }

    @Test("who asks while the source wants rest does not see one failure more")
    func heldBack() {
        var fixture = ShopFixture(refresh: .seconds(10))
        let retryAt = ShopFixture.start.addingTimeInterval(40)
        fixture.finishFetch(.failure(FetchFailure("too many requests", retryAt: retryAt)))
        fixture.finishFetch(
            .failure(FetchFailure("waiting", retryAt: retryAt, wasHeldBack: true)), trigger: .manual)
        let header = header(fixture, columns: 160)
        #expect(header.contains("fetch failed"))
        #expect(header.contains("next try in 40s"))
    }

    @Test("while fetches fail there is one time to wait for")
    func oneCountdown() {
        var fixture = ShopFixture(refresh: .seconds(10))
        fixture.finishFetch(.failure(Self.failure))
        let status = LiveStatus.interrupted(
            reason: "no network", nextTryAt: ShopFixture.start.addingTimeInterval(45))
        _ = fixture.state.update(.service(.liveStatusChanged(status)), at: ShopFixture.start)
        let header = header(fixture, columns: 160)
        #expect(header.contains("next try in 10s"))
        #expect(header.contains("live updates lost"))
        #expect(!header.contains("45s"))
    }

    @Test(
        "the reason is reported at every width, the host and what happened first",
        arguments: [nil, "production"])
    func reason(environment: String?) {
        var fixture = ShopFixture(
            overrides: ShopFixture.overrides, environment: environment, refresh: .seconds(10))
        fixture.finishFetch(.failure(Self.failure))
        fixture.pass(10)
        fixture.finishFetch(.failure(Self.failure))
        for columns in 20...200 {
            let header = header(fixture, columns: columns)
            #expect(DisplayText(header).width <= columns, "\(columns)")
            #expect(header.contains("127.0"), "\(columns): \(header)")
            if columns >= 24 {
                #expect(header.contains("127.0.0.1:9911 refused"), "\(columns): \(header)")
            }
        }
        #expect(header(fixture, columns: 200).contains(Self.failure.summary))
    }

    @Test("of a long host, the middle gives way, and what happened stays")
    func longHost() {
        var fixture = ShopFixture(overrides: ShopFixture.overrides, environment: "production")
        let host = "firebaseremoteconfig.googleapis.com:443"
        fixture.finishFetch(.failure(FetchFailure("\(host) refused the connection or cannot be reached")))
        for columns in 40...60 {
            let header = header(fixture, columns: columns)
            #expect(header.contains("fireb") && header.contains(" refused"), "\(columns): \(header)")
        }
    }

    @Test("the last part of the header is not cut, at any width")
    func uncut() {
        var fixture = ShopFixture(keys: [], refresh: .seconds(60))
        fixture.finishFetch(.failure(FetchFailure("no route")))
        fixture.pass(48)
        #expect(header(fixture, columns: 120).contains("values from 48s ago"))
        for columns in 40...140 {
            let header = header(fixture, columns: columns)
            #expect(!header.hasSuffix("…"), "\(columns): \(header)")
        }
    }

    @Test("no part of the header comes and goes while the values grow older")
    func steady() {
        var fixture = ShopFixture(refresh: nil)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        func parts(_ columns: Int) -> [Bool] {
            let header = header(fixture, columns: columns)
            return ["version", "fetched", "manual", "keys", "incorrect", "shop"].map(header.contains)
        }
        let first = (40...120).map(parts)
        for _ in 0..<2 {
            fixture.pass(21)
            #expect((40...120).map(parts) == first)
        }
    }

    @Test("what was never fetched is not called old")
    func nothingYet() {
        var fixture = ShopFixture(snapshot: .empty)
        fixture.finishFetch(.failure(Self.failure))
        #expect(header(fixture, columns: 200).contains("nothing fetched yet"))
    }

    @Test("of a source that was never reached, nothing is reported that no one knows")
    func unknown() {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20), snapshot: .empty)
        #expect(fixture.screen.contains("unknown: not fetched yet"))
        #expect(header(fixture, columns: 120).contains("7 unknown") && !fixture.screen.contains("missing"))
        #expect(fixture.screen.contains("²Missing ?  ³Incorrect ?"))
        #expect(header(fixture, columns: 30).contains("·7"))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["paywall_type": nil])))
        #expect(fixture.screen.contains("missing: the source has"))
    }

    @Test(
        "values that an earlier program fetched stand in, with their age and why the source cannot be reached"
    )
    func lastGood() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20), snapshot: .empty)
        let known = Snapshot(
            entries: ShopFixture.entries, version: "11", fetchedAt: ShopFixture.start - 3 * 3600)
        _ = fixture.state.update(.service(.snapshotChanged(known)))
        #expect(
            fixture.state.source.report.counts[.unknown] == 0
                && fixture.state.source.report.counts[.missing] == 1)
        #expect(header(fixture, columns: 120).contains("values from 3h ago"))
        #expect(fixture.state.source.lastChanges.isEmpty)
        fixture.finishFetch(.failure(FetchFailure("no route")))
        for columns in [80, 100, 140] {
            let header = header(fixture, columns: columns)
            #expect(header.contains("values from 3h ago, fetch failed: no route"), "\(columns): \(header)")
        }
        #expect(header(fixture, columns: 140).contains("next try"))
        #expect(header(fixture, columns: 40).contains("3h ago: no route"))
        // What is fetched then is compared with them.
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        #expect(Array(fixture.state.source.lastChanges.keys) == ["max_items"])
        #expect(!header(fixture, columns: 140).contains("values from"))
    }

    @Test("newly declared keys do not count as gone missing")
    func firstValues() {
        var fixture = ShopFixture(
            snapshot: .empty, options: DashboardOptions(alertRules: AlertRules(tellsBroken: true)))
        let effects = fixture.state.update(
            .service(.snapshotChanged(ShopFixture.snapshot)), at: ShopFixture.start)
        #expect(!effects.contains { if case .alert = $0 { true } else { false } })
    }

    @Test("a narrow header keeps the environment and shortens the words", arguments: [40, 34])
    func narrow(columns: Int) {
        let fixture = ShopFixture(overrides: ShopFixture.overrides, environment: "production")
        let header = header(fixture, columns: columns)
        #expect(header.contains(" production "))
        #expect(header.contains("✗2 ○1"))
    }

    @Test("if the environment's name has no room, the whole line has the color of production")
    func tiny() throws {
        var fixture = ShopFixture(size: CellSize(columns: 20, rows: 5), environment: "production-europe")
        let theme = try ThemeLibrary().theme(named: "dark")
        func backgrounds() -> Set<Color> {
            Set(DashboardView.frame(of: fixture.state, theme: theme).row(0).map(\.style.background))
        }
        #expect(backgrounds() == [theme[.badgeProduction].background])
        fixture = ShopFixture(size: CellSize(columns: 20, rows: 5), environment: "staging")
        #expect(backgrounds() != [theme[.badgeProduction].background])
    }

    @Test("a fetch that hangs says for how long")
    func hanging() {
        var fixture = ShopFixture()
        _ = fixture.state.update(
            .service(.fetchStarted(.manual, at: ShopFixture.start)), at: ShopFixture.start)
        #expect(header(fixture, columns: 120).contains("fetching…"))
        fixture.pass(36)
        #expect(header(fixture, columns: 120).contains("fetching for 36s"))
    }

    @Test("one key is not called keys")
    func singular() {
        let fixture = ShopFixture(keys: [ShopFixture.keys[0]])
        #expect(
            header(fixture, columns: 140).contains("  1 key\n")
                || header(fixture, columns: 140).hasSuffix("1 key"))
    }

    @Test("overrides that cannot be read are reported for as long as that lasts")
    func unreadableOverrides() {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20))
        let problem = FileProblem(path: "/a/long/way/overrides.json", message: "not JSON", line: 2, column: 1)
        func hear(_ problem: FileProblem?) {
            let state = OverrideStoreState(overrides: .empty, problem: problem.map(OverrideStoreProblem.init))
            _ = fixture.state.update(.service(.overridesChanged(state)), at: fixture.state.now)
        }
        hear(problem)
        fixture.pass(3600)
        #expect(header(fixture, columns: 120).contains("overrides not loaded"))
        #expect(fixture.screen.contains("cannot read overrides, showing the last ones: overrides.json:2:1"))
        hear(nil)
        fixture.pass(3600)
        #expect(!fixture.screen.contains("overrides not loaded"))
        #expect(!fixture.screen.contains("stay as read"))
    }
}
