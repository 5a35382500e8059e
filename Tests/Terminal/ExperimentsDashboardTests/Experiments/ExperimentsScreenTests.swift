import ExperimentResults
import ExperimentsCore
import Foundation
import Testing

@testable import ExperimentsDashboard

@Suite("Screen 5, Experiments")
struct ExperimentsScreenTests {
    private static let sizes = [
        ("usual", CellSize(columns: 80, rows: 24)), ("wide", CellSize(columns: 120, rows: 40)),
        ("widest", CellSize(columns: 200, rows: 55)),
    ]

    @Test("the list of results looks as kept, in each size", arguments: sizes)
    func list(_ size: (name: String, size: CellSize)) throws {
        let fixture = try ExperimentsFixture.dashboard(size: size.size)
        try Golden.expect(fixture.screen, named: "results-\(size.name)")
    }

    @Test("the details of a result look as kept, in each size", arguments: sizes)
    func details(_ size: (name: String, size: CellSize)) throws {
        var fixture = try ExperimentsFixture.dashboard(size: size.size)
        try fixture.press("Z")
        try Golden.expect(fixture.screen, named: "results-details-\(size.name)")
    }

    @Test(
        "of a roll-out it shows the share that is meant, that of simulated users and that which came",
        arguments: [120, 200])
    func rollout(_ columns: Int) throws {
        let known = KnownExperiment(arms: [
            .init(name: nil, value: "a", intended: 0.8, simulated: 0.79),
            .init(name: "new", value: "b", intended: 0.2, simulated: 0.21),
        ])
        let standing = ExperimentsFixture.standing(
            "Paywall", key: "paywall_type", users: [800, 200], rates: [10, 10], days: 3, known: known)
        let fixture = try ExperimentsFixture.dashboard(
            size: CellSize(columns: columns, rows: 40), standings: [standing])
        #expect(standing.health == .ok)
        for words in ["80% of 80%", "20% of 20%", "simulated 79%", "simulated 21%"] {
            #expect(fixture.screen.contains(words), "\(words)")
        }
    }

    @Test("it can be read in ASCII, without colours")
    func ascii() throws {
        var fixture = try ExperimentsFixture.dashboard()
        try fixture.press("Z")
        let text = DashboardView.frame(of: fixture.state, theme: .plain).text(ascii: true)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(!text.contains("?  ") && text.contains("better") && text.contains("+---"))
        try Golden.expect(text, named: "results-details-ascii")
    }

    @Test("what nobody declared is still listed, below what is declared")
    func others() throws {
        let fixture = try ExperimentsFixture.dashboard()
        let rows = fixture.state.list.experiments
        #expect(rows.prefix(4).map(\.standing?.name) == ["Paywall", "Home", "Search", "Prices"])
        // The paywall's assignment is told in the row of its experiment.
        #expect(rows.allSatisfy { $0.standing != nil || $0.row.key != "paywall_type" })
        #expect(ExperimentRowList().total(fixture.state) == rows.count)
    }

    @Test("the filter finds verdicts, owners and keys")
    func filter() throws {
        for (text, names) in [("better", ["Paywall"]), ("mismatch", ["Home"]), ("paywall_type", ["Paywall"])] {
            var fixture = try ExperimentsFixture.dashboard()
            try fixture.press("/")
            fixture.type(text)
            #expect(fixture.state.list.experiments.map(\.name) == names, "\(text)")
        }
    }

    @Test("@ goes to the key, and back again")
    func goesToKey() throws {
        var fixture = try ExperimentsFixture.dashboard()
        try fixture.press("@")
        #expect(fixture.state.screen == .keys && fixture.state.selectedName == "paywall_type")
        try fixture.press("ctrl-o")
        #expect(fixture.state.screen == .experiments)
        try fixture.press("G", "@")
        #expect(fixture.state.screen == .experiments, "no key is known of the last one")
    }

    @Test("o overrides the experiment's key, and w shows what it held, without leaving the screen")
    func actsOnKey() throws {
        var fixture = try ExperimentsFixture.dashboard()
        try fixture.press("o")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.keys.map(\.name) == ["paywall_type"])
        try fixture.press("Esc", "w")
        #expect(fixture.state.panels.first(KeyTimelinePanel.self)?.name == "paywall_type")
    }

    @Test("marks of other screens do not decide what is overridden here")
    func marks() throws {
        var fixture = try ExperimentsFixture.dashboard()
        try fixture.press("1", "m", "j", "m", "5", "o")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.keys.map(\.name) == ["paywall_type"])
    }

    @Test("a verdict that turns is said once, and the first reading says nothing")
    func tells() throws {
        var fixture = try ExperimentsFixture.dashboard(standings: ExperimentsFixture.standings(paywallRate: 10))
        #expect(fixture.state.notices.notice?.text.contains("Paywall") != true)
        ExperimentsFixture.tell(ExperimentsFixture.standings(), to: &fixture)
        #expect(fixture.state.notices.notice?.text == "Paywall is better")
    }

    @Test("results that cannot be read leave those that there were, and say why")
    func failed() throws {
        var fixture = try ExperimentsFixture.dashboard()
        _ = fixture.state.update(.to(\.experiments, .read(.failed("the disk is full"))), at: fixture.state.now)
        #expect(fixture.state.notices.notice?.text == "no results: the disk is full")
        #expect(fixture.state.experiments.standings.count == 4)
    }

    @Test("experiments that go while the cursor is on the last one leave no row behind")
    func shrinks() throws {
        var fixture = try ExperimentsFixture.dashboard()
        try fixture.press("G")
        ExperimentsFixture.tell([], to: &fixture)
        #expect(fixture.state.list.experiments.allSatisfy { $0.standing == nil })
        #expect(!fixture.screen.isEmpty)
        // The key with a baseline vanishes from the project at the same time.
        _ = fixture.state.update(.to(\.experiments, .read(.failed("gone"))), at: fixture.state.now)
        try fixture.press("k", "Enter", "j", "Enter", "Esc", "o")
        #expect(!fixture.screen.isEmpty)
    }

    @Test("no size and no standing draws beyond the screen")
    func anySize() throws {
        for columns in stride(from: 20, through: 140, by: 13) {
            for rows in stride(from: 5, through: 45, by: 9) {
                var fixture = try ExperimentsFixture.dashboard(size: CellSize(columns: columns, rows: rows))
                for _ in 0..<5 {
                    #expect(fixture.screen.split(separator: "\n").allSatisfy { $0.count <= columns })
                    try fixture.press("j")
                }
                try fixture.press("Z", "J", "J")
                #expect(!fixture.screen.isEmpty)
            }
        }
    }
}
