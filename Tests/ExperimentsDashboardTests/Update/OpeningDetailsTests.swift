import ExperimentsCore
import Testing

@testable import ExperimentsDashboard

@Suite("In and out with l and h")
struct OpeningDetailsTests {
    @Test("l opens the details and leaves them open, h closes them")
    func details() throws {
        var fixture = ShopFixture(size: Size(columns: 80, rows: 20))
        try fixture.press("l", "l")
        #expect(fixture.state.showsDetails)
        try fixture.press("h", "h")
        #expect(!fixture.state.showsDetails)
    }

    @Test("h goes from a key to its group and folds it; l unfolds it")
    func groups() throws {
        var fixture = ShopFixture(size: Size(columns: 80, rows: 20))
        try fixture.press("v", "g", "j", "j", "h", "h")
        #expect(fixture.state.selectedName == nil)
        let folded = fixture.state.rowCount
        try fixture.press("l")
        #expect(fixture.state.rowCount > folded)
    }

    @Test("where the details cover the list, the footer says how to scroll and to leave")
    func footer() throws {
        var fixture = ShopFixture(size: Size(columns: 60, rows: 10))
        try fixture.press("Enter")
        #expect(fixture.state.layout.list.isEmpty)
        #expect(fixture.screen.contains("Esc back  J scroll down  K up"))
    }

    @Test("z says that there is nothing to fold")
    func nothingToFold() throws {
        var fixture = ShopFixture(size: Size(columns: 120, rows: 20))
        try fixture.press("z")
        #expect(fixture.screen.contains("no JSON in these details that folds"))
    }
}
