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
        try await window.wait(for: "free_shipping_from")
        try await window.wait(for: "support_chat_enabled")
        try window.press("3")
        try await window.wait(for: "trial_days")
        try await window.wait(for: "2 Missing 1  3 Incorrect 1")
        try window.press("1")
        try await window.wait(for: "paywall_type")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }
}
