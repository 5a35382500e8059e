import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsOperator
import ExperimentsTeam
import ExperimentsTerminalUI
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Changing a team's overrides in the dashboard", .inTurn)
struct TeamOverridingTests {
    private static let teams = OverrideSet(["max_items": Override(value: "3", author: "bob")])

    /// A dashboard of eve's on `max_items`, which the team overrides.
    private func fixture(steps: [OverrideStep] = []) throws -> ShopFixture {
        // Its store is never asked: what it tells, tests say.
        let client = EtcdClient(
            endpoints: [try EtcdEndpoint(parsing: "http://127.0.0.1:1")], transport: SystemTransport())
        let store = TeamStore(client: client, layout: EtcdLayout(project: "shop", environment: "test"))
        var fixture = ShopFixture(size: CellSize(columns: 100, rows: 30), team: Self.teams) {
            $0.team = store
        }
        hear(steps, &fixture)
        try fixture.press("j", "j", "j")
        return fixture
    }

    private func hear(_ steps: [OverrideStep], people: [TeamPerson] = [], _ fixture: inout ShopFixture) {
        var view = TeamView()
        view.status.state = .connected
        view.people = people
        view.journal = OverrideJournal(steps: steps)
        _ = fixture.state.update(.to(\.overriding.team, view), at: fixture.state.now)
    }

    private func step(
        _ number: Int, by author: String, _ value: String? = "7", of name: String = "max_items"
    ) -> OverrideStep {
        OverrideStep(
            number: number, kind: .edit, title: "override \(name)",
            origin: OverrideOrigin(author: author, program: "experiments"), at: ShopFixture.start,
            changes: [
                .init(name: name, before: nil, after: value.map { Override(value: $0, author: author) })
            ])
    }

    private func edits(_ effects: [Effect]) -> [OverrideEdit] {
        effects.compactMap { if case .editOverrides(let edit) = $0 { edit } else { nil } }
    }

    @Test("the editor asks whose override it is: one's own, unless the team's is chosen")
    func aims() throws {
        var fixture = try fixture()
        try fixture.press("o")
        #expect(fixture.screen.contains("for    me"))
        var own = fixture
        try own.press("ctrl-u")
        own.type("9")
        #expect(edits(try own.press("Enter")).map(\.isTeams) == [false])
        try fixture.press("ctrl-u")
        fixture.type("9")
        try fixture.press("Tab", "Tab", "Tab", "Down")
        #expect(fixture.screen.contains("‹ the team ›"))
        let edit = try #require(edits(try fixture.press("Enter")).first)
        #expect(edit.isTeams && edit.scope == .everyone && edit.entries["max_items"]??.value == "9")
        #expect(edit.entries["max_items"]??.author == "eve")
        // It is on the screen once the store has it, and not before.
        #expect(fixture.state.selectedRow?.overrideText == "3")
    }

    @Test("the note of the team's override is the team's")
    func notes() throws {
        var fixture = try fixture()
        try fixture.press("e")
        fixture.type("as agreed")
        let edit = try #require(edits(try fixture.press("Enter")).first)
        #expect(edit.isTeams && edit.entries["max_items"]??.note == "as agreed")
        #expect(edit.entries["max_items"]??.value == "3")
    }

    @Test("the team's override is removed after a yes, one's own over it without")
    func removing() throws {
        var fixture = try fixture()
        #expect(edits(try fixture.press("u")).isEmpty)
        #expect(fixture.screen.contains("Remove the team's override of max_items for everyone?"))
        let edit = try #require(edits(try fixture.press("y")).first)
        #expect(edit.isTeams && edit.entries["max_items"] == .some(nil))
        try fixture.run(fixture.press("space"))
        #expect(edits(try fixture.press("u")).map(\.isTeams) == [false])
    }

    @Test(
        "what was changed last here is undone first: the team's by the team's journal, one's own by one's own"
    )
    func undo() throws {
        var fixture = try fixture()
        #expect(fixture.state.reasonDisabled(.undo) == "nothing to undo")
        let own = OverrideEdit(title: "own", entries: ["title": Override(value: "x")])
        try fixture.run([.editOverrides(own)])
        let teams = OverrideEdit(title: "teams", entries: ["max_items": Override(value: "7")]).aimed(
            at: .team)
        let update = OverrideUpdate(before: Self.teams, after: Self.teams)
        _ = fixture.state.update(
            .overridesEdited(OverrideAnswer(teams, .success(update))), at: fixture.state.now)
        hear([step(1, by: "eve")], &fixture)
        let first = try #require(edits(try fixture.press("U")).first)
        #expect(first.isTeams && first.reversal == .undo && first.step == 1)
        _ = fixture.state.update(
            .overridesEdited(OverrideAnswer(first, .success(update))), at: fixture.state.now)
        #expect(edits(try fixture.press("U")).map(\.title) == ["own"])
    }

    @Test("before a change of someone else is undone, it is asked")
    func othersChange() throws {
        var fixture = try fixture()
        let teams = OverrideEdit(title: "teams", entries: ["max_items": Override(value: "7")]).aimed(
            at: .team)
        let update = OverrideUpdate(before: Self.teams, after: Self.teams)
        _ = fixture.state.update(
            .overridesEdited(OverrideAnswer(teams, .success(update))), at: fixture.state.now)
        hear([step(1, by: "eve"), step(2, by: "bob")], &fixture)
        #expect(edits(try fixture.press("U")).isEmpty)
        #expect(fixture.screen.contains("The team's last change is by bob: \"override max_items\". Undo it?"))
        #expect(edits(try fixture.press("y")).map(\.step) == [2])
    }

    @Test("who sets a key that someone else set in the meantime is shown that first")
    func meanwhile() throws {
        var fixture = try fixture(steps: [step(1, by: "bob")])
        try fixture.press("o", "Tab", "Tab", "Tab", "Down")
        hear([step(1, by: "bob"), step(2, by: "bob", "4", of: "title"), step(3, by: "bob", "5")], &fixture)
        #expect(fixture.screen.contains("bob set it to \"5\" for the team in the meantime"))
        #expect(edits(try fixture.press("Enter")).isEmpty)
        #expect(edits(try fixture.press("Enter")).isEmpty)
        #expect(fixture.screen.contains("ctrl-s sets it anyway"))
        #expect(edits(try fixture.press("ctrl-s")).map(\.isTeams) == [true])
    }

    @Test("the first change of all is reported like any other, and stands in the log once")
    func first() throws {
        var fixture = try fixture()
        let changed = OverrideSet(["max_items": Override(value: "7", author: "bob")])
        let layers = [
            OverrideLayer(name: "the team", overrides: changed),
            OverrideLayer(name: "own", overrides: .empty),
        ]
        let state = OverrideStoreState(overrides: changed, layers: layers)
        _ = fixture.state.update(.service(.overridesChanged(state)), at: fixture.state.now)
        hear([step(1, by: "bob")], &fixture)
        #expect(fixture.screen.contains("the team: override max_items"))
        #expect(fixture.state.log.entries.count { $0.line.contains("max_items") } == 1)
    }

    @Test("who else edits the key stands in the editor for as long as they do")
    func beside() throws {
        var fixture = try fixture()
        try fixture.press("o")
        var bob = TeamPerson(session: "1", author: "bob", program: nil, host: nil, since: nil)
        (bob.key, bob.isEditing) = ("max_items", true)
        hear([], people: [bob], &fixture)
        #expect(fixture.screen.contains("bob is also editing it"))
        hear([], &fixture)
        #expect(!fixture.screen.contains("bob is also editing it"))
    }
}
