import TestSupport
import Testing

@Suite("Timelines on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct TimelineTests {
    /// A dashboard on a project of which trial_days was 7 when `check` saw it, and is 9.
    private func opened() async throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        try folder.write(TerminalWindow.values.replacing(": 7", with: ": 9"), to: "next.json")
        try folder.write(
            "enum Key: String, RemoteKey { case days = \"trial_days\" }\n", to: "Sources/Key.swift")
        let script =
            "\"$EXPERIMENTS\" check >/dev/null; mv next.json config.json; "
            + "EDITOR='echo \"edits $1\" >edited; true' \"$EXPERIMENTS\"" + TerminalWindow.ending
        let window = try TerminalWindow(running: script, in: folder)
        // The stored values are on the screen before those of the first fetch.
        try await window.wait(for: "trial_days to be 9") { lines in
            lines.contains { $0.contains("trial_days") && $0.contains(" 9 ") }
        }
        return window
    }

    @Test("w shows what a key held when, also before this dashboard, and Enter what changed")
    func timeline() async throws {
        let window = try await opened()
        try window.press("j", "w")
        try await window.wait(for: "Timeline of trial_days")
        try await window.wait(for: "1 change since")
        // The change is drawn in the first cell where both values were seen within a moment.
        try await window.wait(for: "╪═")
        try window.press("Enter")
        try await window.wait(for: "+2")
        try window.press("Escape")
        try await window.wait(for: "Timeline of trial_days")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Timeline of")
    }

    @Test("one steps back to what was there before this dashboard")
    func earlierRuns() async throws {
        let window = try await opened()
        try window.press("[")
        try await window.wait(for: " PAST ")
        try await window.wait(for: "trial_days to be 7") { lines in
            lines.contains { $0.contains("trial_days") && $0.contains(" 7 ") }
        }
        try window.press("[")
        try await window.wait(for: "no older values are stored")
    }

    @Test("R shows where sources are about a key, and Enter opens the place in $EDITOR")
    func references() async throws {
        let window = try await opened()
        try window.press("j", "R")
        try await window.wait(for: "Sources/Key.swift:1")
        try window.press("Enter")
        try await window.wait(for: "the editor to have been opened") { _ in
            (try? window.folder.text(of: "edited").hasPrefix("edits +1")) == true
        }
        try await window.wait(for: "trial_days in the code")
    }
}
