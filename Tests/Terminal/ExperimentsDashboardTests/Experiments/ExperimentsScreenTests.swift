import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsRollouts
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Screen 5, Experiments", .inTurn)
struct ExperimentsScreenTests {
    private static let sizes = [
        ("usual", CellSize(columns: 80, rows: 24)), ("wide", CellSize(columns: 120, rows: 40)),
        ("widest", CellSize(columns: 200, rows: 55)),
    ]

    @Test("the list of results looks as recorded, in each size", arguments: sizes)
    func list(_ size: (name: String, size: CellSize)) throws {
        let fixture = try ExperimentsFixture.dashboard(size: size.size)
        try Golden.expect(fixture.screen, named: "results-\(size.name)")
    }

    @Test("at 80x24 the verdict, the groups and the metrics stand below the list")
    func below() throws {
        let fixture = try ExperimentsFixture.dashboard(size: CellSize(columns: 80, rows: 24))
        for words in ["BETTER", "Groups", "Metrics: ", "purchase"] {
            #expect(fixture.screen.contains(words), "\(words)\n\(fixture.screen)")
        }
    }

    @Test("the chart is as high as its box, and never cut")
    func chart() throws {
        for rows in [34, 36, 40, 48] {
            let fixture = try ExperimentsFixture.dashboard(size: CellSize(columns: 140, rows: rows))
            let chart = fixture.state.detailBoxes.others.first { $0.title.title.contains("over time") }
            if let chart { #expect(chart.lines.count <= chart.inside.rows, "\(rows)") }
            #expect(rows < 40 || chart != nil, "\(rows)")
        }
    }

    @Test("the details of a result look as recorded, in each size", arguments: sizes)
    func details(_ size: (name: String, size: CellSize)) throws {
        var fixture = try ExperimentsFixture.dashboard(size: size.size)
        try fixture.press("Z")
        try Golden.expect(fixture.screen, named: "results-details-\(size.name)")
    }

    @Test(
        "of a rollout it shows the share that is meant, that of simulated users and that which came",
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
        let groups = ExperimentFigures(standing).groups(width: 100).map { $0.map(\.text).joined() }
        #expect(
            groups.first?.hasPrefix("group        users  share  expected  simulated") == true, "\(groups)")
        for words in ["80%       80%        79%", "20%       20%        21%"] {
            #expect(groups.contains { $0.contains(words) }, "\(groups)")
        }
        #expect(fixture.screen.contains("simulated"))
    }

    @Test("it can be read in ASCII, without colors")
    func ascii() throws {
        var fixture = try ExperimentsFixture.dashboard()
        try fixture.press("Z")
        let text = DashboardView.frame(of: fixture.state, theme: .plain).text(ascii: true)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(!text.contains("?  ") && text.contains("better") && text.contains("+---"))
        try Golden.expect(text, named: "results-details-ascii")
    }

    @Test("what no one declared is still listed, below what is declared")
    func others() throws {
        let fixture = try ExperimentsFixture.dashboard()
        let rows = fixture.state.list.experiments
        #expect(rows.prefix(4).map(\.standing?.name) == ["Paywall", "Home", "Search", "Prices"])
        // The paywall's assignment is told in the row of its experiment.
        #expect(rows.allSatisfy { $0.standing != nil || $0.row.key != "paywall_type" })
        #expect(ExperimentRowList().total(fixture.state) == rows.count)
    }

    @Test("the verdict is whole at every width", arguments: [60, 80, 100, 120, 140, 200])
    func wholeVerdicts(_ columns: Int) throws {
        let fixture = try ExperimentsFixture.dashboard(size: CellSize(columns: columns, rows: 40))
        for word in fixture.state.experiments.standings.map(\.verdict.word.short) {
            #expect(fixture.screen.contains(word), "\(word)\n\(fixture.screen)")
        }
    }

    @Test("if groups cannot be compared, the row says how they were divided instead of an effect")
    func words() throws {
        let fixture = try ExperimentsFixture.dashboard()
        #expect(fixture.screen.contains("a 54 : b 46, expected 50 : 50"), "\(fixture.screen)")
    }

    @Test("keys without results stand side by side below a rule, where a click chooses one")
    func besideEachOther() throws {
        var fixture = try ExperimentsFixture.dashboard(others: 5)
        let rows = fixture.state.list.experiments
        let others = rows.indices.filter { rows[$0].standing == nil }
        try #require(others.count > 1)
        let lines = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let rule = try #require(lines.firstIndex { $0.contains("not declared as experiments") })
        #expect(
            others.prefix(2).allSatisfy { lines[rule + 1].contains(rows[$0].title) }, "\(lines[rule + 1])")
        #expect(!fixture.screen.contains("—"))
        let cell = try #require(lines[rule + 1].range(of: rows[others[1]].title))
        let column = lines[rule + 1].distance(from: lines[rule + 1].startIndex, to: cell.lowerBound)
        func click(_ column: Int, _ row: Int) {
            _ = fixture.state.update(
                .input(.mouse(MouseEvent(.press, button: 1, at: CellPoint(column: column, row: row)))),
                at: fixture.state.now)
        }
        click(column, rule + 1)
        #expect(fixture.state.position.cursor == others[1])
        // The rule is no row.
        click(column, rule)
        #expect(fixture.state.position.cursor == others[1])
    }

    @Test(
        "on a low screen the row under the cursor is always among the lines, rule or not",
        arguments: [6, 7, 8, 12])
    func scrolls(_ height: Int) throws {
        var fixture = try ExperimentsFixture.dashboard(size: CellSize(columns: 60, rows: height), others: 5)
        for index in fixture.state.list.experiments.indices {
            let lines = ExperimentListLines(fixture.state, fixture.state.layout.list)
            let shown = lines.visible.flatMap { line in
                switch line {
                case .row(let row): [row]
                case .rule: [Int]()
                case .cells(let cells): Array(cells)
                }
            }
            #expect(shown.contains(index) && lines.visible.count <= fixture.state.layout.list.rows)
            try fixture.press("j")
        }
    }

    @Test("what to do stands beside the verdict")
    func advice() throws {
        var fixture = try ExperimentsFixture.dashboard()
        #expect(fixture.screen.contains("BETTER     but check first:"), "\(fixture.screen)")
        #expect(fixture.screen.contains("do not ship b yet"), "\(fixture.screen)")
        try fixture.press("j")
        #expect(fixture.screen.contains("UNTRUSTWORTHY") && fixture.screen.contains("find the cause first"))
    }

    @Test("a file has health, split and users by day, though the list has no such columns")
    func exports() throws {
        let fixture = try ExperimentsFixture.dashboard()
        let table = ExperimentRowList().table(fixture.state)
        #expect(
            Set(table.columns).isSuperset(of: ["verdict", "health", "split", "usersByDay", "group", "key"]))
        #expect(!table.columns.contains("sign") && !table.columns.contains("axis"))
    }

    @Test("the filter finds verdicts, owners and keys")
    func filter() throws {
        for (text, names) in [("better", ["Paywall"]), ("mismatch", ["Home"]), ("paywall_type", ["Paywall"])]
        {
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

    @Test("a verdict that turns is reported once, and the first reading says nothing")
    func tells() throws {
        var fixture = try ExperimentsFixture.dashboard(
            standings: ExperimentsFixture.standings(paywallRate: 10))
        #expect(fixture.state.notices.notice?.text.contains("Paywall") != true)
        ExperimentsFixture.tell(ExperimentsFixture.standings(), to: &fixture)
        #expect(fixture.state.notices.notice?.text == "Paywall: undecided → better, check")
        #expect(fixture.state.notices.notice?.severity == .warning)
    }

    @Test("what stops a decision stands first below the verdict, is counted, and is said once")
    func openPoints() throws {
        let fixture = try ExperimentsFixture.dashboard(
            standings: ExperimentsFixture.standings(paywallRate: 20))
        #expect(fixture.screen.contains("BETTER     but check 2 points first:"), "\(fixture.screen)")
        #expect(fixture.screen.contains("! purchase: suspiciously large"), "\(fixture.screen)")
        #expect(fixture.screen.components(separatedBy: "suspiciously large").count == 2, "\(fixture.screen)")
    }

    @Test("a verdict has the same words in the list, in the key's details, and in the message")
    func wordsOfPoints() throws {
        var fixture = try ExperimentsFixture.dashboard()
        let words = try #require(fixture.state.experiments.standings.first?.headline.shortText)
        #expect(words == "better, check" && fixture.screen.contains(words))
        try fixture.press("@")
        #expect(fixture.state.screen == .keys && fixture.screen.contains(words), "\(fixture.screen)")
    }

    @Test(
        "a cursor at the top stays there when the results are read, and one that was moved stays on its row")
    func reading() throws {
        for (keys, name) in [([], "Paywall"), (["j"], "Red button")] as [([String], String)] {
            var fixture = ShopFixture(size: CellSize(columns: 120, rows: 40)) { session in
                session.results = ExperimentsFixture.Source()
                session.rollouts = RolloutsFixture.rollouts.map { rollout in
                    DeclaredRollout(rollout) { RolloutsFixture.work(rollout) }
                }
            }
            fixture.finishFetch(.success(ShopFixture.snapshot))
            try fixture.press("5")
            for key in keys { try fixture.press(key) }
            ExperimentsFixture.tell(ExperimentsFixture.standings(), to: &fixture)
            #expect(ExperimentRowList.selected(fixture.state)?.title == name)
        }
    }

    @Test("results that cannot be read leave those that there were, and say why")
    func failed() throws {
        var fixture = try ExperimentsFixture.dashboard()
        _ = fixture.state.update(
            .to(\.experiments, .read(.failure(MessageError("the disk is full")))), at: fixture.state.now)
        #expect(fixture.state.notices.notice?.text == "cannot read the results: the disk is full")
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
        _ = fixture.state.update(
            .to(\.experiments, .read(.failure(MessageError("gone")))), at: fixture.state.now)
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
