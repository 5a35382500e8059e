import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Copying", .inTurn)
struct CopyingTests {
    private func fixture(_ outcome: CopyOutcome, of text: String = "7") -> ShopFixture {
        var fixture = ShopFixture()
        _ = fixture.state.update(.copied(text, outcome), at: fixture.state.now)
        return fixture
    }

    @Test("only what certainly arrived is called copied")
    func words() {
        func words(_ outcome: CopyOutcome) -> String { fixture(outcome).state.notices.notice?.text ?? "" }
        #expect(words(CopyOutcome(places: [.desktop])) == "copied 7")
        #expect(words(CopyOutcome(places: [.tmux])) == "copied 7 to the tmux buffer; paste it with prefix ]")
        #expect(words(CopyOutcome(places: [.tmux, .desktop])) == "copied 7, also to the tmux buffer")
        #expect(
            words(CopyOutcome(wasSent: true))
                == "sent 7 to the terminal's clipboard; if pasting fails, copy it again to select it")
        #expect(words(CopyOutcome()) == "no clipboard available; select the text to copy it")
    }

    @Test("what no one took is shown as wide as the screen, and the mouse is the terminal's in the meantime")
    func shown() throws {
        var fixture = ShopFixture()
        let effects = fixture.state.update(
            .copied(String(repeating: "0123456789", count: 30), CopyOutcome()), at: fixture.state.now)
        #expect(effects.contains { if case .setMouse(false) = $0 { true } else { false } })
        let lines = DashboardView.frame(of: fixture.state, theme: .plain).lines
        #expect(lines[1] == String(repeating: "0123456789", count: 10))
        let closing = try fixture.press("Esc")
        #expect(closing.contains { if case .setMouse(true) = $0 { true } else { false } })
        #expect(!(fixture.state.panels.top is SelectableText))
    }

    @Test("what may not have arrived is shown when it is copied again, once")
    func again() throws {
        var fixture = fixture(CopyOutcome(wasSent: true), of: "paywall_type")
        try fixture.press("Y")
        #expect((fixture.state.panels.top is SelectableText))
        try fixture.press("Esc")
        guard case .copy("paywall_type") = try fixture.press("Y").first else {
            Issue.record("it was not copied")
            return
        }
    }
}
