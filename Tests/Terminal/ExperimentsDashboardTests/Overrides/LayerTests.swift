import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Layers of overrides", .inTurn)
struct LayerTests {
    private let team = OverrideSet(["max_items": Override(value: "3", author: "team")])

    private func fixture() throws -> ShopFixture {
        var fixture = ShopFixture(team: team)
        try fixture.press("j", "j", "j")
        return fixture
    }

    @Test("the team's override is active, and cannot be removed here")
    func teamsOwn() throws {
        var fixture = try fixture()
        #expect(fixture.state.selectedRow?.overrideText == "3")
        try fixture.press("u")
        #expect(fixture.state.notices.notice?.text.contains("is from team.json") == true)
    }

    @Test("it is turned off by one's own, and on again by taking that away")
    func switching() throws {
        var fixture = try fixture()
        try fixture.run(fixture.press("space"))
        #expect(fixture.state.selectedRow?.overrideText == nil)
        #expect(fixture.store.overrides["max_items"]?.isEnabled == false)
        try fixture.run(fixture.press("space"))
        #expect(fixture.state.selectedRow?.overrideText == "3")
        #expect(fixture.store.overrides.isEmpty)
    }

    @Test("one's own covers it, and removing one's own uncovers it immediately")
    func covering() throws {
        var fixture = try fixture()
        try fixture.press("o", "ctrl-u")
        fixture.type("9")
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.state.selectedRow?.overrideText == "9")
        let effects = try fixture.press("u")
        #expect(fixture.state.selectedRow?.overrideText == "3")
        try fixture.run(effects)
        #expect(
            fixture.state.notices.notice?.text.contains("the override of team.json applies again") == true)
        try fixture.run(fixture.press("U"))
        #expect(fixture.state.selectedRow?.overrideText == "9")
    }
}
