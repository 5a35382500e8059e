import Foundation
import TestSupport
import Testing

@Suite("Unusual terminals", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct UnusualTerminalTests {
    @Test("a terminal that cannot place its cursor gets the list")
    func dumb() async throws {
        let window = try TerminalWindow.onProject(.init(term: "dumb"))
        #expect(try await window.exitStatus() == "0")
        try await window.wait(for: "(TERM) cannot position its cursor; this is the list instead")
        try await window.wait(for: "KEY")
        try await window.wait(for: "5 keys, 3 ok, 1 missing, 1 incorrect")
    }

    @Test(
        "a terminal of an unknown name, or of none, is used as a common one",
        arguments: ["no-such-terminal", nil])
    func unknown(term: String?) async throws {
        let window = try TerminalWindow.onProject(.init(term: term))
        try await window.waitForProject()
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test(
        "old and plain terminals work, too, down to those without colors",
        arguments: ["linux", "screen", "screen-256color", "xterm", "vt100", "ansi"])
    func old(term: String) async throws {
        let window = try TerminalWindow.onProject(.init(term: term))
        try await window.waitForProject()
        try window.press("?")
        try await window.wait(for: "Half a page down")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Half a page down")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
        #expect(try window.flag("alternate_on") == "0" && window.flag("cursor_flag") == "1")
    }

    @Test(
        "without UTF-8, and on plain consoles, there is nothing but ASCII",
        arguments: [("xterm", "C"), ("linux", "C.UTF-8")])
    func ascii(term: String, language: String) async throws {
        let window = try TerminalWindow.onProject(.init(term: term, language: language))
        try await window.waitForProject()
        try window.press("?")
        try await window.wait(for: "Half a page down")
        let others = try window.lines().joined().unicodeScalars.filter { !$0.isASCII }
        #expect(others.isEmpty)
    }

    @Test("with something piped into it, keys still come from the terminal")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(
            running: "echo j | \"$EXPERIMENTS\"; echo \"exit status $?\"; read -r _ </dev/tty", in: folder)
        try await window.waitForProject()
        #expect(try window.flag("alternate_on") == "1")
        try window.press("?")
        try await window.wait(for: "Half a page down")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Half a page down")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("NO_COLOR is honoured")
    func noColor() async throws {
        let window = try TerminalWindow.onProject(.init(variables: ["NO_COLOR": "1"]))
        try await window.waitForProject()
        #expect(try window.styledScreen().firstMatch(of: #/\u{1b}\[[0-9;]*(3|4|9)[0-7]/#) == nil)
    }

    @Test(
        "what `render` prints is what the terminal shows",
        arguments: ["keys", "missing", "incorrect", "history"])
    func twin(screen: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let window = try TerminalWindow(
            running: """
                "$EXPERIMENTS" render --size 90x20 --screen \(screen) >frame; \
                "$EXPERIMENTS" --no-state\(TerminalWindow.ending)
                """, in: folder, .init(columns: 90, rows: 20))
        try await window.wait(for: "values") { $0.first?.firstMatch(of: #/fetched (now|[0-9])/#) != nil }
        let number = try #require(["keys": "1", "missing": "2", "incorrect": "3", "history": "6"][screen])
        try window.press(number)
        // Times and durations are those of two programs; the rest is the same.
        let times = #/[0-9.]+(µs|ms|s)?|now|[▁-█×]/#
        func plain(_ lines: [String]) -> [String] {
            lines.dropFirst().prefix(17).map { $0.replacing(times, with: "").filter { $0 != " " } }
        }
        let rendered = try folder.text(of: "frame")
        // A screen arrives in pieces.
        try await window.wait(for: "this picture:\n\(rendered)") {
            plain($0) == plain(rendered.components(separatedBy: "\n"))
        }
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("--no-mouse leaves the mouse to the terminal")
    func noMouse() async throws {
        let window = try TerminalWindow.onProject(arguments: "--no-mouse")
        try await window.waitForProject()
        #expect(try window.flag("mouse_any_flag") == "0")
    }
}
