import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsNcurses

extension ScreenTests {
    @Suite("Opening and closing", .fewAtATime)
    struct Opening {
        @Test("The screen is entered and left, with every report turned off again")
        func restore() throws {
            let screen = try TestScreen()
            let opened = screen.sent
            #expect(opened.contains("\u{1b}[?1049h"))
            for mode in ["1000", "1006", "2004", "1004"] { #expect(opened.contains("\u{1b}[?\(mode)h")) }
            #expect(!opened.contains("\u{1b}[?1002h") && !opened.contains("\u{1b}[?1003h"))
            let closed = screen.sent { screen.terminal.close() }
            #expect(closed.contains("\u{1b}[?1049l") && closed.contains("\u{1b}[?25h"))
            for mode in ["1000", "1006", "2004", "1004"] { #expect(closed.contains("\u{1b}[?\(mode)l")) }
            #expect(screen.sent { screen.terminal.close() }.isEmpty)
        }

        @Test("The mouse and the focus can be turned off")
        func noReports() throws {
            let screen = try TestScreen {
                $0.mouse = false
                $0.focus = false
            }
            screen.terminal.close()
            for mode in ["1000", "1006", "1004"] { #expect(!screen.sent.contains("\u{1b}[?\(mode)")) }
        }

        @Test("There is one screen at a time, and another after it")
        func once() throws {
            let first = try TestScreen()
            #expect(throws: TerminalProblem.alreadyOpen) { try TestScreen() }
            first.terminal.close()
            let second = try TestScreen(columns: 132, rows: 50)
            #expect(second.terminal.size == CellSize(columns: 132, rows: 50))
        }

        @Test("A terminal that cannot place its cursor is refused")
        func dumb() {
            #expect(throws: TerminalProblem.cannotMoveCursor(term: "dumb")) { try TestScreen(term: "dumb") }
        }

        @Test("A terminal that no one has described is taken for a common one, with a warning")
        func unknown() throws {
            let screen = try TestScreen(term: "xterm-of-the-future")
            #expect(screen.terminal.warnings.count == 1)
            #expect(screen.terminal.warnings.first?.contains("xterm-of-the-future") == true)
            #expect(screen.terminal.colorDepth == .indexed256)
        }

        @Test("A terminal without a name is taken for a common one, with a warning", arguments: [nil, ""])
        func unset(term: String?) throws {
            let screen = try TestScreen(term: term)
            #expect(screen.terminal.warnings.first?.contains("TERM is not set") == true)
        }

        @Test("A known terminal is opened without a warning")
        func known() throws {
            #expect(try TestScreen(term: "xterm").terminal.warnings.isEmpty)
        }

        @Test("Output that is not a terminal is refused")
        func notATerminal() throws {
            guard isatty(STDOUT_FILENO) == 0 else { return }
            #expect(throws: TerminalProblem.outputIsNotATerminal) {
                try Terminal(environment: ["TERM": "xterm"])
            }
        }

        @Test(
            "Each terminal has the colors it has",
            arguments: [
                ("xterm-256color", ColorDepth.indexed256), ("xterm", .ansi8), ("vt100", .none),
                ("linux", .ansi8),
            ])
        func depths(term: String, depth: ColorDepth) throws {
            #expect(try TestScreen(term: term).terminal.colorDepth == depth)
        }

        @Test("The user's choice of colors is kept to")
        func choices() throws {
            func depth(_ choice: ColorChoice, _ environment: [String: String] = [:]) throws -> ColorDepth {
                try TestScreen(environment: environment) { $0.colors = choice }.terminal.colorDepth
            }
            #expect(try depth(.never) == .none)
            #expect(try depth(.palette16) == .ansi16)
            #expect(try depth(.auto, ["NO_COLOR": "1"]) == .none)
            #expect(try depth(.auto, ["NO_COLOR": ""]) == .indexed256)
            #expect(try depth(.always, ["NO_COLOR": "1"]) == .indexed256)
            #expect(try depth(.palette256, ["COLORTERM": "truecolor"]) == .indexed256)
        }

        @Test("Without colors nothing is colored, and a background shows as reverse")
        func noColor() throws {
            let screen = try TestScreen { $0.colors = .never }
            var frame = Frame(size: screen.terminal.size)
            frame.put("x", at: .origin, style: CellStyle(foreground: .ansi(1), background: .ansi(4)))
            screen.terminal.present(frame)
            let cell = screen.cell(column: 0, row: 0)
            #expect(cell.attributes == .reverse && cell.foreground == -1 && cell.background == -1)
        }

        @Test(
            "24-bit colors are sent as such where the terminal announces them, whatever its description says")
        func truecolor() throws {
            let screen = try TestScreen(term: "xterm", environment: ["COLORTERM": "truecolor"])
            #expect(screen.terminal.colorDepth == .truecolor)
            var frame = Frame(size: screen.terminal.size)
            frame.put("x", at: .origin, style: CellStyle(foreground: .rgb(255, 136, 0)))
            frame.put(
                "z", at: CellPoint(column: 1, row: 0),
                style: CellStyle(foreground: .ansi(12), background: .indexed(100)))
            let sent = screen.sent { screen.terminal.present(frame) }
            #expect(
                sent.contains("\u{1b}[38;2;255;136;0mx\u{1b}[94;48;5;100mz\u{1b}[m"),
                "\(sent.debugDescription)")
            #expect(screen.sent { screen.terminal.present(frame) }.isEmpty)
        }

        @Test("A console that does not know them gets its own colors, unless the user insists")
        func console() throws {
            #expect(
                try TestScreen(term: "linux", environment: ["COLORTERM": "truecolor"]).terminal.colorDepth
                    == .ansi8)
            #expect(
                try TestScreen(term: "linux") { $0.colors = .truecolor }.terminal.colorDepth == .truecolor)
        }

        @Test(
            "A screen in 24-bit colors is left as it was entered, and drawn again after it was left for a while"
        )
        func directLeaving() throws {
            let screen = try TestScreen(columns: 20, rows: 5, environment: ["COLORTERM": "truecolor"])
            var frame = Frame(size: screen.terminal.size)
            frame.put("hello", at: .origin, style: CellStyle(foreground: .rgb(1, 2, 3)))
            screen.terminal.present(frame)
            screen.terminal.leave()
            let back = screen.sent {
                screen.terminal.reenter()
                screen.terminal.present(frame)
            }
            #expect(back.contains("\u{1b}[?1049h") && back.contains("hello"))
            let closed = screen.sent { screen.terminal.close() }
            #expect(closed.contains("\u{1b}[m\u{1b}[5;1H\u{1b}[K"), "\(closed.debugDescription)")
            #expect(closed.contains("\u{1b}[?1049l") && closed.contains("\u{1b}[?25h"))
        }
    }
}
