import TestSupport
import Testing

@Suite("The demo on a terminal", .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct DemoTests {
    @Test("a missing key and an incorrect value are there, and others take their place while one watches")
    func brokenKeysAppearAndGo() async throws {
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\" demo" + TerminalWindow.ending)
        try await window.wait(for: "2 Missing 1")
        try await window.wait(for: "3 Incorrect 1")
        try window.press("2")
        let missing = ["free_shipping_from", "support_chat_enabled", "support_phone", "max_cart_items"]
        try await waitForTwo(of: missing, in: window)
        try window.press("3")
        try await window.waitForAbsence(of: "no value")
        let incorrect = ["checkout_flow", "trial_days", "payment_methods", "onboarding_style"]
        try await waitForTwo(of: incorrect, in: window)
        try await window.wait(for: "2 Missing 1  3 Incorrect 1")
        try window.press("1")
        try await window.wait(for: "paywall_type")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    /// Waits until one of some keys is on the screen, and then until another is: which ones is a matter of when it began.
    private func waitForTwo(of names: [String], in window: TerminalWindow) async throws {
        var seen: Set<String> = []
        try await window.wait(for: "two of \(names)") { lines in
            seen.formUnion(names.filter { name in lines.contains { $0.contains(name) } })
            return seen.count > 1
        }
    }
}
