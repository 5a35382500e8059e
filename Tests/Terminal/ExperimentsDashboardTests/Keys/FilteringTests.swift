import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Filtering on the screen", .inTurn)
struct FilteringTests {
    @Test("changes are found by their age, and the list follows the clock")
    func changes() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.pass(60)
        fixture.finishFetch(.success(fixture.state.source.report.snapshot.changing(["price_factor": "1.5"])))
        _ = fixture.state.update(.to(\.list, .filter("changed:<30s")))
        #expect(fixture.state.selectedName == "price_factor" && fixture.state.rowCount == 1)
        _ = fixture.state.update(.to(\.list, .filter("changed:>30s")))
        #expect(fixture.state.rowCount == 1)
        fixture.pass(31)
        #expect(fixture.state.rowCount == 2)
        _ = fixture.state.update(.to(\.list, .filter("changed:last")))
        #expect(fixture.state.rowCount == 1)
    }

    @Test("a filter that cannot be read is not kept, and the words beside it still count")
    func refused() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("max status:broken")
        #expect(fixture.state.rowCount == 1)
        try fixture.press("Enter")
        #expect(fixture.state.list.filterField != nil)
        #expect(fixture.screen.contains("no status \"broken\""))
    }

    @Test("Esc while typing brings the cursor back to where it was")
    func cancelled() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "/")
        fixture.type("pay")
        #expect(fixture.state.selectedName == "paywall_type")
        try fixture.press("Esc")
        #expect(fixture.state.selectedName == "max_items")
    }
}

@Suite("Marks of what a filter found", .inTurn)
struct MatchMarkTests {
    private func marks(_ filter: String, _ text: String, width: Int = 80) -> [Range<Int>] {
        Filter(filter).marks(in: text, of: .key, width: width) { _ in true }
    }

    @Test("a word is marked where it is, else its letters, close together")
    func letters() {
        #expect(marks("wall", "paywall_type") == [3..<7])
        #expect(marks("ltp", "paywall_type") == [6..<7, 8..<9, 10..<11])
        #expect(marks("!wall value:pay", "paywall_type").isEmpty)
    }

    @Test("columns are counted, not characters or bytes")
    func columns() {
        #expect(marks("x", "日本x") == [4..<5])
        #expect(marks("本", "日本x") == [2..<4])
    }

    @Test("in a text that is cut in the middle what is left of the match is marked")
    func cut() {
        // 0123456789 in 5 columns is 01…89.
        #expect(marks("1", "0123456789", width: 5) == [1..<2])
        #expect(marks("89", "0123456789", width: 5) == [3..<5])
        #expect(marks("4", "0123456789", width: 5).isEmpty)
        #expect(marks("\"123456789\"", "0123456789", width: 5) == [1..<2, 3..<5])
    }
}
