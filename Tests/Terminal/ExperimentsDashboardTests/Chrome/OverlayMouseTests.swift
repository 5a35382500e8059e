import Testing

@testable import ExperimentsDashboard

@Suite("The mouse over what lies over the screen")
struct OverlayMouseTests {
    private func point(of text: String, in fixture: ShopFixture) throws -> CellPoint {
        for (row, line) in fixture.screen.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let range = line.firstRange(of: text) {
                return CellPoint(column: DisplayText(line[..<range.lowerBound]).width, row: row)
            }
        }
        return try #require(nil, "“\(text)” is not on the screen")
    }

    private func click(_ text: String, in fixture: inout ShopFixture) throws -> [Effect] {
        let point = try point(of: text, in: fixture)
        return fixture.state.update(.input(.mouse(MouseEvent(.press, button: 1, at: point))))
    }

    @Test("a click on a command runs it")
    func palette() throws {
        var fixture = ShopFixture()
        try fixture.press(":")
        fixture.type("show")
        _ = try click("Show the history", in: &fixture)
        #expect(fixture.state.screen == .history && fixture.state.panels.isEmpty)
    }

    @Test("a click tries a theme on, another one takes it")
    func themes() throws {
        var fixture = ShopFixture()
        try fixture.press("t")
        _ = try click("  monochrome", in: &fixture)
        #expect(fixture.state.theme.name == "monochrome")
        #expect(!fixture.state.panels.isEmpty)
        _ = try click("› monochrome", in: &fixture)
        #expect(fixture.state.panels.isEmpty && fixture.state.rememberedView.theme == "monochrome")
    }

    @Test("the wheel moves the choice, and scrolls the help")
    func wheel() throws {
        var fixture = ShopFixture()
        try fixture.press("t")
        let first = fixture.state.theme.name
        let wheel = InputEvent.mouse(MouseEvent(.wheelDown, at: CellPoint(column: 50, row: 10)))
        _ = fixture.state.update(.input(wheel))
        #expect(fixture.state.theme.name != first)
        try fixture.press("Esc", "?")
        _ = fixture.state.update(.input(wheel))
        #expect(fixture.state.panels.first(HelpPanel.self)?.text.scroll == 1)
    }

    @Test("the hints of an overlay can be clicked")
    func hints() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("D")
        let effects = try click("y yes   n no", in: &fixture)
        #expect(effects.isEmpty && !fixture.state.panels.isEmpty)
        let footer = CellPoint(column: 1, row: fixture.state.layout.footer.row)
        #expect(
            fixture.state.update(.input(.mouse(MouseEvent(.press, button: 1, at: footer)))).count == 1)
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("the hints of the filter, too")
    func filterHints() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("max")
        _ = try click("Enter keep", in: &fixture)
        #expect(fixture.state.list.filterField == nil && fixture.state.list.filter.text == "max")
    }
}
