import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("A team in the dashboard", .inTurn)
struct TeamTests {
    private func view(_ state: TeamStatus.State = .connected, steps: [Int] = [], people: [TeamPerson] = [])
        -> TeamView
    {
        var view = TeamView()
        view.status.state = state
        view.people = people
        view.journal = OverrideJournal(
            steps: steps.map { number in
                OverrideStep(
                    number: number, kind: .edit, title: "override max_items",
                    origin: OverrideOrigin(author: "bob", program: "experiments override set"),
                    at: ShopFixture.start,
                    changes: [.init(name: "max_items", before: nil, after: Override(value: "\(number)"))])
            })
        return view
    }

    private func hear(_ view: TeamView, _ fixture: inout ShopFixture) {
        _ = fixture.state.update(.to(\.overriding.team, view), at: fixture.state.now)
    }

    @Test("the header says how the team's store is, and nothing where there is no team")
    func header() {
        var fixture = ShopFixture(size: CellSize(columns: 160, rows: 20))
        #expect(!fixture.screen.contains("team"))
        hear(
            view(people: [TeamPerson(session: "1", author: "bob", program: nil, host: nil, since: nil)]),
            &fixture)
        #expect(fixture.screen.contains("team connected, 1 other online"))
        hear(view(.readOnly), &fixture)
        #expect(fixture.screen.contains("team read only"))
    }

    @Test(
        "another person's change is reported with the author, once, and kept in the log; older ones are only in the log"
    )
    func steps() {
        var fixture = ShopFixture()
        hear(view(steps: [1]), &fixture)
        #expect(!fixture.screen.contains("by bob"))
        hear(view(steps: [1, 2]), &fixture)
        #expect(fixture.screen.contains("the team: override max_items"))
        hear(view(steps: [1, 2]), &fixture)
        let told = fixture.state.log.entries.filter { entry in
            if case .override = entry.event { true } else { false }
        }
        #expect(told.count == 2)
    }

    @Test("the loss of the store is reported with its reason, and that it is back")
    func loss() {
        var fixture = ShopFixture()
        hear(view(), &fixture)
        var lost = view(.alone)
        lost.status.reason = "etcd: no answer"
        hear(lost, &fixture)
        #expect(fixture.screen.contains("the team's store is unreachable: etcd: no answer"))
        hear(view(), &fixture)
        #expect(fixture.screen.contains("reconnected to the team's store"))
    }

    @Test("who edits the key that is being edited here is reported before either saves")
    func editors() throws {
        var fixture = ShopFixture()
        hear(view(), &fixture)
        let name = try #require(fixture.state.selectedName)
        try fixture.press("o")
        var bob = TeamPerson(session: "1", author: "bob", program: nil, host: nil, since: nil)
        (bob.key, bob.isEditing) = (name, true)
        hear(view(people: [bob]), &fixture)
        #expect(fixture.state.notices.notice?.text == "bob is also editing \(name)")
    }

    @Test("without a team, no one sees what this operator looks at")
    func silence() {
        var fixture = ShopFixture()
        let effects = fixture.state.update(.tick, at: fixture.state.now + 1)
        #expect(
            !effects.contains { effect in
                if case .announce = effect { true } else { false }
            })
    }
}
