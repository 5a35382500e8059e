import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("A team's profiles in the dashboard", .inTurn)
struct TeamLibraryTests {
    private func opened() throws -> ShopFixture {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        hear(TeamView(), &fixture)
        try fixture.press("P")
        let own = try OverrideProfile(
            name: "mine", overrides: OverrideSet(["max_items": Override(value: "2")]))
        _ = fixture.state.update(
            .profilesAnswered(.list, LibraryAnswer<OverrideProfile>(items: [own], isDone: true)),
            at: fixture.state.now)
        return fixture
    }

    private func hear(_ view: TeamView, _ fixture: inout ShopFixture) {
        _ = fixture.state.update(.to(\.overriding.team, view), at: fixture.state.now)
    }

    private func requests(_ effects: [Effect]) -> [TeamLibraryRequest] {
        effects.compactMap { if case .shelve(let request) = $0 { request } else { nil } }
    }

    @Test("the overrides are saved for the team under a name")
    func save() throws {
        var fixture = try opened()
        try fixture.press("S", "ctrl-u")
        fixture.type("QA")
        #expect(fixture.screen.contains("save them for the team as: QA"))
        guard case .saveProfile(let profile, replaces: false)? = requests(try fixture.press("Enter")).first
        else {
            Issue.record("nothing is saved")
            return
        }
        #expect(profile.name == "QA" && profile.overrides.names == ShopFixture.overrides.names)
    }

    @Test("those of the team stand below one's own, and where there is no team, nothing is offered")
    func listed() throws {
        var fixture = try opened()
        #expect(fixture.screen.contains("S save for the team"))
        var view = TeamView()
        let teams = try OverrideProfile(name: "mine", overrides: OverrideSet(["title": Override(value: "x")]))
        view.library = TeamLibrary(profiles: [teams])
        hear(view, &fixture)
        #expect(fixture.screen.contains("the team's, 1 override"))
        var deleting = fixture
        #expect(requests(try deleting.press("j", "D")).isEmpty)
        #expect(deleting.screen.contains("Delete the team's profile mine for everyone?"))
        #expect(requests(try deleting.press("y")) == [.deleteProfile("mine")])
        // Loading it sets one's own overrides.
        try fixture.press("j", "Enter")
        try fixture.run(fixture.press("y"))
        #expect(fixture.store.overrides.names == ["title"])
        var alone = ShopFixture(overrides: ShopFixture.overrides)
        try alone.press("P")
        _ = alone.state.update(
            .profilesAnswered(.list, LibraryAnswer<OverrideProfile>(isDone: true)), at: alone.state.now)
        #expect(!alone.screen.contains("for the team"))
        #expect(requests(try alone.press("S")).isEmpty && !alone.screen.contains("for the team"))
    }
}
