import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("An offer works", .inTurn)
struct OfferTests {
    /// Commands that end the dashboard, only concern the terminal, or are steps, which say nothing where they lead
    /// nowhere.
    private static let left: Set<Command> = [
        .quit, .suspend, .redraw, .back, .openDetails, .closeDetails, .detailDown, .detailUp,
    ]

    private func dashboard() -> ShopFixture {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 140, rows: 40))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.pass(2)
        fixture.finishFetch(.failure(FetchFailure("no route")))
        fixture.pass(2)
        return fixture
    }

    @Test("every hint for beginners names only commands that do something on the row under the cursor")
    func hints() throws {
        var options = DashboardOptions()
        options.showsHints = true
        options.remembered = RememberedView()
        var fixture = try RolloutsFixture.dashboard(
            size: CellSize(columns: 140, rows: 40), standings: ExperimentsFixture.standings(),
            options: options)
        for screen in Screen.allCases {
            try fixture.press("\(screen.number)")
            for row in 0..<fixture.state.rowCount {
                fixture.state.moveCursor(to: row)
                guard let hint = fixture.state.hint else { continue }
                let line = hint.spans(fixture.state.project.keyMap) { fixture.state.works($0) }.map(\.text)
                    .joined()
                for command in hint.actions where fixture.state.reasonDisabled(command) != nil {
                    #expect(!line.contains(hint.words(for: command)), "\(command) on row \(row) of \(screen)")
                }
                if hint == .experiments {
                    #expect(ExperimentRowList.selected(fixture.state)?.standing != nil)
                }
            }
        }
    }

    /// The commands that the footer and the palette offer now.
    private func offered(_ state: DashboardState) -> [Command] {
        let entries = PaletteEntry.all(in: state).filter { $0.argument == nil }.map(\.command)
        let ready = entries.filter { $0.section != .moving && state.reasonDisabled($0) == nil }
        return Array(Set(Footer.commandsOfScreen(state) + Footer.commandsOfRow(state) + ready)).filter {
            !Self.left.contains($0)
        }.sorted { $0.name < $1.name }
    }

    @Test(
        "on each row of each screen, every offered command does something, and never ends in an error",
        arguments: Screen.allCases)
    func commands(_ screen: Screen) throws {
        var fixture = dashboard()
        try fixture.press("\(screen.number)")
        try walk(&fixture, screen)
    }

    @Test(
        "the same holds for experiments with results, and for rollouts that go on, wait, or were taken back")
    func experiments() throws {
        var fixture = try RolloutsFixture.dashboard(standings: ExperimentsFixture.standings())
        try walk(&fixture, .experiments)
    }

    private func walk(_ fixture: inout ShopFixture, _ screen: Screen) throws {
        for row in 0..<max(1, fixture.state.rowCount) {
            fixture.state.moveCursor(to: row)
            for command in offered(fixture.state) where command.screen != screen {
                var copy = fixture
                copy.state.notices.notice = nil
                let before = copy.screen
                let effects = copy.state.perform(command)
                let notice = copy.state.notices.notice
                #expect(notice?.severity != .error, "\(command) on row \(row): \(notice?.text ?? "")")
                #expect(
                    !effects.isEmpty || notice != nil || copy.screen != before,
                    "\(command) on row \(row) of \(screen) does nothing")
            }
        }
    }
}
