import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The size of the details", .inTurn)
struct DetailsSizeTests {
    private static let sizes = [CellSize(columns: 140, rows: 30), CellSize(columns: 80, rows: 30)]

    /// The cells that the details take.
    private func area(_ fixture: ShopFixture) -> Int {
        fixture.state.layout.details.columns * fixture.state.layout.details.rows
    }

    private func opened(_ size: CellSize) throws -> ShopFixture {
        var fixture = ShopFixture(size: size)
        if !fixture.state.details.isShown { try fixture.press("Enter") }
        return fixture
    }

    @Test(
        ") gives them more of the screen and ( takes it away, beside the list and below it", arguments: sizes)
    func steps(_ size: CellSize) throws {
        var fixture = try opened(size)
        let usual = area(fixture)
        try fixture.press(")")
        #expect(area(fixture) > usual)
        try fixture.press("(", "(")
        #expect(area(fixture) < usual)
    }

    @Test("at either end the reason is reported, and one press back is seen immediately", arguments: sizes)
    func ends(_ size: CellSize) throws {
        var fixture = try opened(size)
        for _ in 0..<12 { try fixture.press(")") }
        #expect(fixture.screen.contains("the list cannot be smaller"))
        let largest = area(fixture)
        #expect(!fixture.state.layout.list.isEmpty)
        try fixture.press("(")
        #expect(area(fixture) < largest)
        for _ in 0..<12 { try fixture.press("(") }
        #expect(fixture.screen.contains("the details cannot be smaller"))
    }

    @Test("Z gives them the whole screen, the cursor moves on behind them, and Esc brings the list back")
    func zoom() throws {
        var fixture = try opened(CellSize(columns: 80, rows: 30))
        try fixture.press("Z", "j")
        #expect(fixture.state.layout.list.isEmpty && fixture.state.position.cursor == 1)
        try fixture.press("Esc")
        #expect(!fixture.state.layout.list.isEmpty && fixture.state.details.isShown)
    }

    @Test("on the whole screen they cut neither the names of what changed last nor the changes")
    func latestChanges() throws {
        let name = "checkout_button_background_color"
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 36))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing([name: "light blue"])))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing([name: "bright yellow"])))
        #expect(!fixture.screen.contains("light blue → bright yellow"), "\(fixture.screen)")
        try fixture.press("Z")
        #expect(fixture.screen.contains(" \(name) ") && fixture.screen.contains("light blue → bright yellow"))
    }

    @Test("the line beside them is dragged with the mouse, and the size is remembered", arguments: sizes)
    func dragging(_ size: CellSize) throws {
        var fixture = try opened(size)
        func drag(from first: CellPoint, to second: CellPoint) {
            _ = fixture.state.update(.input(.mouse(MouseEvent(.press, button: 1, at: first))))
            _ = fixture.state.update(.input(.mouse(MouseEvent(.release, button: 1, at: second))))
        }
        let usual = fixture.state.layout.details
        let isBeside = usual.column > 0
        let wanted = CellPoint(column: isBeside ? 70 : 3, row: isBeside ? 9 : usual.row - 4)
        drag(from: usual.origin, to: wanted)
        let moved = fixture.state.layout.details
        #expect(isBeside ? moved.column == wanted.column : moved.row == wanted.row)
        // What is not the line is not dragged.
        drag(from: CellPoint(column: moved.endColumn - 2, row: moved.endRow - 2), to: usual.origin)
        #expect(fixture.state.layout.details == moved)
        var options = DashboardOptions()
        options.remembered = RememberedView(of: fixture.state)
        var second = ShopFixture(size: size, options: options)
        if !second.state.details.isShown { try second.press("Enter") }
        #expect(second.state.layout.details == moved)
    }

    @Test("Z opens them where they are closed")
    func opening() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 30))
        try fixture.press("Z")
        #expect(fixture.state.details.isShown && fixture.state.layout.list.isEmpty)
    }

    @Test("closing them ends the zoom")
    func closing() throws {
        var fixture = try opened(CellSize(columns: 80, rows: 30))
        try fixture.press("Z", "h", "h", "Enter")
        #expect(!fixture.state.layout.list.isEmpty && fixture.state.details.isShown)
    }

    @Test("if they are closed, or there is no room beside them, the reason is shown")
    func reasons() throws {
        var closed = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try closed.press(")")
        #expect(closed.screen.contains("the details are closed"))
        var low = try opened(CellSize(columns: 80, rows: 11))
        try low.press(")")
        #expect(low.screen.contains("the screen is too small for a list and details"))
    }
}
