import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The mouse over what lies over the screen", .inTurn)
struct OverlayMouseTests {
    private func point(of text: String, in fixture: ShopFixture) throws -> CellPoint {
        for (row, line) in fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
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
        _ = try click("Show the fetch", in: &fixture)
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
        #expect(fixture.state.panels.isEmpty && RememberedView(of: fixture.state).theme == "monochrome")
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

    @Test("a key in the border of a box can be clicked")
    func borders() throws {
        var fixture = ShopFixture(size: CellSize(columns: 140, rows: 40))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        _ = try click("6 history", in: &fixture)
        #expect(fixture.state.screen == .history)
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

    private func press(_ kind: MouseEvent.Kind, _ row: Int, _ column: Int, _ fixture: inout ShopFixture) {
        let point = CellPoint(column: column, row: row)
        _ = fixture.state.update(.input(.mouse(MouseEvent(kind, button: 1, at: point))))
    }

    /// A shop with so many keys that no screen has all.
    private static let many = (0..<200).map {
        CatalogKey(name: "key_\($0)", schema: ValueSchema(kind: .string))
    }

    @Test("a press on the list's scroll bar goes there, and dragging it continues")
    func scrollBar() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20), keys: Self.many)
        let list = fixture.state.layout.list
        press(.press, list.endRow - 1, list.endColumn - 1, &fixture)
        #expect(fixture.state.position.top == fixture.state.rowCount - list.rows)
        press(.release, list.row, 10, &fixture)
        #expect(fixture.state.position.top == 0)
        // Let go of, it is not dragged any more.
        press(.release, list.endRow - 1, 10, &fixture)
        #expect(fixture.state.position.top == 0)
    }

    @Test("in a frame the list's scroll bar is a part of the border, and is pressed there")
    func borderBar() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 36), keys: Self.many)
        let list = fixture.state.layout.list
        #expect(fixture.screen.contains("┃") && !fixture.screen.contains("▐"), "\(fixture.screen)")
        press(.press, list.endRow - 1, list.endColumn, &fixture)
        #expect(fixture.state.position.top == fixture.state.rowCount - list.rows)
    }

    @Test("so does one on the bar of a list over the screen")
    func panelBar() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        let old = "[" + (0..<90).map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]"
        let request = DifferenceRequest(
            "k", oldSide: "a", old: old, newSide: "b", new: old.replacing("}", with: #", "x": 1}"#))
        _ = fixture.state.settle(DifferencePanel.opened(on: request))
        press(.press, 17, 79, &fixture)
        #expect(try #require(fixture.state.panels.first(DifferencePanel.self)).top > 50)
        press(.release, 0, 40, &fixture)
        #expect(fixture.state.panels.first(DifferencePanel.self)?.top == 0)
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
