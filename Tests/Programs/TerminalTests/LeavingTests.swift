import Foundation
import TestSupport
import Testing

@Suite("Leaving the terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct LeavingTests {
    /// A window in which the program's process id is in the file `pid`, and the terminal's settings before and after
    /// are in files, too.
    private func window() throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let script = """
            echo before; stty -a >before; /bin/sh -c 'echo $$ >pid; exec "$EXPERIMENTS"'; status=$?; stty -a >after; \
            echo "exit status $status"; read -r _
            """
        return try TerminalWindow(running: script, in: folder)
    }

    private func expectRestored(_ window: TerminalWindow) throws {
        #expect(try window.flag("alternate_on") == "0")
        #expect(try window.flag("cursor_flag") == "1")
        #expect(try window.flag("mouse_any_flag") == "0")
        #expect(try window.lines().first == "before")
        #expect(try window.folder.text(of: "after") == window.folder.text(of: "before"))
    }

    @Test("q leaves the terminal as it was")
    func quit() async throws {
        let window = try window()
        try await window.waitForProject()
        #expect(try window.flag("alternate_on") == "1")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
        try expectRestored(window)
    }

    /// Signals that end a program which has made no arrangements.
    private static let ending: [Int32] = {
        var signals = [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU]
        #if os(Linux)
        signals += [SIGIO, SIGPWR, SIGSTKFLT, 34, 64]
        #endif
        return signals
    }()

    @Test("a signal leaves it as it was, and is the exit status", arguments: ending)
    func signals(signal: Int32) async throws {
        let window = try window()
        try await window.waitForProject()
        let pid = try #require(
            pid_t(try window.folder.text(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(pid, signal)
        #expect(try await window.exitStatus() == "\(128 + signal)")
        try expectRestored(window)
    }

    @Test("a crash leaves it as it was")
    func crash() async throws {
        let window = try window()
        try await window.waitForProject()
        let pid = try #require(
            pid_t(try window.folder.text(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(pid, SIGSEGV)
        #expect(try await window.exitStatus() == "\(128 + SIGSEGV)")
        #expect(try window.flag("alternate_on") == "0")
        #expect(try window.flag("cursor_flag") == "1")
        #expect(try window.folder.text(of: "after") == window.folder.text(of: "before"))
    }

    @Test("a signal ends it while an editor is open, with the editor", arguments: [SIGTERM, SIGHUP])
    func editor(signal: Int32) async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        // It shows the text, and stays.
        let script = """
            export EDITOR='echo $$ >editor; echo before; exec tail -n 9 -f'; \
            /bin/sh -c 'echo $$ >pid; exec "$EXPERIMENTS"'; echo "exit status $?"; read -r _
            """
        let window = try TerminalWindow(running: script, in: folder)
        try await window.waitForProject()
        try window.press("j", "o")
        try await window.wait(for: "Override trial_days")
        try window.press("C-o")
        try await window.wait(for: "before")
        let ids = try ["pid", "editor"].map { name in
            try #require(pid_t(try folder.text(of: name).trimmingCharacters(in: .whitespacesAndNewlines)))
        }
        kill(ids[0], signal)
        #expect(try await window.exitStatus() == "\(128 + signal)")
        #expect(try window.flag("alternate_on") == "0" && window.flag("cursor_flag") == "1")
        try await eventually("the editor to end") { kill(ids[1], 0) != 0 }
    }

    @Test("ctrl-z gives the shell back, and fg the dashboard")
    func suspend() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(running: "exec /bin/bash --norc --noprofile -i", in: folder)
        try await window.wait(for: "bash")
        try window.type("\"$EXPERIMENTS\"")
        try window.press("Enter")
        try await window.waitForProject()
        try window.press("C-z")
        try await window.wait(for: "Stopped")
        #expect(try window.flag("alternate_on") == "0")
        try window.type("fg")
        try window.press("Enter")
        try await window.waitForProject()
        try window.press("q")
        try await window.wait(for: "alternate_on", toBe: "0")
    }
}
