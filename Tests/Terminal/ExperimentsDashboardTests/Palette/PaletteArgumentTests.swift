import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("What follows a command's name in the palette", .inTurn)
struct PaletteArgumentTests {
    private func fixture(typing text: String) throws -> ShopFixture {
        var fixture = ShopFixture(sources: [
            DashboardSource(name: "shop", title: "shop", environment: nil),
            DashboardSource(name: "staging", title: "staging", environment: nil),
        ])
        try fixture.press(":")
        fixture.type(text)
        return fixture
    }

    private func titles(_ fixture: ShopFixture) -> [String] {
        fixture.state.panels.first(Palette.self)?.entries(fixture.state).map(\.title) ?? []
    }

    @Test("a theme is taken by the beginning of its name, before those that have it elsewhere")
    func theme() throws {
        var fixture = try fixture(typing: "theme no")
        #expect(titles(fixture) == ["Theme nord", "Theme monochrome"])
        try fixture.press("Enter")
        #expect(fixture.state.theme.name == "nord" && fixture.state.panels.isEmpty)
    }

    @Test("a source is compared with by the word that other programs have for it")
    func compare() throws {
        var fixture = try fixture(typing: "diff sta")
        #expect(titles(fixture) == ["Compare with staging"])
        #expect(
            try fixture.press("Enter").contains {
                if case .readSource("staging") = $0 { true } else { false }
            })
    }

    @Test("a value is put into the editor, and not set before it was looked at")
    func override() throws {
        var fixture = try fixture(typing: "set false")
        try fixture.press("Enter")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.text == "false")
        #expect(fixture.state.source.report.overrides.isEmpty)
    }

    @Test("a filter, a search and an order are taken as they are typed")
    func texts() throws {
        var filtered = try fixture(typing: "filter status:missing")
        try filtered.press("Enter")
        #expect(filtered.state.list.filter.text == "status:missing")
        var sorted = try fixture(typing: "sort value")
        try sorted.press("Enter")
        #expect(sorted.state.list.sort.column == .value)
    }

    @Test(
        "if nothing is found, it says so, and Enter runs nothing",
        arguments: ["theme xyz", "colours zzz", "qqqq"])
    func nothing(text: String) throws {
        var fixture = try fixture(typing: text)
        #expect(titles(fixture).isEmpty)
        #expect(fixture.screen.contains("ctrl-u clears"))
        let before = fixture.state.theme.name
        try fixture.press("Enter")
        #expect(
            fixture.state.panels.first(Palette.self)?.field.text == text && fixture.state.theme.name == before
        )
    }

    @Test("what cannot be taken says why before it is run")
    func refused() throws {
        var fixture = try fixture(typing: "filter /(/")
        #expect(fixture.screen.contains("Filter /(/"))
        try fixture.press("Enter")
        #expect(fixture.state.list.filter.text.isEmpty && fixture.state.notices.notice?.severity == .warning)
    }

    @Test("Tab completes the command, then what follows it")
    func completing() throws {
        var fixture = try fixture(typing: "choose a th")
        try fixture.press("Tab")
        #expect(fixture.state.panels.first(Palette.self)?.field.text == "theme ")
        fixture.type("gru")
        try fixture.press("Tab")
        #expect(fixture.state.panels.first(Palette.self)?.field.text.hasPrefix("theme gruvbox") == true)
    }
}
