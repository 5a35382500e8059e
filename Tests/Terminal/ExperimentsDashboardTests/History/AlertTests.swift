import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Alerts", .inTurn)
struct AlertTests {
    private func alerts(_ effects: [Effect]) -> [Alert] {
        effects.compactMap { if case .alert(let alert) = $0 { alert } else { nil } }
    }

    private func arrive(_ texts: [String: String?], _ fixture: inout ShopFixture) -> [Alert] {
        let snapshot = fixture.state.history.timeline.newest.changing(texts)
        return alerts(fixture.state.update(.service(.snapshotChanged(snapshot)), at: fixture.state.now))
    }

    @Test("nothing is reported unless it was asked for")
    func silence() {
        var fixture = ShopFixture()
        #expect(arrive(["max_items": "11", "paywall_type": nil], &fixture).isEmpty)
    }

    @Test("B has the bell ring when the key changes, and again has it be silent")
    func ring() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "B")
        #expect(fixture.screen.contains("♪"))
        #expect(arrive(["price_factor": "2"], &fixture).isEmpty)
        #expect(
            arrive(["max_items": "8"], &fixture) == [Alert(text: "max_items changed: 7 → 8", ways: [.bell])])
        #expect(fixture.state.notices.notice?.text == "max_items changed: 7 → 8")
        try fixture.press("B")
        #expect(arrive(["max_items": "9"], &fixture).isEmpty)
    }

    @Test("keys that become missing or incorrect are reported, those that were so before are not")
    func broken() {
        var fixture = ShopFixture()
        fixture.state.project.alertRules = AlertRules(tellsBroken: true, ways: [.desktop])
        #expect(arrive(["free_shipping_enabled": "perhaps", "greeting_日本": nil], &fixture).isEmpty)
        #expect(
            arrive(["max_items": "11", "paywall_type": nil], &fixture)
                == [Alert(text: "paywall_type is missing, and 1 more", ways: [.desktop])])
    }

    @Test("it is reported while paused and in the past, too")
    func elsewhere() throws {
        var fixture = ShopFixture()
        fixture.state.project.alertRules = AlertRules(tellsBroken: true)
        try fixture.press("p")
        #expect(arrive(["max_items": "11"], &fixture).count == 1)
        try fixture.press("p", "[")
        #expect(fixture.state.history.isInThePast)
        #expect(arrive(["max_items": "8"], &fixture).isEmpty)
        #expect(arrive(["max_items": "12"], &fixture).map(\.text) == ["max_items is incorrect"])
    }
}
