import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("In and out with l and h", .inTurn)
struct OpeningDetailsTests {
    @Test("without rows and without a filter, the details say what the screen is for")
    func withoutRows() throws {
        var fixture = ShopFixture(size: CellSize(columns: 140, rows: 40))
        try fixture.press("4")
        #expect(fixture.screen.contains("`experiments override set KEY VALUE`"), "\(fixture.screen)")
        #expect(!fixture.screen.contains("Select a row"))
        try fixture.press("1", "/")
        fixture.type("nothing like it")
        try fixture.press("Enter")
        #expect(fixture.screen.contains("Select a row"), "\(fixture.screen)")
    }

    @Test("l opens the details and leaves them open, h closes them")
    func details() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("l", "l")
        #expect(fixture.state.details.isShown)
        try fixture.press("h", "h")
        #expect(!fixture.state.details.isShown)
    }

    @Test("h goes from a key to its group and folds it; l unfolds it")
    func groups() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("v", "g", "j", "j", "h", "h")
        #expect(fixture.state.selectedName == nil)
        let folded = fixture.state.rowCount
        try fixture.press("l")
        #expect(fixture.state.rowCount > folded)
    }

    @Test("if the details cover the list, the footer says how to scroll and to leave")
    func footer() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 10))
        try fixture.press("Enter")
        #expect(fixture.state.layout.list.isEmpty)
        #expect(fixture.screen.contains("Esc back  o override  J scroll down  K up"))
        #expect(!fixture.screen.contains("Enter whole screen"))
    }

    @Test("z says that there is nothing to fold")
    func nothingToFold() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20))
        try fixture.press("z")
        #expect(fixture.screen.contains("nothing to fold"))
    }

    @Test("on the smallest screen the status comes first, and all of it can be read")
    func tiny() throws {
        var fixture = ShopFixture(size: CellSize(columns: 20, rows: 14), overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j", "l", "Z")
        let screen = fixture.screen.replacing(#/ *▐/#, with: "")
        #expect(screen.contains("\n ◆ overridden\n\n value 9\n source has 7\n"))
    }

    @Test("the caret stays under the fault on the smallest screen")
    func tinyCaret() throws {
        var fixture = ShopFixture(size: CellSize(columns: 20, rows: 24))
        try fixture.press("3", "j", "l", "Z")
        let lines = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        let row = try #require(lines.firstIndex { $0.contains("^") })
        let column = try #require(lines[row].firstIndex(of: "^"))
        #expect(lines[row - 1].indices.contains(column) && lines[row - 1][column] == "}")
    }
}
