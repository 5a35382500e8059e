import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Scrolling to the end and back", .inTurn)
struct ScrollingTests {
    @Test("values are scrolled to their end, and the first press back is seen")
    func values() throws {
        let long = String(repeating: "x", count: 50)
        var fixture = ShopFixture(
            snapshot: Snapshot(texts: ["checkout_button_color": long], fetchedAt: ShopFixture.start))
        for _ in 0..<100 { try fixture.press("Right") }
        #expect(fixture.state.list.valueOffset == 48)
        try fixture.press("Left")
        #expect(fixture.state.list.valueOffset == 40)
    }

    @Test("the details are scrolled to their end, and the first press back is seen")
    func details() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 16), overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j", "Enter")
        for _ in 0..<50 { try fixture.press("J") }
        let end = fixture.screen
        #expect(!end.contains("more"))
        try fixture.press("K")
        #expect(fixture.screen != end)
    }

    @Test("help goes to its end and back, by lines and immediately")
    func help() throws {
        var fixture = ShopFixture()
        try fixture.press("?", "G")
        let end = fixture.screen
        #expect(end.contains("Quit") && !end.contains("↓ more"))
        for _ in 0..<9 { try fixture.press("j", "PgDn") }
        #expect(fixture.screen == end)
        try fixture.press("k")
        #expect(fixture.screen != end)
    }
}
