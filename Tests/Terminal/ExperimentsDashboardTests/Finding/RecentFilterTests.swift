import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Filters that were used before", .inTurn)
struct RecentFilterTests {
    private func fixture() throws -> ShopFixture {
        var fixture = ShopFixture()
        for text in ["max", "type:bool", " max "] {
            try fixture.press("/")
            fixture.type(text)
            try fixture.press("Enter", "Esc")
        }
        return fixture
    }

    @Test("they are kept newest first, each once, and not more than so many")
    func order() throws {
        var fixture = try fixture()
        #expect(fixture.state.list.recentFilters == ["max", "type:bool"])
        for number in 0..<30 { fixture.state.list.noteFilter("word\(number)") }
        #expect(fixture.state.list.recentFilters.count == RememberedView.recentFilterLimit)
        #expect(fixture.state.list.recentFilters.first == "word29")
    }

    @Test("Down in an empty line, or ctrl-r in any, brings them back one by one, and Up goes the other way")
    func recalling() throws {
        var fixture = try fixture()
        try fixture.press("/", "Down")
        #expect(fixture.state.list.filter.text == "max" && fixture.state.rowCount == 1)
        #expect(fixture.screen.contains("recent, 1 of 2"))
        try fixture.press("Down", "Down")
        #expect(fixture.state.list.filter.text == "type:bool")
        try fixture.press("Up", "Up")
        #expect(
            fixture.state.list.filter.text.isEmpty && fixture.state.list.filterField?.text.isEmpty == true)
        fixture.type("x")
        try fixture.press("ctrl-r", "ctrl-r", "Enter")
        #expect(fixture.state.list.filter.text == "type:bool")
        #expect(fixture.state.list.recentFilters == ["type:bool", "max"])
    }

    @Test("the palette finds them, and filters by whatever is typed after the word")
    func palette() throws {
        var fixture = try fixture()
        try fixture.press(":")
        fixture.type("bool")
        try fixture.press("Enter")
        #expect(fixture.state.list.filter.text == "type:bool")
        try fixture.press("Esc", ":")
        fixture.type("filter /^new/ type:bool")
        #expect(fixture.screen.contains("Filter /^new/ type:bool"))
        try fixture.press("Enter")
        #expect(fixture.state.selectedName == "new_search_enabled" && fixture.state.rowCount == 1)
        #expect(fixture.state.list.recentFilters.first == "/^new/ type:bool")
    }

    @Test("they are remembered")
    func remembering() throws {
        let fixture = try fixture()
        var options = DashboardOptions()
        options.remembered = RememberedView(of: fixture.state)
        #expect(ShopFixture(options: options).state.list.recentFilters == ["max", "type:bool"])
    }
}
