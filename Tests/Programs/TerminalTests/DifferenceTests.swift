import TestSupport
import Testing

@Suite("What differs, on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct DifferenceTests {
    @Test("what an override changes is reported by path, looked through, copied and written to a file")
    func override() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let set = #"override set support '{"from": "10:00", "until": "18:00"}' >/dev/null"#
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\" \(set); \"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder)
        try await window.waitForProject()
        try window.press("4")
        try await window.wait(for: "◆ support")
        try window.press("O")
        try await window.wait(for: "change 1 of 2")
        try window.press("n")
        try await window.wait(for: "change 2 of 2")
        try await window.wait(for: "+ until")
        try window.press("/")
        try window.type("10:00")
        try await window.wait(for: "1/1")
        try window.press("Enter", "Escape")
        // Both at once would be Alt and E.
        try await window.wait(for: "n next change")
        try window.press("E")
        try await window.wait(for: "export support.json")
        try window.press("Enter")
        try await window.wait(for: "wrote the JSON Patch to support.json")
        #expect(try folder.text(of: "support.json").contains(#""path": "/until""#))
        try window.press("Escape")
        try await window.waitForAbsence(of: "change 2 of 2")
    }

    @Test("the bar of a long list is dragged with the mouse")
    func scrollBar() async throws {
        let folder = try TemporaryFolder()
        let keys = (0..<200).map { "  - {name: key_\($0), type: int, default: \($0)}\n" }.joined()
        try folder.write(
            "source: {kind: file, path: c.json}\nrefresh: off\nkeys:\n" + keys, to: "experiments.yaml")
        try folder.write(#"{"key_0": 1, "legacy": 1}"#, to: "c.json")
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\"", in: folder, .init(columns: 80, rows: 24))
        // The first fetch brings a row more, which is where the list ends.
        try await window.wait(for: "/201")
        try await window.wait(for: "mouse_any_flag", toBe: "1")
        try window.click(column: 80, row: 22)
        try await window.wait(for: "legacy")
        try window.drag(from: (80, 22), to: (40, 4))
        try await window.wait(for: "key_0")
    }
}
