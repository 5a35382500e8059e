import Foundation
import TestSupport
import Testing

@Suite("A suspended dashboard", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct SuspendingTests {
    /// Shells with job control, as they are started without the user's settings.
    private static let shells = ["/bin/bash --norc --noprofile -i", "/bin/dash -i", "/usr/bin/zsh -f -i"]
        .filter {
            access(String($0.prefix { $0 != " " }), X_OK) == 0
        }

    /// A window in which a shell has a suspended dashboard as its only job.
    private func window(_ shell: String) async throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(running: "exec \(shell)", in: folder)
        try await run("echo ready $((6 * 7))", in: window, seeing: "ready 42")
        try window.type("\"$EXPERIMENTS\"")
        try window.press("Enter")
        try await window.waitForProject()
        try window.press("C-z")
        try await window.wait(for: "alternate_on", toBe: "0")
        return window
    }

    private func run(_ command: String, in window: TerminalWindow, seeing text: String) async throws {
        try window.type(command)
        try window.press("Enter")
        try await window.wait(for: text)
    }

    @Test("does not disturb the shell when it is ended, or continued in the background", arguments: shells)
    func shell(shell: String) async throws {
        for command in ["kill %1", "kill -HUP %1", "bg"] {
            let window = try await window(shell)
            try await run(command + "; echo sent $((6 * 7))", in: window, seeing: "sent 42")
            // Twice: a shell that lost its terminal ends with the next line that it reads.
            try await run("echo alive $((40 + 3))", in: window, seeing: "alive 43")
            try await run("echo alive $((40 + 4))", in: window, seeing: "alive 44")
            #expect(try window.flag("pane_dead") == "0" && window.flag("alternate_on") == "0")
        }
    }

    @Test(
        "ends by the signal that its shell sends", .enabled(if: shells.first?.contains("bash") == true),
        arguments: [("kill %1", 143), ("kill -HUP %1", 129)])
    func ends(command: String, status: Int) async throws {
        let window = try await window(try #require(Self.shells.first))
        // Right after the signal, bash may still have it for stopped.
        let ended = "while kill -0 %1 2>/dev/null; do :; done; wait %1; echo status $?"
        try await run("\(command); \(ended)", in: window, seeing: "status \(status)")
    }

    @Test("comes back after bg and fg", arguments: shells)
    func foreground(shell: String) async throws {
        let window = try await window(shell)
        try await run("bg; echo sent $((6 * 7))", in: window, seeing: "sent 42")
        try await run("fg", in: window, seeing: "legacy")
        try await window.wait(for: "alternate_on", toBe: "1")
        try window.press("q")
        try await window.wait(for: "alternate_on", toBe: "0")
        try await run("echo alive $((40 + 3))", in: window, seeing: "alive 43")
    }
}
