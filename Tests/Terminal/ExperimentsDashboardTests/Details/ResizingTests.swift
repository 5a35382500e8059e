import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("A smaller window keeps what is looked at", .inTurn)
struct ResizingTests {
    private static let widths = [120, 60, 20, 120]

    private func resize(_ fixture: inout ShopFixture, to columns: Int, rows: Int) {
        _ = fixture.state.update(.input(.resized(CellSize(columns: columns, rows: rows))))
    }

    private func dashboard(rows: Int) -> ShopFixture {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 120, rows: rows))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.pass(20)
        return fixture
    }

    @Test(
        "from 120 columns to 60, 20 and back, the list stays and the screen is as before",
        arguments: Screen.allCases,
        [12, 15, 24, 36])
    func list(_ screen: Screen, rows: Int) throws {
        var fixture = dashboard(rows: rows)
        try fixture.press("\(screen.number)", "j")
        let before = fixture.screen
        for columns in Self.widths {
            resize(&fixture, to: columns, rows: rows)
            #expect(fixture.state.screen == screen)
            #expect(!fixture.state.layout.list.isEmpty, "\(columns)x\(rows): \(fixture.screen)")
        }
        #expect(fixture.screen == before)
    }

    @Test(
        "with a panel open, the panel, the cursor, the filter and the screen are as before",
        arguments: PanelTests.panels)
    func panel(name: String, keys: [String]) throws {
        var fixture = ShopFixture(
            size: CellSize(columns: 120, rows: 24), overrides: ShopFixture.overrides,
            sources: [DashboardSource(name: "shop"), DashboardSource(name: "staging")])
        try fixture.press("j", "j", "/")
        fixture.type("e")
        try fixture.press("Enter")
        for key in keys { try fixture.press(key) }
        fixture.pass(60)
        let before = fixture.screen
        let depth = fixture.state.panels.depth
        let position = fixture.state.position
        for columns in Self.widths {
            resize(&fixture, to: columns, rows: 24)
            #expect(fixture.state.panels.depth == depth, "\(columns)")
            #expect(fixture.state.position.item == position.item && fixture.state.list.filter.text == "e")
        }
        #expect(fixture.screen == before)
    }

    @Test("details on the full screen stay there", arguments: Screen.allCases)
    func zoomed(_ screen: Screen) throws {
        var fixture = dashboard(rows: 24)
        try fixture.press("\(screen.number)", "Z")
        let before = fixture.screen
        for columns in Self.widths {
            resize(&fixture, to: columns, rows: 24)
            #expect(fixture.state.showsOnlyDetails, "\(columns): \(fixture.screen)")
        }
        #expect(fixture.screen == before)
    }

    @Test("details that were opened in a small window are in front there, and beside the list in a large one")
    func opened() throws {
        var fixture = dashboard(rows: 12)
        resize(&fixture, to: 60, rows: 12)
        try fixture.press("Enter")
        #expect(fixture.state.showsOnlyDetails)
        resize(&fixture, to: 120, rows: 12)
        #expect(!fixture.state.layout.list.isEmpty && fixture.state.details.isShown)
        resize(&fixture, to: 60, rows: 12)
        #expect(fixture.state.showsOnlyDetails)
        try fixture.press("Esc")
        #expect(!fixture.state.showsOnlyDetails)
    }

    @Test("a message does not replace the list by the details")
    func message() throws {
        var fixture = dashboard(rows: 24)
        resize(&fixture, to: 60, rows: 15)
        let isShown = !fixture.state.layout.list.isEmpty
        try fixture.press("ctrl-r")
        #expect(fixture.state.notices.notice != nil)
        #expect(!fixture.state.layout.list.isEmpty == isShown)
    }

    @Test(
        "details are open at the start where the list leaves room for them",
        arguments: [(80, 24, true), (80, 20, false), (100, 30, true), (120, 20, true)])
    func start(columns: Int, rows: Int, isOpen: Bool) {
        let fixture = ShopFixture(size: CellSize(columns: columns, rows: rows))
        #expect(fixture.state.details.isShown == isOpen)
    }
}
