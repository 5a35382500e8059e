import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("A source of flags on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct OFREPSourceTests {
    private static let keys = """
        keys:
          - {name: colour, type: string, default: red}
          - {name: items_per_row, type: int, default: 3}

        """

    /// A server of flags, which is another instance of the program, and the address where it listens.
    private func flags(_ workplace: Workplace) async throws -> (server: RunningProgram, url: String) {
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\noverrides: overrides.json\n" + Self.keys,
            to: "experiments.yaml")
        try workplace.folder.write(#"{"colour": "green", "items_per_row": 4}"#, to: "config.json")
        let server = try workplace.start("serve", "--port", "0", "--json")
        try await server.waitForOutput("\n")
        let line = try #require(server.output.split(separator: "\n").first)
        return (server, try #require(try JSONValue(parsing: String(line)).object?["url"]?.string))
    }

    private func wait(in window: TerminalWindow, for text: String, _ other: String) async throws {
        try await window.wait(for: "\"\(text)\" and \"\(other)\" on a line") { lines in
            lines.contains { $0.contains(text) && $0.contains(other) }
        }
    }

    @Test(
        "its flags are on the screen, a change comes immediately, an override stands over it, and a server that ends is reported"
    )
    func flags() async throws {
        let workplace = try Workplace()
        let (server, url) = try await flags(workplace)
        let folder = try TemporaryFolder()
        try folder.write(
            "source: {kind: ofrep, url: \"\(url)\"}\nrefresh: off\n" + Self.keys, to: "experiments.yaml")
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\"" + TerminalWindow.ending, in: folder)
        try await wait(in: window, for: "colour", "green")
        try await window.wait(for: "live")
        let set = try await workplace.run("override", "set", "colour", "blue")
        #expect(set.status == 0, "\(set)")
        try await wait(in: window, for: "colour", "blue")
        try window.press("o", "C-u")
        try window.type("red")
        try window.press("Enter")
        try await wait(in: window, for: "◆ colour", "red   source has blue")
        server.send(SIGTERM)
        _ = try await server.finished()
        try window.press("r")
        try await window.wait(for: "refused")
        // What was fetched is there still.
        try await window.wait(for: "items_per_row")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }
}
