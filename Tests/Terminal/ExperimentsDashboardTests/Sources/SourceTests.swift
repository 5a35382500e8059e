import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Several sources", .inTurn)
struct SourceTests {
    static let sources = [
        DashboardSource(name: "production", environment: "production", color: .rgb(200, 0, 0)),
        DashboardSource(name: "staging", environment: "staging", color: .ansi(3)),
    ]

    private static let staging = ShopFixture.snapshot.changing([
        "max_items": "2", "price_factor": "0.950", "only_here": "x", "paywall_type": nil,
    ])

    private func fixture(
        size: CellSize = CellSize(columns: 80, rows: 20), sources: [DashboardSource] = sources
    )
        -> ShopFixture
    {
        ShopFixture(size: size, environment: "production", sources: sources)
    }

    private func opened(_ name: String) -> OpenedSource {
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(Self.staging), now: { ShopFixture.start })
        return OpenedSource(name: name, service: service, keys: ShopFixture.keys)
    }

    @Test("going over to another keeps screen, filter and cursor, and fetches immediately")
    func switching() throws {
        var fixture = fixture()
        try fixture.press("/")
        fixture.type("m")
        try fixture.press("Enter", "j")
        let name = fixture.state.selectedName
        guard case .openSource("staging") = try fixture.press("b", "j", "Enter").first else {
            Issue.record("no source was opened")
            return
        }
        let effects = fixture.state.update(.sourceOpened(opened("staging")), at: ShopFixture.start)
        guard case .fetch = effects.first else {
            Issue.record("nothing was fetched")
            return
        }
        #expect(fixture.state.source.environment == "staging")
        #expect(fixture.state.list.filter.text == "m")
        #expect(fixture.state.selectedName == name)
        #expect(fixture.state.source.report.rows.first { $0.name == "max_items" }?.remoteText == "2")
    }

    /// A panel that says by itself whether it is about the source that is shown.
    private struct Note: Panel {
        let staysAt: String
        let escapeWord = "close"

        mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer { .close() }
        func draw(_ state: DashboardState, _ canvas: inout Canvas) {}
        func hints(_ state: DashboardState) -> [KeyHint] { [escapeHint] }
        func outlives(changeTo source: DashboardSource) -> Bool { source.name == staysAt }
    }

    @Test("panels that do not outlive the source before are closed, wherever they lie, and the others stay")
    func panels() throws {
        var fixture = fixture()
        try fixture.press("t")
        for name in ["production", "staging", "production"] { fixture.state.panels.push(Note(staysAt: name)) }
        _ = fixture.state.update(.sourceOpened(opened("staging")), at: ShopFixture.start)
        #expect(fixture.state.panels.depth == 2 && fixture.state.panels.first(ThemesPanel.self) != nil)
        #expect(fixture.state.panels.first(Note.self)?.staysAt == "staging")
    }

    @Test("what is about to be published is not published to another source")
    func publishing() {
        var fixture = fixture()
        fixture.state.panels.push(PublicationsPanel())
        fixture.state.panels.push(ValuePanel(typing: ShopFixture.keys[0], from: nil))
        fixture.state.panels.push(
            Confirmation(
                lines: ["Throw the draft away?"], effects: [.send(\.templates, .discard)], isAboutSource: true
            ))
        _ = fixture.state.update(.sourceOpened(opened("staging")), at: ShopFixture.start)
        #expect(fixture.state.panels.isEmpty)
    }

    @Test(
        "a comparison stays unless the other source is the one that is shown now",
        arguments: ["staging", "local"])
    func comparisonStays(other: String) throws {
        var fixture = fixture(sources: Self.sources + [DashboardSource(name: "local")])
        let compared = try #require(fixture.state.project.source(named: other))
        _ = fixture.state.update(.to(\.comparison, .compare(with: compared)))
        _ = fixture.state.update(.sourceOpened(opened("staging")), at: ShopFixture.start)
        #expect(fixture.state.panels.isEmpty == (other == "staging"))
    }

    @Test("what the source before still says is passed over")
    func oldEvents() throws {
        var fixture = fixture()
        _ = fixture.state.update(.sourceOpened(opened("staging")), at: ShopFixture.start)
        _ = fixture.state.update(
            .sourceEvent(source: "production", .snapshotChanged(.empty)), at: ShopFixture.start)
        #expect(fixture.state.source.report.snapshot.entries["max_items"]?.text == "2")
        _ = fixture.state.update(
            .sourceEvent(source: "staging", .snapshotChanged(ShopFixture.snapshot)), at: ShopFixture.start)
        #expect(fixture.state.source.report.snapshot.entries["max_items"]?.text == "7")
    }

    @Test("the palette finds a source by its name")
    func palette() throws {
        var fixture = fixture()
        try fixture.press(":")
        fixture.type("source staging")
        guard case .openSource("staging") = try fixture.press("Enter").first else {
            Issue.record("no source was opened")
            return
        }
    }

    @Test("one that cannot be opened is reported, and the one before stays")
    func failing() {
        var fixture = fixture()
        _ = fixture.state.update(
            .sourceNotOpened(name: "staging", reason: "no API key"), at: ShopFixture.start)
        #expect(fixture.state.notices.notice?.text == "source staging: no API key")
        #expect(fixture.state.source.environment == "production")
    }

    @Test("with one source only, there is nothing to switch to or to compare with", arguments: ["b", "="])
    func alone(_ key: String) throws {
        var fixture = ShopFixture()
        #expect(try fixture.press(key).isEmpty)
        #expect(fixture.state.notices.notice?.text == "only one source")
    }

    @Test(
        "two are compared key by key, without equal values",
        arguments: [
            ("usual", CellSize(columns: 80, rows: 20)), ("wide", CellSize(columns: 130, rows: 24)),
            ("tiny", CellSize(columns: 20, rows: 5)), ("high", CellSize(columns: 120, rows: 36)),
        ])
    func comparison(_ name: String, _ size: CellSize) throws {
        var fixture = fixture(size: size)
        guard case .readSource("staging") = try fixture.press("=").first else {
            Issue.record("nothing was read")
            return
        }
        #expect(fixture.screen.contains("fetching"))
        _ = fixture.state.update(
            .to(\.comparison, .read(name: "staging", Self.staging, problem: nil)), at: ShopFixture.start)
        try Golden.expect(fixture.screen, named: "comparison-\(name)")
    }

    @Test("differences are filtered, and follow what the shown source holds")
    func filtering() throws {
        var fixture = fixture()
        try fixture.press("=")
        _ = fixture.state.update(
            .to(\.comparison, .read(name: "staging", Self.staging, problem: nil)), at: ShopFixture.start)
        try fixture.press("/")
        fixture.type("max")
        #expect(fixture.screen.contains("1 of 3"))
        _ = fixture.state.update(
            .sourceEvent(
                source: "production", .snapshotChanged(ShopFixture.snapshot.changing(["max_items": "2"]))),
            at: ShopFixture.start)
        #expect(fixture.screen.contains("no difference matches"))
    }

    @Test("a source that cannot be fetched says so")
    func unreachable() throws {
        var fixture = fixture()
        try fixture.press("=")
        _ = fixture.state.update(
            .to(\.comparison, .read(name: "staging", .empty, problem: "connection refused")),
            at: ShopFixture.start)
        #expect(fixture.screen.contains("cannot compare with staging: connection refused"))
    }

    @Test("of several others, the one to compare with is chosen")
    func choosing() throws {
        var fixture = fixture(sources: Self.sources + [DashboardSource(name: "local")])
        #expect(try fixture.press("=").isEmpty)
        #expect(fixture.screen.contains("Compare shop (emulator) with"))
        guard case .readSource("local") = try fixture.press("j", "Enter").first else {
            Issue.record("nothing was read")
            return
        }
    }

    @Test(
        "the list of sources",
        arguments: [
            ("usual", CellSize(columns: 80, rows: 20)), ("tiny", CellSize(columns: 20, rows: 5)),
        ])
    func list(_ name: String, _ size: CellSize) throws {
        var fixture = fixture(size: size)
        try fixture.press("b")
        try Golden.expect(fixture.screen, named: "sources-\(name)")
    }

    @Test("the environment stands on the color of its source, in words that can be read")
    func banner() {
        let fixture = fixture()
        let style = fixture.state.shownTheme[.badgeProduction]
        #expect(style.background == .rgb(200, 0, 0))
        #expect(style.foreground == .ansi(15))
        #expect(fixture.screen.contains("production"))
    }
}
