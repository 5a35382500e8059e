import TestSupport
import Testing

@Suite("The demo on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct DemoTests {
    @Test("a missing key and an incorrect value are there, and others take their place while one watches")
    func brokenKeysAppearAndGo() async throws {
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\" demo" + TerminalWindow.ending)
        try await window.wait(for: "²Missing 1")
        try await window.wait(for: "³Incorrect 1")
        try window.press("2")
        let missing = ["free_shipping_from", "support_chat_enabled", "support_phone", "max_cart_items"]
        try await waitForTwo(of: missing, in: window)
        try window.press("3")
        try await window.waitForAbsence(of: "no value")
        let incorrect = ["checkout_flow", "trial_days", "payment_methods", "onboarding_style"]
        try await waitForTwo(of: incorrect, in: window)
        try await window.wait(for: "²Missing 1  ³Incorrect 1")
        try window.press("1")
        try await window.wait(for: "paywall_type")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("one experiment gets better while one watches, one is not to be trusted, and one stays undecided")
    func experiments() async throws {
        var options = TerminalWindow.Options()
        (options.columns, options.rows) = (140, 40)
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\" demo" + TerminalWindow.ending, options)
        try await window.wait(for: "⁵Experiments")
        try window.press("5")
        func wait(for word: String, of name: String) async throws {
            try await window.wait(for: "\(name) to be \(word)", within: .seconds(300)) { lines in
                lines.contains { $0.contains(name) && $0.contains(word) }
            }
        }
        try await wait(for: "untrustworthy", of: "Home screen")
        try await wait(for: "undecided", of: "Search by mean")
        try await wait(for: "better", of: "Paywall wording")
        try await wait(for: "undecided", of: "Search by mean")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("one rollout goes on after the name is typed, one waits, and one was taken back")
    func rollouts() async throws {
        var options = TerminalWindow.Options()
        (options.columns, options.rows) = (140, 40)
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\" demo" + TerminalWindow.ending, options)
        try await window.wait(for: "⁵Experiments")
        try window.press("5")
        for (name, word) in [
            ("Skip button", "rollout at 5%"), ("Suggestions off", "rollout at 5%"),
            ("Monthly plan only", "taken back"),
        ] {
            try await window.wait(for: "\(name) to be \(word)") { lines in
                lines.contains { $0.contains(name) && $0.contains(word) }
            }
        }
        try window.press("f")
        try window.type("skip button")
        try window.press("Enter")
        try await window.wait(for: "ROLLOUT AT 5%")
        try window.type(")")
        try await window.wait(for: "the step of rollout \"Skip button\" to 25%")
        try window.type("demo-shop")
        try window.press("Enter")
        try await window.wait(for: "the share") { lines in
            lines.contains { $0.contains("Skip button") && $0.contains("rollout at 25%") }
        }
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("apps are linked: each reports its real values, and an override for one of them reaches it")
    func apps() async throws {
        var options = TerminalWindow.Options()
        (options.columns, options.rows) = (140, 40)
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\" demo" + TerminalWindow.ending, options)
        try await window.wait(for: "⁷Apps 2")
        try window.press("7")
        for words in ["iPhone16,2", "iPad14,1", "kiosk"] { try await window.wait(for: words) }
        // The tablet asked for values once, when it was started.
        try window.press("f")
        try window.type("ipad")
        try window.press("Enter")
        try await window.wait(for: "has an older fetch")
        try window.press("o")
        try await window.wait(for: " only ── choose a key")
        try window.press("f")
        try window.type("trial_days")
        try window.press("Enter", "Enter")
        try await window.wait(for: "Override trial_days")
        try window.press("C-u")
        try window.type("29")
        try window.press("Enter")
        try await window.wait(for: "for it only trial_days = 29")
        // It took it: that is what it reports, and so no longer differs from what is meant for it.
        try await window.wait(for: "3 overrides")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("there are other users, another source, earlier fetches, and code that reads the keys")
    func whole() async throws {
        var options = TerminalWindow.Options()
        (options.columns, options.rows) = (140, 40)
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\" demo" + TerminalWindow.ending, options)
        try await window.wait(for: "trial_days")
        try window.press("I")
        for name in ["beta tester", "norwegian", "visitor", "Velkommen"] { try await window.wait(for: name) }
        try window.press("Escape")
        try await window.waitForAbsence(of: "beta tester")
        try window.press("=")
        try await window.wait(for: "product_reviews_enabled")
        try window.press("Escape")
        try await window.waitForAbsence(of: " ↔ ")
        try window.press("6")
        for words in ["legacy_banner_color", "4d ago"] { try await window.wait(for: words) }
        try window.press("1", "R")
        try await window.wait(for: "Sources/Shop/ShopKeys.swift")
        try window.press("Escape")
        try await window.waitForAbsence(of: " in the code ")
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
