import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Marking a stretch of rows", .inTurn)
struct MarkedRangeTests {
    @Test("moving extends the stretch and draws it in again, and V ends it")
    func extending() throws {
        var fixture = ShopFixture()
        try fixture.press("m", "j", "V", "j", "j")
        #expect(
            fixture.state.marked == ["paywall_type", "checkout_button_color", "max_items", "price_factor"])
        #expect(fixture.screen.contains("4 marked  move to mark more, V ends, Esc cancels"))
        try fixture.press("k", "k", "k")
        #expect(fixture.state.marked == ["paywall_type", "free_shipping_enabled", "checkout_button_color"])
        try fixture.press("V", "j", "j", "j")
        #expect(fixture.state.marked.count == 3)
        #expect(fixture.screen.contains("3 marked  actions apply to all of them"))
    }

    @Test("Enter ends it, and Esc discards only its own result")
    func ending() throws {
        var fixture = ShopFixture()
        try fixture.press("V", "j", "Enter")
        #expect(fixture.state.overriding.markedRange == nil)
        #expect(fixture.state.marked.count == 2)
        #expect(!fixture.state.details.isShown)
        try fixture.press("V", "G", "Esc")
        #expect(fixture.state.marked == ["paywall_type", "free_shipping_enabled"])
    }

    @Test("what is done is done to the stretch, which ends by it")
    func acting() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("4", "V", "G", "u")
        #expect(fixture.state.overriding.markedRange == nil)
        #expect(fixture.screen.contains("Remove 3 overrides?"))
    }

    @Test("the stretch follows its first row when the rows change")
    func following() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "V")
        #expect(fixture.state.marked == ["max_items"])
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["checkout_button_color": "red"])))
        try fixture.press("n")
        try fixture.press("j")
        #expect(fixture.state.marked == ["max_items", "price_factor"])
    }

    @Test("a click with shift marks from the cursor to there")
    func clicking() throws {
        var fixture = ShopFixture()
        let list = fixture.state.layout.list
        _ = fixture.state.update(
            .input(
                .mouse(
                    MouseEvent(
                        .press, button: 1, at: CellPoint(column: 5, row: list.row + 2), modifiers: .shift))))
        #expect(
            fixture.state.marked == ["paywall_type", "free_shipping_enabled", "checkout_button_color"])
        #expect(fixture.state.position.cursor == 2)
    }
}
