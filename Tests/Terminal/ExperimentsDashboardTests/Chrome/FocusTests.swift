import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Coming back to the window", .inTurn)
struct FocusTests {
    @Test("after a return, the changes in the meantime are shown")
    func changes() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.pass(5)
        _ = fixture.state.update(.input(.focus(false)))
        fixture.pass(5)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8", "price_factor": "1"])))
        fixture.pass(60)
        _ = fixture.state.update(.input(.focus(true)))
        #expect(fixture.state.notices.notice?.text == "while you were away: max_items and 1 more changed")
    }

    @Test("if nothing changed, nothing is reported")
    func nothing() {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        _ = fixture.state.update(.input(.focus(false)))
        fixture.pass(60)
        _ = fixture.state.update(.input(.focus(true)))
        _ = fixture.state.update(.input(.focus(true)))
        #expect(fixture.state.notices.notice == nil)
    }
}
