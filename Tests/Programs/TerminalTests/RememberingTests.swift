import Foundation
import TestSupport
import Testing

@Suite("Beginning as it was left", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct RememberingTests {
    /// A window in which the program runs twice, one time after the other, on the same project and for the same user.
    private func window(then script: String = "", arguments: String = "") throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let once = "\"$EXPERIMENTS\" \(arguments)"
        return try TerminalWindow(
            running: "\(once); echo again; \(script) read -r _; \(once)\(TerminalWindow.ending)", in: folder)
    }

    private func leaveAndComeBack(_ window: TerminalWindow) async throws {
        try window.press("q")
        try await window.wait(for: "again")
        try window.press("Enter")
        try await window.wait(for: "alternate_on", toBe: "1")
    }

    @Test("the second dashboard has the screen, the filter and the theme of the first")
    func view() async throws {
        let window = try window()
        try await window.waitForProject()
        try window.press("t")
        try await window.wait(for: "› dark")
        try window.press("j")
        try await window.wait(for: "› dracula")
        try window.press("j")
        try await window.wait(for: "› dusk")
        try window.press("Enter")
        try await window.wait(for: "theme Dusk")
        try window.press("/")
        try window.type("ship")
        try window.press("Enter", "2")
        try await leaveAndComeBack(window)
        try await window.wait(for: "filter ship")
        try await window.wait(for: "no value") { $0.contains { $0.contains("expected") } }
        try window.press("t")
        try await window.wait(for: "› dusk")
    }

    @Test("a hint that was put away does not come back")
    func hints() async throws {
        let window = try window()
        try await window.wait(for: "? shows every key")
        try window.press("Escape")
        try await window.waitForAbsence(of: "? shows every key")
        try await leaveAndComeBack(window)
        try await window.waitForProject()
        #expect(try !window.lines().contains { $0.contains("? shows every key") })
    }

    @Test("a file that is broken is set aside, and said so; the dashboard begins afresh")
    func broken() async throws {
        let window = try window(
            then: "for file in ~/.local/state/experiments/dashboard/[!h]*; do echo '{' >$file; done;")
        try await window.waitForProject()
        try window.press("2")
        try await window.waitForAbsence(of: "paywall_type")
        try await leaveAndComeBack(window)
        try await window.wait(for: "paywall_type")
        try await window.wait(for: "could not read the saved state; moved it to")
    }

    @Test("--no-state remembers nothing")
    func off() async throws {
        let window = try window(then: "ls -d ~/.local/state/experiments/dashboard;", arguments: "--no-state")
        try await window.waitForProject()
        try window.press("2")
        try await window.waitForAbsence(of: "paywall_type")
        try window.press("q")
        try await window.wait(for: "No such file")
        try window.press("Enter")
        try await window.wait(for: "paywall_type")
    }
}
