import ExperimentsOperator
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The footer", .inTurn)
struct FooterTests {
    @Test(
        "names no key twice, whatever is going on",
        arguments: [[], ["m"], ["4", "m"], ["6"], ["Enter"], ["v"]])
    func once(keys: [String]) throws {
        var fixture = ShopFixture(size: CellSize(columns: 300, rows: 20), overrides: ShopFixture.overrides)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        for key in keys { try fixture.press(key) }
        let footer = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        let hints = footer.split(separator: "  ").map { $0.trimmingPrefix(" ") }
        #expect(hints.count > 5)
        #expect(Set(hints).count == hints.count, "\(footer)")
    }

    @Test("never goes without help, the way out and the list of commands", arguments: [40, 60, 80, 100, 200])
    func lasting(columns: Int) throws {
        var fixture = ShopFixture(size: CellSize(columns: columns, rows: 20))
        try fixture.press("m")
        let footer = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        for hint in ["? help", ": commands", "q quit"] { #expect(footer.contains(hint)) }
    }

    /// Keys that lead to a situation of its own on every screen.
    static let situations = [
        [], ["m"], ["Enter", "Enter"], ["/", "m", "Enter"], ["f", "m", "Enter"], ["["],
    ]

    private func fixture(on screen: Screen, after keys: [String]) throws -> ShopFixture {
        var fixture = ShopFixture(
            size: CellSize(columns: 500, rows: 20), overrides: ShopFixture.overrides,
            sources: [DashboardSource(name: "shop"), DashboardSource(name: "staging")])
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.state.show(screen)
        for key in keys { try fixture.press(key) }
        return fixture
    }

    @Test(
        "shows exactly the commands with a place now, by rank, with the permanent ones at the right",
        arguments: Screen.allCases, situations)
    func places(screen: Screen, keys: [String]) throws {
        let fixture = try fixture(on: screen, after: keys)
        let ranks = Command.all.compactMap { command in
            command.footer?.rank(fixture.state).map { (command: command, rank: $0) }
        }
        #expect(Set(ranks.map(\.rank)).count == ranks.count, "two commands have the same place")
        // Those that are always there stand after the others.
        let wanted = ranks.sorted { $0.rank < $1.rank }.filter { place in
            !place.rank.isAboutRow || fixture.state.reasonDisabled(place.command) == nil
        }.map(\.command)
        let (others, lasting) = (
            wanted.filter { $0.footer?.lasting == nil }, wanted.filter { $0.footer?.lasting != nil }
        )
        #expect(Footer(fixture.state).items.map(\.action) == others + lasting)
    }

    @Test("without a row there are no hints about one")
    func emptyList() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20))
        try fixture.press("4")
        let words = Footer(fixture.state).items.map(\.hint.word)
        #expect(
            !words.contains("override") && !words.contains("copy") && words.contains("filter"), "\(words)")
    }

    @Test("shows a new command that says its place, where it says so")
    func newCommand() throws {
        let wave = Command(
            "wave", title: "Wave", in: .program, keys: ["ü"],
            footer: FooterPlace("wave", at: .row(1)) { $0.screen == .history }, change: { _ in })
        let commands = Command.all + [wave]
        var fixture = try fixture(on: .history, after: [])
        fixture.state.project.keyMap = KeyMap(of: commands)
        let hints = Footer(fixture.state, of: commands).items.map(\.hint)
        #expect(hints.prefix(3).contains(KeyHint("ü", "wave")))
        fixture.state.show(.experiments)
        #expect(!Footer(fixture.state, of: commands).items.contains { $0.action == wave })
    }

    @Test("keeps help on the smallest screen")
    func tiny() {
        let fixture = ShopFixture(size: CellSize(columns: 20, rows: 14))
        #expect(fixture.screen.contains("? help"))
    }

    private func lastLine(_ fixture: ShopFixture) -> Substring {
        fixture.screen.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    }

    @Test("says at the right where the cursor is among the rows, in a list over the screen too")
    func position() throws {
        var fixture = ShopFixture()
        let count = fixture.state.rowCount
        try fixture.press("j", "j")
        #expect(lastLine(fixture).hasSuffix(" 3/\(count)"))
        try fixture.press("0")
        #expect(lastLine(fixture).hasSuffix(" 1/1"))
        try fixture.press("Escape", "/")
        #expect(!lastLine(fixture).contains("/\(count)"))
    }

    @Test("leaves the position out where there is no room, no row, or no list")
    func noPosition() throws {
        var fixture = ShopFixture(size: CellSize(columns: 36, rows: 20))
        #expect(!lastLine(fixture).contains("1/"))
        fixture = ShopFixture()
        try fixture.press("?")
        #expect(!lastLine(fixture).contains("1/"))
    }

    @Test(
        "groups the digits of large numbers",
        arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (100_000, "100,000")])
    func grouping(count: Int, text: String) {
        #expect(CountText.grouped(count) == text)
        if count > 0 { #expect(CountText.grouped(-count) == "-" + text) }
    }
}
