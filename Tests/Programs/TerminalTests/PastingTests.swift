import Foundation
import TestSupport
import Testing

@Suite("Pasting and copying", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct PastingTests {
    /// A window on a project, with the cursor on a key of JSON.
    private func window() async throws -> TerminalWindow {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.type("/key:support")
        try window.press("Enter")
        try await window.wait(for: "1 of ")
        return window
    }

    @Test(
        "a megabyte is pasted into the field of a value, and set; without marks, it is typed letter by letter, and less",
        arguments: [(true, 1 << 16), (false, 1 << 12)])
    func megabyte(isMarked: Bool, count: Int) async throws {
        let window = try await window()
        try window.press("o")
        try await window.wait(for: "Override support")
        try window.press("C-u")
        let numbers = String(repeating: "123456789012345,", count: count)
        try window.pasteFile("[" + numbers + "\"the end\"]", isMarked: isMarked)
        try await window.wait(for: "\"the end\"]")
        try window.press("Enter")
        try await window.wait(for: "the value to be in the store") { _ in
            (try? window.folder.text(of: ".experiments/overrides.json").contains(numbers)) ?? false
        }
    }

    @Test("a filter takes what there is room for, and says how much was left out", arguments: [true, false])
    func filter(isMarked: Bool) async throws {
        let window = try await window()
        try window.press("/", "C-u")
        try window.pasteFile(String(repeating: "x", count: 200_000), isMarked: isMarked)
        try await window.wait(for: "198000 characters were dropped")
        try window.press("C-u")
        try window.type("trial")
        try await window.wait(for: "1 of ")
    }

    @Test("inside tmux a value is copied into its buffer, and that is reported")
    func copy() async throws {
        let window = try await window()
        try window.press("y")
        try await window.wait(for: "to the tmux buffer")
        #expect(try window.buffer().contains("09:00"))
    }

    @Test("if it is unknown whether a copy arrived, copying again shows the text to select")
    func doubt() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(
            running: "unset TMUX; \"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder)
        try await window.waitForProject()
        try window.press("Y")
        try await window.wait(for: "sent paywall_type to the terminal's clipboard")
        try window.press("Y")
        try await window.wait(for: "Select with the mouse")
        try await window.wait(for: "the name alone on the second line") { $0[1] == "paywall_type" }
        try window.press("Escape")
        try await window.waitForProject()
    }
}
