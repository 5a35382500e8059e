import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Groups, changes and order of a list", .inTurn)
struct ListChoiceTests {
    @Test("groups stand in declared order, with what has none and what no one declares at the end")
    func groups() throws {
        var fixture = ShopFixture()
        try fixture.press("v")
        let headings = (0..<fixture.state.rowCount).compactMap { fixture.state.list.keys.heading(at: $0) }
        #expect(headings.map(\.name) == ["Monetization", "Checkout", "Search", "no group", "not declared"])
        #expect(headings.map(\.count) == [1, 2, 1, 3, 1])
        #expect(headings[1].missing == 1 && headings[1].incorrect == 1)
        try fixture.press("v")
        #expect(fixture.state.rowCount == 8)
    }

    @Test("undeclared names stand under the groups that the source says, before those without one")
    func groupsOfTheSource() throws {
        let snapshot = Snapshot(
            entries: [
                "Shop.Title": .init(text: "Sale"), "Search.Limit": .init(text: "3"),
                "plain": .init(text: "x"),
            ],
            fetchedAt: ShopFixture.start, groupSeparator: ".")
        let keys = [CatalogKey(name: "Shop.Size", group: "Shop", schema: ValueSchema(kind: .int))]
        var fixture = ShopFixture(keys: keys, snapshot: snapshot)
        try fixture.press("v")
        let headings = (0..<fixture.state.rowCount).compactMap { fixture.state.list.keys.heading(at: $0) }
        #expect(headings.map(\.name) == ["Shop", "Search", "not declared"])
        #expect(headings.map(\.count) == [2, 1, 1])
    }

    @Test("Enter on a heading closes and opens its group, and no key is under the cursor there")
    func collapse() throws {
        var fixture = ShopFixture()
        try fixture.press("v", "g", "j", "j")
        #expect(fixture.state.selectedName == nil)
        try fixture.press("Enter")
        #expect(fixture.state.rowCount == 11)
        #expect(!fixture.screen.contains("free_shipping_enabled"))
        #expect(try fixture.press("y").isEmpty)
        try fixture.press("Enter")
        #expect(fixture.state.rowCount == 13)
        #expect(!fixture.state.details.isShown)
    }

    @Test("a click on a heading closes its group")
    func clickOnHeading() throws {
        var fixture = ShopFixture()
        try fixture.press("v")
        let point = CellPoint(column: 5, row: fixture.state.layout.list.row + 2)
        _ = fixture.state.update(.input(.mouse(MouseEvent(.press, button: 1, at: point))))
        #expect(fixture.state.rowCount == 11)
    }

    @Test("the cursor stays on its key when groups come and go")
    func cursor() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "v")
        #expect(fixture.state.selectedName == "max_items")
        try fixture.press("v")
        #expect(fixture.state.selectedName == "max_items")
    }

    @Test("a group of orphaned overrides is on the screen of overrides")
    func orphans() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("4", "v", "G")
        #expect(fixture.state.selectedName == "retired_key")
        #expect(fixture.screen.contains("no longer declared"))
    }

    @Test("only what the last fetch changed is shown, until Esc")
    func onlyChanged() throws {
        var fixture = ShopFixture()
        try fixture.press("c")
        #expect(fixture.state.rowCount == 0)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8", "login_screen": nil])))
        #expect(fixture.state.rowCount == 2)
        fixture.finishFetch(.success(fixture.state.source.report.snapshot.changing(["price_factor": "2"])))
        #expect(fixture.state.selectedName == "price_factor" && fixture.state.rowCount == 1)
        fixture.finishFetch(.success(fixture.state.source.report.snapshot))
        #expect(fixture.state.rowCount == 1)
        try fixture.press("Esc")
        #expect(fixture.state.rowCount == 8)
    }

    @Test("a row says what the last fetch did to it")
    func signs() {
        var fixture = ShopFixture()
        fixture.finishFetch(
            .success(
                ShopFixture.snapshot.changing([
                    "max_items": "8", "price_factor": nil, "checkout_button_color": "red",
                ])))
        #expect(fixture.screen.contains("Δ max_items"))
        #expect(fixture.screen.contains("○ price_factor"))
        #expect(fixture.screen.contains("+ checkout_button_color"))
    }

    @Test("s offers the columns of the screen and comes back to the order of declaration")
    func sortColumns() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("4")
        var seen: [KeyOrder.Column] = []
        repeat {
            try fixture.press("s")
            seen.append(fixture.state.list.sort.column)
        } while fixture.state.list.sort.column != .declared && seen.count < 20
        #expect(seen == [.key, .status, .value, .upstream, .author, .expires, .note, .declared])
    }

    @Test("numbers are ordered by size, before other values")
    func numbers() {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        fixture.state.list.sort = KeyOrder(.value)
        fixture.state.rebuildListing()
        let first = (0..<2).compactMap {
            fixture.state.list.keys.name(at: $0, of: fixture.state.source.report)
        }
        #expect(first == ["price_factor", "max_items"])
    }
}
