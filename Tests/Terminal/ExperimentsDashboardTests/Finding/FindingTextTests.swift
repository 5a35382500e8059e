import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Finding text in details, help and comparisons", .inTurn)
struct FindingTextTests {
    private var longJSON: String {
        let days = (1...40).map {
            "\"day_\($0)\": {\"opens\": \"0\($0 % 10):30\", \"note\": \"number \($0) of many\"}"
        }
        return "{\(days.joined(separator: ","))}"
    }

    @Test("text is found in the details, which scroll to it")
    func details() throws {
        var fixture = ShopFixture(snapshot: ShopFixture.snapshot.changing(["login_screen": longJSON]))
        try fixture.press("j", "j", "j", "j", "j", "F")
        #expect(fixture.state.details.isShown)
        fixture.type("day_33")
        #expect(fixture.screen.contains("find in the details day_33"))
        #expect(fixture.screen.contains("\"day_33\""))
        #expect(fixture.state.selectedName == "login_screen")
        try fixture.press("Enter")
        #expect(fixture.screen.contains("in the details: find day_33"))
        let scroll = fixture.state.details.scroll
        #expect(scroll > 10)
        try fixture.press("Esc")
        #expect(fixture.state.details.isShown)
        #expect(!fixture.state.details.search.isActive)
    }

    @Test("n and N go through the details after a search in them, and Esc while typing scrolls back")
    func walking() throws {
        var fixture = ShopFixture(snapshot: ShopFixture.snapshot.changing(["login_screen": longJSON]))
        try fixture.press("j", "j", "j", "j", "j", "F")
        fixture.type("/number [23]0/")
        try fixture.press("Enter")
        let first = fixture.state.details.line
        try fixture.press("n")
        let second = fixture.state.details.line
        #expect(try #require(second) > #require(first))
        try fixture.press("N")
        #expect(fixture.state.details.line == first)
        try fixture.press("F", "ctrl-u")
        fixture.type("zzz")
        #expect(fixture.screen.contains("not found"))
        try fixture.press("Esc")
        #expect(!fixture.state.details.search.isActive)
    }

    @Test("if only the details are to be seen, f finds in them")
    func alone() throws {
        var fixture = ShopFixture(size: CellSize(columns: 60, rows: 11))
        try fixture.press("Enter", "f")
        #expect(fixture.state.details.search.field != nil)
    }

    @Test("over a panel, / looks through the help: commands are for what lies under it")
    func helpOverPanel() throws {
        var fixture = ShopFixture()
        try fixture.press("P", "?", "/")
        fixture.type("here")
        #expect(fixture.screen.contains("find here"))
        try fixture.press("Esc")
        #expect(fixture.state.panels.top is HelpPanel)
        try fixture.press("Esc")
        #expect(fixture.state.panels.top is ProfilesPanel)
    }

    @Test("the help is looked through, and closes only after the search is given up")
    func help() throws {
        var fixture = ShopFixture()
        try fixture.press("?", "Tab", "f")
        fixture.type("undo")
        #expect(fixture.screen.contains("find undo"))
        #expect(fixture.screen.contains("Undo the last change"))
        try fixture.press("Enter", "n", "Esc")
        let panel = try #require(fixture.state.panels.first(HelpPanel.self), "the help is closed")
        #expect(!panel.text.search.isActive)
        try fixture.press("Esc")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("a comparison is looked through")
    func comparison() throws {
        let sources = [DashboardSource(name: "shop"), DashboardSource(name: "staging")]
        var fixture = ShopFixture(sources: sources)
        try fixture.press("=")
        let other = ShopFixture.snapshot.changing([
            "max_items": "70", "paywall_type": "c", "price_factor": "7",
        ])
        _ = fixture.state.update(
            .to(\.comparison, .read(name: "staging", other, problem: nil)), at: ShopFixture.start)
        func name() -> String? {
            fixture.state.panels.first(ComparisonPanel.self)?.selectedRow?.name
        }
        try fixture.press("f")
        fixture.type("pri")
        #expect(name() == "price_factor")
        try fixture.press("ctrl-u")
        fixture.type("value:7")
        #expect(name() == "max_items")
        try fixture.press("Enter", "n")
        #expect(name() == "price_factor")
        #expect(fixture.screen.contains("find value:7  2/2"))
        try fixture.press("Esc")
        #expect(!fixture.state.panels.isEmpty)
    }
}
