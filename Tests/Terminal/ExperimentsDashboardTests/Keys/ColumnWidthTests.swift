import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The width of the column of keys", .inTurn)
struct ColumnWidthTests {
    private func valueColumn(_ fixture: ShopFixture) throws -> Int {
        let titles = try #require(fixture.screen.split(separator: "\n").first { $0.contains("value") })
        let range = try #require(titles.firstRange(of: "value"))
        return titles.distance(from: titles.startIndex, to: range.lowerBound)
    }

    @Test("< makes it narrower and > wider, four columns at a time")
    func steps() throws {
        var fixture = ShopFixture()
        try fixture.press(">")
        let wide = try valueColumn(fixture)
        try fixture.press("<", "<", "<")
        #expect(try valueColumn(fixture) == wide - 12)
    }

    @Test("at either end further presses change nothing, and one press back is seen immediately")
    func ends() throws {
        var fixture = ShopFixture()
        for _ in 0..<40 { try fixture.press("<") }
        let narrowest = try valueColumn(fixture)
        try fixture.press(">")
        #expect(try valueColumn(fixture) == narrowest + 4)
        for _ in 0..<80 { try fixture.press(">") }
        #expect(fixture.screen.contains("paywall_type"))
    }
}
