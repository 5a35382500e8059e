import Foundation
import TestSupport
import Testing

@Suite("Watching on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct WatchingTests {
    /// A project of which trial_days was 7, then 8, then 9.
    private func watched(_ options: TerminalWindow.Options = TerminalWindow.Options()) async throws
        -> TerminalWindow
    {
        let window = try TerminalWindow.onProject(options)
        try await window.waitForProject()
        for days in 7...9 {
            let values = TerminalWindow.values.replacingOccurrences(of: ": 7", with: ": \(days)")
            if days > 7 { try window.replace("config.json", with: values) }
            try await window.wait(for: "trial_days to be \(days)") { lines in
                lines.contains { $0.contains("trial_days") && $0.contains(" \(days) ") }
            }
        }
        return window
    }

    private func waitForTrialDays(_ days: Int, in window: TerminalWindow) async throws {
        try await window.wait(for: "trial_days to be \(days)") { lines in
            lines.contains { $0.contains("Δ trial_days") && $0.contains(" \(days) ") }
        }
    }

    @Test("one steps back in time and forward to now, and the header says so")
    func timeTravel() async throws {
        let window = try await watched()
        try window.press("[")
        try await window.wait(for: " PAST ")
        try await waitForTrialDays(8, in: window)
        try window.press("]")
        try await window.waitForAbsence(of: " PAST ")
        try await waitForTrialDays(9, in: window)
        try window.press("[", "[")
        try await window.wait(for: "trial_days to be 7") { lines in
            lines.contains { $0.contains("trial_days") && $0.contains(" 7 ") }
        }
        try window.press("Escape")
        try await window.waitForAbsence(of: " PAST ")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("only what the last fetch changed is shown")
    func onlyChanged() async throws {
        let window = try await watched()
        try window.press("c")
        try await window.waitForAbsence(of: "paywall_type")
        try await window.wait(for: "trial_days")
        try window.press("Escape")
        try await window.wait(for: "paywall_type")
    }

    @Test("the history shows bars, and any two fetches are compared")
    func compare() async throws {
        let window = try await watched(TerminalWindow.Options(columns: 130))
        try window.press("6")
        try await window.wait(for: "keys by fetch")
        try window.press("d", "G")
        // On a busy machine, one change of the file can cause two fetches.
        try await window.wait(for: "fetch 1 → fetch ")
        try await window.wait(for: "~ trial_days")
    }

    @Test("the history is filtered to one key")
    func historyOfKey() async throws {
        let window = try await watched()
        try window.press("6", "/")
        try window.type("key:trial")
        try await window.wait(for: "2 of ")
    }

    @Test("the log lists what happened, and is found, opened and left")
    func log() async throws {
        let window = try await watched()
        try window.press("o", "Down", "Enter")
        try await window.wait(for: "◆ paywall_type")
        try window.press("L")
        try await window.wait(for: "override paywall_type: none -> ")
        try window.press("/")
        try window.type("trial_days")
        try await window.waitForAbsence(of: "override paywall_type")
        try window.press("Enter", "Enter")
        try await window.wait(for: "─ Fetch ─")
        try await window.wait(for: "8 -> 9")
        try window.press("Escape")
        try await window.waitForAbsence(of: "─ Fetch ─")
        try window.press("Escape")
        try await window.wait(for: "override paywall_type")
        try window.press("Escape")
        try await window.waitForAbsence(of: "─ Log ─")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("a key that becomes incorrect is reported where the project asks for it")
    func alert() async throws {
        let folder = try TemporaryFolder()
        try folder.write("notify: {broken: true}\n" + TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\"" + TerminalWindow.ending, in: folder)
        try await window.waitForProject()
        try window.replace(
            "config.json",
            with: TerminalWindow.values.replacingOccurrences(
                of: "\"trial_days\": 7", with: "\"trial_days\": 70"))
        try await window.wait(for: "trial_days is incorrect")
    }
}
