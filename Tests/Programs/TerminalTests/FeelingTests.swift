import Foundation
import TestSupport
import Testing

@Suite("Themes, palette, mouse and cursor", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct FeelingTests {
    @Test(
        "a theme file is in use as soon as it is saved; a mistake is reported with its place, and harms nothing"
    )
    func themeReload() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        try folder.write("extends: dark\nroles: {incorrect: color201}\n", to: "mine.yaml")
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\" --theme ./mine.yaml\(TerminalWindow.ending)", in: folder)
        try await window.waitForProject()
        try await window.wait(for: "colour 201") { _ in try window.styledScreen().contains("38;5;201") }
        try window.replace("mine.yaml", with: "extends: dark\nroles: {incorrect: rde}\n")
        try await window.wait(for: "mine.yaml:2:20: unknown color")
        #expect(try window.styledScreen().contains("38;5;201"))
        try window.replace("mine.yaml", with: "extends: dark\nroles: {incorrect: color99}\n")
        try await window.wait(for: "colour 99") { _ in try window.styledScreen().contains("38;5;99") }
    }

    @Test(
        "without a theme that is asked for, COLORFGBG decides",
        arguments: [("0;15", "› light"), ("15;0", "› dark")])
    func background(variable: String, theme: String) async throws {
        let window = try TerminalWindow.onProject(.init(variables: ["COLORFGBG": variable]))
        try await window.waitForProject()
        try window.press("t")
        try await window.wait(for: theme)
    }

    @Test("a terminal that tells its background decides as soon as it does")
    func askedBackground() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(
            running: "printf '\\033]11;#fdf6e3\\007'; \"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder)
        try await window.waitForProject()
        try await eventually("the light theme") {
            try window.press("t")
            try await window.wait(for: "a theme to be chosen") { $0.contains { $0.contains("dusk") } }
            let isLight = try window.lines().contains { $0.contains("› light") }
            try window.press("Escape")
            try await window.waitForAbsence(of: "dusk")
            return isLight
        }
    }

    @Test("the palette finds commands by letters, and runs them")
    func palette() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press(":")
        try window.type("hist sh")
        try await window.wait(for: "› Show the fetch history")
        try window.press("Enter")
        try await window.wait(for: "changed keys")
    }

    @Test("the mouse is left to the terminal on demand, and taken back")
    func mouse() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try await window.wait(for: "mouse_any_flag", toBe: "1")
        for state in ["0", "1"] {
            try window.press(":")
            try window.type("mouse")
            try await window.wait(for: "› Turn the mouse on or off")
            try window.press("Enter")
            try await window.wait(for: "mouse_any_flag", toBe: state)
        }
    }

    @Test("the terminal's own cursor stands on the chosen row, hidden, where screen readers look for it")
    func cursor() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        let rows = try window.lines()
        for name in ["trial_days", "new_checkout"] {
            let row = try #require(rows.firstIndex { $0.contains(name) })
            try window.press("j")
            try await window.wait(for: "cursor_y", toBe: "\(row)")
        }
        #expect(try window.flag("cursor_flag") == "0")
    }

    @Test("a click on a hint of the footer does what the hint says, in overlays too")
    func footer() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try await window.wait(for: "mouse_any_flag", toBe: "1")
        try await clickHint("? help", in: window)
        try await window.wait(for: "Half a page down")
        try await clickHint("Esc close", in: window)
        try await window.waitForAbsence(of: "Half a page down")
    }

    /// Clicks on a hint of the footer, as soon as it is there.
    private func clickHint(_ hint: String, in window: TerminalWindow) async throws {
        try await window.wait(for: hint)
        let lines = try window.lines()
        let row = try #require(lines.lastIndex { $0.contains(hint) })
        let before = try #require(lines[row].firstRange(of: hint)).lowerBound
        try window.click(
            column: lines[row].distance(from: lines[row].startIndex, to: before) + 1, row: row + 1)
    }

    @Test("--plain prints lines, and never takes the screen")
    func plain() async throws {
        let window = try TerminalWindow.onProject(arguments: "--plain")
        try await window.wait(for: "free_shipping_from  missing 49.9")
        try window.replace("config.json", with: TerminalWindow.values.replacing("\"d\"", with: "\"b\""))
        try await window.wait(for: "paywall_type  ok b  (was incorrect a)")
        #expect(try window.flag("alternate_on") == "0")
        try window.press("C-c")
        // The shell around it ends by the same signal.
        try await window.wait(for: "pane_dead", toBe: "1")
    }

    #if os(Linux)
    @Test("a signal that the parent had blocked ends the program still")
    func blockedSignal() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(
            running: """
                env --block-signal=TERM --block-signal=HUP /bin/sh -c 'echo $$ >pid; exec "$EXPERIMENTS"'\
                \(TerminalWindow.ending)
                """, in: folder)
        try await window.waitForProject()
        let pid = try #require(
            pid_t(try folder.text(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(pid, SIGTERM)
        #expect(try await window.exitStatus() == "143")
    }
    #endif

    @Test("a program with typed keys shows the dashboard on them")
    func embedded() async throws {
        let window = try TerminalWindow(
            running: "\"$EXAMPLE\"\(TerminalWindow.ending)",
            .init(variables: ["EXAMPLE": BuiltProducts.path("DashboardExample")]))
        try await window.wait(for: "DashboardExample")
        try await window.wait(for: "trial_days") { lines in
            lines.contains { $0.contains("○ trial_days") && $0.contains("nothing   app gets 14") }
                && lines.contains { $0.contains("✗ paywall_type") }
        }
        try window.press("o", "j", "Enter")
        try await window.wait(for: "paywall_type: d -> b")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
        #expect(try window.folder.text(of: ".experiments/overrides.json").contains("\"value\": \"b\""))
    }
}
