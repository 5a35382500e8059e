import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Asking as another user", .inTurn)
struct PersonaTests {
    private let keeper = AskableKeeper()

    private func personas(_ effects: [Effect]) -> [SourcePersona] {
        effects.compactMap { if case .setPersona(let persona) = $0 { persona } else { nil } }
    }

    private func opened(sources: [DashboardSource] = []) throws -> ShopFixture {
        var fixture = ShopFixture.asking(keeper, size: CellSize(columns: 90, rows: 24), sources: sources)
        try fixture.press("i", answeredBy: keeper)
        return fixture
    }

    private func editor(_ fixture: ShopFixture) throws -> PersonaEditor {
        try #require(fixture.state.panels.first(PersonaEditor.self))
    }

    @Test("a source that has no per-user values has no persona")
    func unavailable() throws {
        var fixture = ShopFixture()
        try fixture.press("i")
        #expect(fixture.state.panels.isEmpty)
        #expect(fixture.state.notices.notice?.text == "this source has no per-user values")
    }

    @Test(
        "the editor and the list of personas are left by the key that is bound to quitting",
        arguments: [[], ["l"]])
    func quitting(keys: [String]) throws {
        var fixture = try opened()
        for key in keys { try fixture.press(key) }
        _ = fixture.state.update(
            .personasAnswered(.list, LibraryAnswer<NamedPersona>(items: [], isDone: true)),
            at: ShopFixture.start)
        fixture.state.project.keyMap = KeyMap.standard(changing: ["quit": ["ü"]]).map
        let depth = fixture.state.panels.depth
        try fixture.press("q")
        #expect(fixture.state.panels.depth == depth)
        #expect(try fixture.press("ü").isEmpty && fixture.state.panels.depth == depth - 1)
    }

    @Test("while live updates are paused the persona stays")
    func paused() throws {
        var fixture = ShopFixture.asking(keeper)
        try fixture.press("p", "i")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("the palette finds it")
    func palette() throws {
        var fixture = ShopFixture.asking(keeper)
        try fixture.press(":")
        fixture.type("view as")
        try fixture.press("Enter")
        #expect(throws: Never.self) { try editor(fixture) }
    }

    @Test("what the source's conditions look at comes first, then other fields")
    func rows() throws {
        var fixture = try opened()
        try fixture.press("a", answeredBy: keeper)
        fixture.type("country", answeredBy: keeper)
        try fixture.press("Enter", answeredBy: keeper)
        fixture.type("NO", answeredBy: keeper)
        try fixture.press("Enter", answeredBy: keeper)
        #expect(try editor(fixture).rows.map(\.name) == ["user_id", "plan", "country", nil])
        #expect(keeper.persona.fields == ["user_id": 7, "country": "NO"])
    }

    @Test(
        "a typed value is JSON where it looks like it, else text",
        arguments: [
            ("42", .number("42")), ("\"42\"", "42"), ("true", true), ("NO", "NO"), ("null", .null),
            ("1.50", .number("1.50")),
            ("[1, \"a\"]", [1, "a"]), ("{\"a\": 1}", ["a": 1]), ("01", "01"), ("a b", "a b"),
        ] as [(String, JSONValue)])
    func values(text: String, value: JSONValue) throws {
        var fixture = try opened()
        try fixture.press("j", "Enter")
        fixture.type(text)
        let effects = try fixture.press("Enter")
        #expect(personas(effects) == [SourcePersona(fields: ["user_id": 7, "plan": value])])
        // What is shown of it is what would have to be typed.
        #expect(try JSONValue.typed(value.fieldText) == value)
    }

    @Test("broken JSON is not set")
    func broken() throws {
        var fixture = try opened()
        try fixture.press("j", "Enter")
        fixture.type("[1")
        #expect(personas(try fixture.press("Enter")).isEmpty)
        #expect(try editor(fixture).problem?.hasPrefix("not JSON") == true)
        fixture.type("]")
        #expect(personas(try fixture.press("Enter")).first?.fields["plan"] == [1])
    }

    @Test("a field is removed by its line, or by setting nothing")
    func removing() throws {
        var fixture = try opened()
        #expect(personas(try fixture.press("d")) == [SourcePersona()])
        #expect(personas(try fixture.press("d")).isEmpty)
        try fixture.press("Enter")
        fixture.type("8")
        #expect(personas(try fixture.press("Enter")).first?.fields == ["user_id": 8])
        try fixture.press("Enter", "Backspace")
        #expect(personas(try fixture.press("Enter")) == [SourcePersona()])
    }

    @Test("setting what is set already asks for nothing, and Esc takes nothing")
    func unchanged() throws {
        var fixture = try opened()
        #expect(personas(try fixture.press("Enter", "Enter")).isEmpty)
        try fixture.press("Enter")
        fixture.type("9")
        #expect(personas(try fixture.press("Esc", "Esc")).isEmpty)
        #expect(fixture.state.panels.isEmpty)
        #expect(fixture.state.source.persona?.words == nil)
    }

    @Test("the configured persona is a key away")
    func restoring() throws {
        var fixture = try opened()
        try fixture.press("d", answeredBy: keeper)
        #expect(fixture.state.source.persona?.words == "as nobody")
        try fixture.press("R", answeredBy: keeper)
        #expect(keeper.persona.fields == ["user_id": 7])
        #expect(fixture.state.source.persona?.words == nil)
    }

    @Test(
        "a source that one comes back to still is asked as another user, and the configured persona is a key away"
    )
    func anotherSourceBetween() throws {
        var fixture = try opened(sources: SourceTests.sources)
        try fixture.press("d", "Esc", answeredBy: keeper)
        func source(_ name: String, _ keeper: any RemoteConfigKeeper) -> Message {
            let service = RemoteConfigService(remoteConfigKeeper: keeper, now: { ShopFixture.start })
            return .sourceOpened(
                OpenedSource(name: name, service: service, keys: ShopFixture.keys))
        }
        _ = fixture.state.update(source("staging", InMemoryRemoteConfigKeeper(ShopFixture.snapshot)))
        #expect(fixture.state.source.persona == nil)
        _ = fixture.state.update(source("production", keeper))
        #expect(fixture.state.source.persona?.words == "as nobody")
        #expect(fixture.screen.contains("as nobody"))
        try fixture.press("i", "R", answeredBy: keeper)
        #expect(keeper.persona.fields == ["user_id": 7])
        #expect(fixture.state.source.persona?.words == nil)
    }

    @Test("a suggested name is completed")
    func completion() throws {
        var fixture = try opened()
        try fixture.press("a", answeredBy: keeper)
        fixture.type("pl", answeredBy: keeper)
        try fixture.press("Tab", "Enter", answeredBy: keeper)
        fixture.type("gold", answeredBy: keeper)
        try fixture.press("Enter", answeredBy: keeper)
        #expect(keeper.persona.fields["plan"] == "gold")
    }

    @Test("what another persona changes is counted, and is no change of the source")
    func changes() throws {
        var fixture = try opened()
        try fixture.press("j", "Enter", answeredBy: keeper)
        fixture.type("gold", answeredBy: keeper)
        try fixture.press("Enter", answeredBy: keeper)
        #expect(
            fixture.state.source.report.rows.first { $0.name == "checkout_button_color" }?.valueText == "gold"
        )
        #expect(fixture.state.source.changedAt.isEmpty)
        #expect(fixture.state.notices.notice?.text == "as plan=gold user_id=7: 1 value changed")
    }

    @Test("pasted text goes into the field that is being typed")
    func pasting() throws {
        var fixture = try opened()
        try fixture.press("j", "Enter")
        _ = fixture.state.update(.input(.paste("silver")))
        #expect(personas(try fixture.press("Enter")).first?.fields["plan"] == "silver")
    }
}
