import Foundation
import TestSupport
import Testing

@Suite("From nothing to a dashboard", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct StartingTests {
    private func window() throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.values, to: "config.json")
        return try TerminalWindow(running: "\"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder)
    }

    @Test("one key makes a project of the file that is there, and its dashboard opens")
    func start() async throws {
        let window = try window()
        try await window.wait(for: "experiments.yaml: 5 keys, drafted from config.json")
        try window.press("Enter")
        try await window.wait(for: "¹Keys 5")
        #expect(
            try window.folder.text(of: "experiments.yaml").contains("  - name: trial_days\n    type: int\n"))
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("left without a choice, it says what else there is, and leaves nothing behind")
    func left() async throws {
        let window = try window()
        try await window.wait(for: "Create experiments.yaml from")
        try window.press("q")
        try await window.wait(for: "experiments demo")
        #expect(try await window.exitStatus() == "1")
        #expect(try window.folder.names() == ["config.json"])
    }

    @Test("a key is declared and dropped from the dashboard, and the file keeps its comments")
    func declare() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "# Ours.\n"
                + TerminalWindow.project.replacing(
                    "  - {name: trial_days", with: "  # Days.\n  - {name: trial_days"),
            to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder)
        try await window.waitForProject()
        try window.press("f")
        try window.type("legacy")
        try window.press("Enter", "a")
        try await window.wait(for: "+  - name: legacy")
        try window.press("Enter")
        // The file may be read again before the panel closes, which takes every key until then. The message about that is
        // not waited for, because the answer of the panel may replace it.
        try await window.waitForAbsence(of: "+  - name: legacy")
        #expect(
            try folder.text(of: "experiments.yaml").hasSuffix(
                "  - name: legacy\n    type: string\n    default: x\n"))
        try await window.wait(for: "legacy") { lines in
            lines.contains { $0.contains("│   legacy ") }
        }
        try window.press("x")
        try await window.wait(for: "-  - name: legacy")
        try window.press("Enter")
        try await window.wait(for: "legacy not to be declared") { lines in
            lines.contains { $0.contains("? legacy") && $0.contains("not declared") }
        }
        #expect(try folder.text(of: "experiments.yaml").hasPrefix("# Ours.\n"))
        #expect(try folder.text(of: "experiments.yaml").contains("  # Days.\n"))
    }
}
