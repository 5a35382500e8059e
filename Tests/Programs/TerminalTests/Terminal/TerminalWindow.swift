import Foundation
import TestSupport

/// A window of a real terminal, with the program running in it.
///
/// Nothing here sleeps: a test presses a key, and waits until the screen shows what could not have been there before.
final class TerminalWindow: Sendable {
    /// How a window is opened.
    struct Options {
        /// Columns.
        var columns = 100
        /// Rows.
        var rows = 30
        /// What `TERM` is set to; nil to leave it unset.
        var term: String? = "tmux-256color"
        /// What `LANG` is set to.
        var language = "C.UTF-8"
        /// More variables.
        var variables: [String: String] = [:]
    }

    /// The working directory of the program, and its home.
    let folder: TemporaryFolder
    private let tmux: Tmux
    private let home: TemporaryFolder

    /// Opens a window in which a shell runs `script`, where `$EXPERIMENTS` is the program, and then stays open.
    ///
    /// - Parameter folder: the working directory; an empty one by default.
    init(running script: String, in folder: TemporaryFolder? = nil, _ options: Options = Options()) throws {
        self.folder = try folder ?? TemporaryFolder()
        home = try TemporaryFolder()
        tmux = try Tmux()
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home.path,
            "TMPDIR": home.path, "LANG": options.language, "LC_ALL": options.language, "TZ": "UTC",
            "USER": "tester",
            "SWIFT_BACKTRACE": "interactive=no,enable=no", "EXPERIMENTS": Self.program, "PS1": "$ ",
        ]
        for (name, value) in options.variables { environment[name] = value }
        let term = options.term.map { "TERM=\($0) " } ?? "-u TERM "
        try tmux.start(
            [
                "-x", "\(options.columns)", "-y", "\(options.rows)", "-s", "main", "-c",
                self.folder.path, "exec env \(term)/bin/bash --norc --noprofile -c \(Self.quoted(script))",
            ], environment: environment)
        try tmux.run(["set-option", "-g", "remain-on-exit", "on"])
    }

    /// The program: the one named in `EXPERIMENTS_BINARY`, else the one built together with the tests.
    static let program =
        ProcessInfo.processInfo.environment["EXPERIMENTS_BINARY"] ?? BuiltProducts.path("experiments")

    /// The lines on the screen, without blanks at their ends.
    func lines() throws -> [String] {
        try tmux.run(["capture-pane", "-p", "-t", "main"]).components(separatedBy: "\n").map { line in
            var line = Substring(line)
            while line.hasSuffix(" ") { line = line.dropLast() }
            return String(line)
        }
    }

    /// The screen with the escape codes of its colors and attributes.
    func styledScreen() throws -> String {
        try tmux.run(["capture-pane", "-p", "-e", "-t", "main"])
    }

    /// What the terminal says of itself, for example `alternate_on`, `cursor_flag`, `mouse_any_flag`, `pane_dead`.
    func flag(_ name: String) throws -> String {
        try tmux.run(["display-message", "-p", "-t", "main", "#{\(name)}"])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Presses keys by the names that tmux knows: `j`, `Enter`, `Escape`, `C-z`, `PageDown`.
    func press(_ keys: String...) throws {
        try tmux.run(["send-keys", "-t", "main"] + keys)
    }

    /// Types a text.
    func type(_ text: String) throws {
        try tmux.run(["send-keys", "-t", "main", "-l", text])
    }

    /// Pastes a text, as a terminal does that tells pastes from typing.
    func paste(_ text: String) throws {
        try tmux.run(["set-buffer", text])
        try tmux.run(["paste-buffer", "-p", "-t", "main"])
    }

    /// Pastes a text of any length.
    ///
    /// - Parameter isMarked: whether the terminal tells it from typing.
    func pasteFile(_ text: String, isMarked: Bool) throws {
        let path = try folder.write(text, to: "pasted.txt")
        try tmux.run(["load-buffer", path])
        try tmux.run(["paste-buffer", "-t", "main"] + (isMarked ? ["-p"] : []))
    }

    /// What is in the newest buffer of tmux.
    func buffer() throws -> String { try tmux.run(["show-buffer"]) }

    /// Presses and releases the left button, both counted from 1, as a terminal reports it.
    func click(column: Int, row: Int) throws {
        try sendMouse("0;\(column);\(row)M")
        try sendMouse("0;\(column);\(row)m")
    }

    /// Presses the left button at one place and releases it at another.
    func drag(from first: (column: Int, row: Int), to second: (column: Int, row: Int)) throws {
        try sendMouse("0;\(first.column);\(first.row)M")
        try sendMouse("0;\(second.column);\(second.row)m")
    }

    /// Turns the wheel a step down, or up.
    func turnWheel(down: Bool, column: Int, row: Int) throws {
        try sendMouse("\(down ? 65 : 64);\(column);\(row)M")
    }

    /// Gives the window another size.
    func resize(columns: Int, rows: Int) throws {
        try tmux.run(["resize-window", "-t", "main", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Waits until the screen is as `condition` wants it.
    ///
    /// - Throws: `DeadlineExpired` with the screen as it is then.
    func wait(
        for what: String, within limit: Duration = .seconds(60), until condition: ([String]) throws -> Bool
    ) async throws {
        do {
            try await eventually(what, within: limit) { try condition(try lines()) }
        } catch let error as DeadlineExpired {
            let screen = (try? lines().joined(separator: "\n")) ?? ""
            throw DeadlineExpired(description: "\(error)\n--- the screen\n\(screen)")
        }
    }

    /// Waits until a text is on the screen.
    func wait(for text: String) async throws {
        try await wait(for: "\"\(text)\" on the screen") { $0.contains { $0.contains(text) } }
    }

    /// Waits until a text is not on the screen.
    func waitForAbsence(of text: String) async throws {
        try await wait(for: "\"\(text)\" to leave the screen") { !$0.contains { $0.contains(text) } }
    }

    /// Waits until a message is in the log, where it stays. Above the footer, a later message replaces it.
    func waitForMessage(_ text: String) async throws {
        try press("L")
        // The text may also be in the last line of the screen before.
        try await wait(for: "─ Log ─")
        try await wait(for: text)
        try press("Escape")
        try await waitForAbsence(of: "─ Log ─")
    }

    /// Waits until a flag of the terminal has a value.
    func wait(for flag: String, toBe value: String) async throws {
        try await wait(for: "\(flag) to be \(value)") { _ in try self.flag(flag) == value }
    }

    private func sendMouse(_ report: String) throws {
        let bytes = Array("\u{1b}[<\(report)".utf8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        try tmux.run(["send-keys", "-t", "main", "-H"] + bytes)
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}
