import ExperimentsCore
import TestSupport
import Testing

@Suite(
    "Several sources, layers and profiles on a terminal", .fewAtATime,
    .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct SourcesTests {
    private func window(_ options: TerminalWindow.Options = .init(), _ arguments: String = "") throws
        -> TerminalWindow
    {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            sources:
              - {name: staging, kind: file, path: staging.json, environment: test values, color: yellow}
              - {name: production, kind: file, path: production.json, environment: live values, color: "#cc0000"}
            refresh: off
            overrides: [team.json, .experiments/overrides.json]
            keys:
              - {name: paywall_type, type: string, cases: [a, b, c], default: a}
              - {name: trial_days, type: int, range: {min: 0, max: 30}, default: 14}
              - {name: new_checkout, type: bool, default: false}
              - {name: fast_login, type: bool, default: false}

            """, to: "experiments.yaml")
        try folder.write(
            #"{"paywall_type": "a", "trial_days": 7, "new_checkout": false, "fast_login": false}"#,
            to: "staging.json")
        try folder.write(
            #"{"paywall_type": "b", "trial_days": 7, "new_checkout": true, "fast_login": false}"#,
            to: "production.json")
        try folder.write(#"{"version": 1, "overrides": {"trial_days": {"value": "3"}}}"#, to: "team.json")
        return try TerminalWindow(
            running: "\"$EXPERIMENTS\" \(arguments)\(TerminalWindow.ending)", in: folder, options)
    }

    private func stored(in window: TerminalWindow) -> [String: JSONValue] {
        guard let text = try? window.folder.text(of: ".experiments/overrides.json"),
            let entries = try? JSONValue(parsing: text).object?["overrides"]?.object
        else { return [:] }
        return Dictionary(uniqueKeysWithValues: entries.members.map { ($0.name, $0.value) })
    }

    /// Waits until one line of the screen has both texts.
    private func wait(in window: TerminalWindow, for text: String, _ other: String) async throws {
        try await window.wait(for: "\"\(text)\" and \"\(other)\" on a line") { lines in
            lines.contains { $0.contains(text) && $0.contains(other) }
        }
    }

    @Test("b switches to another source, immediately and with its color")
    func switching() async throws {
        let window = try window()
        try await window.wait(for: " paywall_type")
        try await window.wait(for: "test values")
        try window.press("b")
        try await window.wait(for: "2 production")
        try window.press("j", "Enter")
        try await window.wait(for: "live values")
        try await wait(in: window, for: " paywall_type", " b ")
        try await window.wait(for: "the colour") { _ in
            try window.styledScreen().contains("48;2;204;0;0")
        }
    }

    @Test("if no more than 256 colors are wanted, the nearest of them stand in")
    func fewerColors() async throws {
        let window = try window(.init(), "--color 256")
        try await window.wait(for: " paywall_type")
        try window.press("b", "j", "Enter")
        try await window.wait(for: "live values")
        try await window.wait(for: "the colour") { _ in try window.styledScreen().contains("48;5;160") }
        #expect(try !window.styledScreen().contains("48;2;"))
    }

    @Test("0 shows how every source stands, and Enter goes into one")
    func home() async throws {
        let window = try window(.init(columns: 110))
        try await window.wait(for: " paywall_type")
        try window.press("0")
        try await window.wait(for: "Sources ── 2 sources")
        // How many keys it has is known once it has answered.
        try await wait(in: window, for: "production", " 4")
        try window.press("j", "Enter")
        try await window.wait(for: "live values")
        try await wait(in: window, for: " paywall_type", " b ")
        try window.press("0")
        try await wait(in: window, for: "› production", " 4")
        try window.type("/stag")
        try await window.wait(for: "1 of 2")
    }

    @Test("the palette switches, too")
    func palette() async throws {
        let window = try window()
        try await window.wait(for: " paywall_type")
        try window.type(":source prod")
        try await window.wait(for: "Source production")
        try window.press("Enter")
        try await window.wait(for: "live values")
    }

    @Test("= shows what two sources hold otherwise, and nothing else")
    func comparing() async throws {
        let window = try window()
        try await window.wait(for: " paywall_type")
        try window.press("=")
        try await window.wait(for: "staging ↔ production ── 2 differ ── 2 identical")
        try await window.wait(for: "new_checkout")
        try await window.waitForAbsence(of: "fast_login")
        try window.type("/pay")
        try await window.wait(for: "1 of 2")
        try window.press("Enter", "Escape")
        try await window.waitForAbsence(of: "filter pay")
        try window.press("Escape")
        try await window.wait(for: "Keys")
    }

    @Test("marked keys are set together after a yes, and undone in one step")
    func marking() async throws {
        let window = try window()
        try await window.wait(for: " paywall_type")
        try window.press("j", "j", "m", "m")
        try await window.wait(for: "2 marked")
        try window.press("o")
        try await window.wait(for: "Override 2 keys")
        try window.press("1", "Enter")
        try await window.wait(for: "Override 2 keys with \"true\"?")
        try window.press("y")
        try await eventually("both overrides in the file") { stored(in: window).count == 2 }
        try window.press("U")
        try await eventually("neither in the file") { stored(in: window).isEmpty }
    }

    @Test("a note and an end are entered with the value")
    func noteAndEnd() async throws {
        let window = try window()
        try await window.wait(for: " paywall_type")
        try window.press("o")
        try await window.wait(for: "Override paywall_type")
        try window.press("3", "Tab")
        try window.type("upstream changes")
        try await window.wait(for: "until the source's value changes")
        try window.press("Tab")
        try window.type("for the demo")
        try window.press("Enter")
        try await eventually("the override in the file") { stored(in: window)["paywall_type"] != nil }
        let entry = stored(in: window)["paywall_type"]?.object
        #expect(entry?["value"] == "c")
        #expect(entry?["note"] == "for the demo")
        #expect(entry?["until"] == "upstream changes")
        #expect(entry?["upstream"] == "a")
        try window.replace("staging.json", with: #"{"paywall_type": "b"}"#)
        try await wait(in: window, for: " paywall_type", " b ")
    }

    @Test("the team's override is turned off by a personal one, and uncovered again")
    func layers() async throws {
        let window = try window()
        try await wait(in: window, for: "◆ trial_days", " 3 ")
        try window.press("j", "space")
        try await wait(in: window, for: "Δ trial_days", " 7 ")
        try await eventually("the cover in the file") {
            stored(in: window)["trial_days"]?.object?["enabled"] == false
        }
        try window.press("space")
        try await wait(in: window, for: "◆ trial_days", " 3 ")
        try await eventually("the file without it") { stored(in: window).isEmpty }
    }

    @Test("a profile is saved, and loaded again after a yes")
    func profiles() async throws {
        let window = try window()
        try await window.wait(for: " paywall_type")
        try window.press("o", "3", "Enter")
        try await eventually("the override in the file") { stored(in: window).count == 1 }
        try window.press("P", "s")
        try await window.wait(for: "save the overrides as:")
        try window.type("QA checkout")
        try window.press("Enter")
        try await window.wait(for: "saved profile QA checkout")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Profiles")
        try window.press("u")
        try await eventually("the file without it") { stored(in: window).isEmpty }
        try window.press("P")
        // What was said of saving it may still be there.
        try await window.wait(for: "› QA checkout")
        try window.press("Enter")
        try await window.wait(for: "Load profile QA checkout?")
        try window.press("y")
        try await eventually("the override in the file") { stored(in: window)["paywall_type"] != nil }
    }
}
