import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Enter goes one step in, Esc one step back", .inTurn)
struct StepBackTests {
    @Test("Enter opens the details, then gives them the screen, then does nothing further")
    func deeper() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("Enter")
        #expect(fixture.state.details.isShown && !fixture.state.details.size.isZoomed)
        try fixture.press("Enter")
        #expect(fixture.state.details.size.isZoomed)
        try fixture.press("Enter")
        #expect(fixture.state.details.isShown && fixture.state.notices.notice == nil)
    }

    @Test("Esc takes the same steps back")
    func back() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("Enter", "Enter", "Esc")
        #expect(fixture.state.details.isShown && !fixture.state.details.size.isZoomed)
        try fixture.press("Esc")
        #expect(!fixture.state.details.isShown)
    }

    @Test("details that were open from the start stay open, however often Esc is pressed")
    func lasting() throws {
        var fixture = ShopFixture(size: CellSize(columns: 140, rows: 24))
        #expect(fixture.state.details.isShown)
        try fixture.press("Esc", "Esc", "Esc")
        #expect(fixture.state.details.isShown)
    }

    @Test("Esc closes what was opened last: the details before the filter")
    func order() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("/")
        fixture.type("e")
        try fixture.press("Enter", "Enter", "Esc")
        #expect(!fixture.state.details.isShown && fixture.state.list.filter.text == "e")
    }

    @Test("a filter that Esc takes off comes back")
    func filterTakenOff() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 24))
        try fixture.press("/")
        fixture.type("e")
        try fixture.press("Enter", "Esc")
        #expect(fixture.state.list.filter.text.isEmpty)
        #expect(fixture.screen.contains("filter cleared, ctrl-o restores it"))
        try fixture.press("ctrl-o")
        #expect(fixture.state.list.filter.text == "e")
    }

    @Test("Esc while a filter is typed brings back the one before, and keeps what was typed to be recalled")
    func filterBefore() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 24))
        try fixture.press("/")
        fixture.type("e")
        try fixture.press("Enter", "/")
        fixture.type("xy")
        try fixture.press("Esc")
        #expect(fixture.state.list.filter.text == "e")
        #expect(fixture.state.list.recentFilters == ["exy", "e"])
    }

    @Test("a value that was typed and not set is there when the editor is opened again")
    func typedValue() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 24))
        try fixture.press("/")
        fixture.type("max_items")
        try fixture.press("Enter", "o")
        var editor = try #require(fixture.state.panels.first(OverrideEditor.self))
        try #require(editor.typedField != nil, "the key takes any text")
        fixture.type("9")
        let typed = try #require(fixture.state.panels.first(OverrideEditor.self)).text
        #expect(typed != editor.text)
        try fixture.press("Esc")
        #expect(fixture.screen.contains("cancelled; o brings your text back"))
        try fixture.press("o")
        editor = try #require(fixture.state.panels.first(OverrideEditor.self))
        #expect(editor.text == typed)
    }

    @Test("what was typed for one key is not offered for another, nor after it was set")
    func typedElsewhere() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 24))
        try fixture.press("o", "Tab")
        fixture.type("2h")
        try fixture.press("Esc", "j", "o")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.expiry.text == "")
        try fixture.press("Esc", "k", "o", "Enter", "o")
        #expect(fixture.state.overriding.typed == nil)
    }
}
