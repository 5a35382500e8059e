import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Finding rows while all of them stay", .inTurn)
struct FindingTests {
    @Test("the cursor goes to the first match while it is typed, and all rows stay")
    func typing() throws {
        var fixture = ShopFixture()
        try fixture.press("f")
        fixture.type("enabled")
        #expect(fixture.state.selectedName == "free_shipping_enabled")
        #expect(fixture.state.rowCount == 8)
        #expect(fixture.screen.contains("find enabled"))
        #expect(fixture.screen.contains("1/2"))
        try fixture.press("Enter")
        #expect(fixture.screen.contains("find enabled  1/2; n N go on, Esc clears"))
    }

    @Test("n and N continue and back, and round at the ends")
    func walking() throws {
        var fixture = ShopFixture()
        try fixture.press("f")
        fixture.type("enabled")
        try fixture.press("Enter", "n")
        #expect(fixture.state.selectedName == "new_search_enabled")
        try fixture.press("n")
        #expect(fixture.state.selectedName == "free_shipping_enabled")
        #expect(fixture.screen.contains("continued from the start"))
        try fixture.press("N")
        #expect(fixture.state.selectedName == "new_search_enabled")
        #expect(fixture.screen.contains("continued from the end"))
    }

    @Test("Esc while typing brings the cursor back, and afterwards forgets what was looked for")
    func leaving() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "f")
        fixture.type("max")
        #expect(fixture.state.selectedName == "max_items")
        try fixture.press("Esc")
        #expect(fixture.state.selectedName == "checkout_button_color")
        #expect(!fixture.state.list.search.isActive)
        try fixture.press("f")
        fixture.type("max")
        try fixture.press("Enter", "Esc")
        #expect(!fixture.state.list.search.isActive)
        #expect(fixture.state.selectedName == "max_items")
    }

    @Test("the language is the filter's, and letters one by one count where nothing is found as typed")
    func language() throws {
        var fixture = ShopFixture()
        try fixture.press("f")
        fixture.type("type:bool !/search/")
        #expect(fixture.state.list.search.matches == [1])
        try fixture.press("ctrl-u")
        fixture.type("pwlt")
        #expect(fixture.state.list.search.matches == [0])
        try fixture.press("ctrl-u")
        fixture.type("key:/a(/")
        try fixture.press("Enter")
        #expect(fixture.state.list.search.field != nil)
        #expect(fixture.screen.contains("this ( has no )"))
    }

    @Test("filter and search hold together, and the search goes first")
    func beside() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("type:bool")
        try fixture.press("Enter", "f")
        fixture.type("search")
        try fixture.press("Enter")
        #expect(fixture.state.rowCount == 2)
        #expect(fixture.screen.contains("find search  1/1; n N go on, Esc clears  filter type:bool  2 of 8"))
        try fixture.press("Esc")
        #expect(fixture.screen.contains("filter type:bool  2 of 8; Esc clears"))
        try fixture.press("n")
        #expect(fixture.state.selectedName == "free_shipping_enabled")
    }

    @Test("with nothing to continue to, n says why")
    func nothing() throws {
        var fixture = ShopFixture()
        try fixture.press("n")
        #expect(fixture.screen.contains("no search yet: f finds, / filters"))
        try fixture.press("f")
        fixture.type("zzz")
        #expect(fixture.screen.contains("not found"))
        try fixture.press("Enter", "n")
        #expect(fixture.screen.contains("\"zzz\" not found"))
    }

    @Test("matches follow the rows: a change of the order, of the screen, and of the values")
    func following() throws {
        var fixture = ShopFixture()
        try fixture.press("f")
        fixture.type("value:red")
        try fixture.press("Enter")
        #expect(fixture.state.list.search.matches.isEmpty)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["checkout_button_color": "red"])))
        #expect(fixture.state.list.search.matches == [2])
        try fixture.press("S")
        #expect(fixture.state.list.search.matches == [5])
        try fixture.press("6")
        #expect(fixture.state.list.search.matches == [0])
        #expect(fixture.screen.contains("find value:red  1/1"))
        try fixture.press("5")
        #expect(fixture.state.list.search.matches.isEmpty)
    }

    @Test("pasted text is looked for")
    func paste() throws {
        var fixture = ShopFixture()
        try fixture.press("f")
        _ = fixture.state.update(.input(.paste("max")))
        #expect(fixture.state.selectedName == "max_items")
    }

    @Test("what is found is marked in the rows")
    func marks() throws {
        var fixture = ShopFixture()
        try fixture.press("f")
        let theme = try ThemeLibrary().theme(named: "dark")
        let row = fixture.state.layout.list.row + 6
        let before = DashboardView.frame(of: fixture.state, theme: theme).row(row)
        fixture.type("/_en.b/")
        let after = DashboardView.frame(of: fixture.state, theme: theme).row(row)
        #expect(zip(before, after).filter { $0.style != $1.style }.count == 5)
    }
}
