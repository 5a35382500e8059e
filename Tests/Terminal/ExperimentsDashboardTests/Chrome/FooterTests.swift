import Testing

@testable import ExperimentsDashboard

@Suite("The footer")
struct FooterTests {
    @Test("names no key twice, whatever is going on", arguments: [[], ["m"], ["4", "m"], ["6"], ["Enter"], ["v"]])
    func once(keys: [String]) throws {
        var fixture = ShopFixture(size: CellSize(columns: 300, rows: 20), overrides: ShopFixture.overrides)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        for key in keys { try fixture.press(key) }
        let footer = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        let hints = footer.split(separator: "  ").map { $0.trimmingPrefix(" ") }
        #expect(hints.count > 5)
        #expect(Set(hints).count == hints.count, "\(footer)")
    }
}
