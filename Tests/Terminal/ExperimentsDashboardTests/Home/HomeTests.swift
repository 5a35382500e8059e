import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The overview of sources", .inTurn)
struct HomeTests {
    private static let sources = [
        DashboardSource(name: "production", environment: "production", color: .rgb(200, 0, 0)),
        DashboardSource(name: "staging", environment: "staging"), DashboardSource(name: "dev"),
    ]

    private func fixture(_ size: CellSize = CellSize(columns: 100, rows: 12)) -> ShopFixture {
        ShopFixture(size: size, environment: "production", sources: Self.sources)
    }

    private var answer: SourceAnswer {
        SourceAnswer(
            content: SourceStanding.Content(
                Report(
                    keys: ShopFixture.keys, snapshot: ShopFixture.snapshot.changing(["paywall_type": nil]),
                    overrides: .empty, at: ShopFixture.start)),
            liveStatus: .live)
    }

    @Test("0 asks the sources that are not shown, once at a time")
    func asking() throws {
        var fixture = fixture()
        guard case .surveySources(["staging", "dev"])? = try fixture.press("0").first else {
            Issue.record("nobody was asked")
            return
        }
        try fixture.press("Escape")
        #expect(try fixture.press("0").isEmpty)
        #expect(
            fixture.state.project.answers.standings(fixture.state).map(\.word).suffix(2) == [
                "asking…", "asking…",
            ])
    }

    @Test(
        "every source has a row, with what is missing and incorrect in it",
        arguments: [
            ("usual", CellSize(columns: 80, rows: 12)), ("wide", CellSize(columns: 130, rows: 12)),
            ("tiny", CellSize(columns: 24, rows: 6)), ("high", CellSize(columns: 120, rows: 36)),
        ])
    func rows(name: String, size: CellSize) throws {
        var fixture = fixture(size)
        try fixture.press("0")
        _ = fixture.state.update(
            .to(\.project.answers, .answered(name: "staging", answer)), at: ShopFixture.start)
        _ = fixture.state.update(
            .to(
                \.project.answers,
                .answered(
                    name: "dev", SourceAnswer(content: nil, problem: "no such file"))), at: ShopFixture.start)
        try Golden.expect(fixture.screen, named: "home-\(name)")
    }

    @Test("the source that is shown has a sign in a column of its own")
    func sign() throws {
        var fixture = fixture()
        try fixture.press("0")
        #expect(fixture.screen.contains("› production "))
        #expect(fixture.screen.contains("\n   staging "))
    }

    @Test("Enter goes into the source under the cursor, and back to the one that is shown")
    func goingIn() throws {
        var fixture = fixture()
        try fixture.press("0", "j")
        guard case .openSource("staging")? = try fixture.press("Enter").first else {
            Issue.record("no source was opened")
            return
        }
        #expect(fixture.state.panels.isEmpty)
        try fixture.press("0", "g")
        #expect(try fixture.press("Enter").isEmpty && fixture.state.panels.isEmpty)
    }

    @Test("the number of a screen leaves the overview for that screen, unless it is typed into the filter")
    func leaving() throws {
        var fixture = fixture()
        try fixture.press("0", "/", "4")
        #expect(fixture.state.panels.first(HomePanel.self) != nil && fixture.state.screen == .keys)
        try fixture.press("Escape", "4")
        #expect(fixture.state.panels.isEmpty && fixture.state.screen == .overrides)
    }

    @Test("= and I open from the overview what they open from a screen", arguments: ["=", "I"])
    func goingOn(key: String) throws {
        var (direct, fixture) = (fixture(), fixture())
        try direct.press(key)
        try fixture.press("0", key)
        #expect(fixture.state.panels.first(HomePanel.self) == nil)
        #expect(fixture.screen == direct.screen)
    }

    @Test("an answer stays from one look to the next, also beside a later failure")
    func kept() throws {
        var fixture = fixture()
        try fixture.press("0")
        _ = fixture.state.update(
            .to(\.project.answers, .answered(name: "staging", answer)), at: ShopFixture.start)
        try fixture.press("Escape", "0")
        #expect(
            fixture.state.project.answers.standings(fixture.state)[1].content?.missing
                == answer.content?.missing)
        let failure = SourceAnswer(content: nil, problem: "no route")
        _ = fixture.state.update(
            .to(\.project.answers, .answered(name: "staging", failure)), at: ShopFixture.start)
        #expect(fixture.state.project.answers.standings(fixture.state)[1].problem == "no route")
        #expect(fixture.state.project.answers.standings(fixture.state)[1].content == answer.content)
    }

    @Test("the cursor stays on its source while rows are filtered")
    func filtering() throws {
        var fixture = fixture()
        try fixture.press("0", "G", "/")
        fixture.type("dev")
        #expect(fixture.screen.contains("1 of 3"))
        try fixture.press("Enter", "Escape")
        let panel = try #require(fixture.state.panels.first(HomePanel.self))
        #expect(panel.selected?.name == "dev" && panel.count == 3)
    }

    @Test("why the source under the cursor cannot be asked is reported whole, where the column has no room")
    func problem() throws {
        var fixture = fixture(CellSize(columns: 60, rows: 12))
        try fixture.press("0", "G")
        let reason = "the host config.example.com is not known"
        _ = fixture.state.update(
            .to(\.project.answers, .answered(name: "dev", SourceAnswer(content: nil, problem: reason))),
            at: ShopFixture.start)
        #expect(fixture.screen.contains(reason))
        try fixture.press("k")
        #expect(!fixture.screen.contains(reason))
    }

    @Test("boxes below the list have the address, the fetches and the faults of the source under the cursor")
    func boxes() throws {
        var sources = Self.sources
        sources[1].address = "config/staging.json"
        var fixture = ShopFixture(
            size: CellSize(columns: 140, rows: 40), environment: "production", sources: sources)
        try fixture.press("0", "j")
        #expect(fixture.screen.contains("address    config/staging.json"))
        #expect(!fixture.screen.contains("Latest fetches") && fixture.screen.contains("Not fetched yet."))
        let failed = FetchRecord(
            id: 1, trigger: .manual, startedAt: ShopFixture.start, duration: .milliseconds(20),
            result: .failure(FetchFailure("connection refused")), version: nil,
            difference: SnapshotDifference(changes: [:]))
        let answer = SourceAnswer(content: answer.content, fetches: [failed], problem: "connection refused")
        _ = fixture.state.update(
            .to(\.project.answers, .answered(name: "staging", answer)), at: ShopFixture.start)
        #expect(fixture.screen.contains("Latest fetches"))
        #expect(
            fixture.screen.contains("○ paywall_type") && fixture.screen.contains("the source has no value"))
        try fixture.press("k")
        #expect(!fixture.screen.contains("config/staging.json") && !fixture.screen.contains("Latest fetches"))
    }

    @Test("the values of the source under the cursor fill the room that its changes leave free")
    func values() throws {
        var fixture = ShopFixture(size: CellSize(columns: 140, rows: 40), sources: Self.sources)
        try fixture.press("0")
        #expect(fixture.screen.contains("─ Values ─"), "\(fixture.screen)")
        let line = fixture.screen.split(separator: "\n").first { $0.contains("max_items") }
        #expect(line?.contains(" 7 ") == true, "\(fixture.screen)")
        try fixture.press("j")
        #expect(!fixture.screen.contains("─ Values ─"))
    }

    @Test("a project with one source has a row for it")
    func alone() throws {
        var fixture = ShopFixture()
        #expect(try fixture.press("0").isEmpty)
        #expect(fixture.screen.contains("shop (emulator)") && fixture.screen.contains("1 source"))
        try fixture.press("Enter")
        #expect(fixture.state.panels.isEmpty)
    }
}
