import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsNcurses

extension ScreenTests {
    @Suite("Leaving and signs", .fewAtATime)
    struct Leaving {
        @Test("Leaving gives the terminal back, and coming back draws everything again")
        func leave() throws {
            let screen = try TestScreen()
            var frame = Frame(size: screen.terminal.size)
            frame.put("hello", at: .origin)
            screen.terminal.present(frame)
            let left = screen.sent { screen.terminal.leave() }
            #expect(left.contains("\u{1b}[?1049l") && left.contains("\u{1b}[?1000l"))
            let back = screen.sent {
                screen.terminal.reenter()
                screen.terminal.present(frame)
            }
            #expect(
                back.contains("\u{1b}[?1049h") && back.contains("hello") && back.contains("\u{1b}[?1000h"))
        }

        @Test("A program is run outside the screen, and its exit status comes back")
        func child() throws {
            let screen = try TestScreen()
            var status: Int32 = -1
            let sent = try screen.sent {
                status = try screen.terminal.run(["sh", "-c", "printf inside; exit 3"])
            }
            #expect(status == 3)
            let parts = sent.components(separatedBy: "inside")
            #expect(parts.count == 2)
            #expect(parts.first?.contains("\u{1b}[?1049l") == true)
            #expect(parts.last?.contains("\u{1b}[?1049h") == true)
            #expect(try screen.terminal.run(["sh", "-c", "kill -9 $$"]) == 137)
        }

        @Test("A program that does not exist is a problem that names it, and the screen is back")
        func noChild() throws {
            let screen = try TestScreen()
            let problem = #expect(throws: TerminalProblem.self) {
                try screen.terminal.run(["no-such-editor", "file"])
            }
            #expect(problem?.description.contains("no-such-editor") == true)
            #expect(screen.sent.hasSuffix("h"))
            #expect(throws: TerminalProblem.self) { try screen.terminal.run([]) }
        }

        @Test("Copying writes the sequence for the clipboard, and says if the text is too long")
        func copy() throws {
            let screen = try TestScreen()
            var accepted = false
            #expect(
                screen.sent { accepted = screen.terminal.copyToClipboard("héllo") }
                    == "\u{1b}]52;c;aMOpbGxv\u{7}")
            #expect(accepted)
            #expect(!screen.terminal.copyToClipboard(String(repeating: "x", count: 80_000)))
        }

        @Test(
            "A console that would print the sequences is sent none", arguments: ["linux", "vt220", "vt100"])
        func console(term: String) throws {
            let screen = try TestScreen(term: term)
            var accepted = true
            #expect(screen.sent { accepted = screen.terminal.copyToClipboard("x") } == "")
            #expect(!accepted)
            #expect(screen.sent { screen.terminal.notifyDesktop("x") } == "")
        }

        @Test("Inside a multiplexer the sequence is wrapped")
        func multiplexer() {
            let plain = "\u{1b}]52;c;QQ==\u{7}"
            #expect(Terminal.clipboardSequence(for: "QQ==", environment: [:]) == plain)
            #expect(
                Terminal.clipboardSequence(for: "QQ==", environment: ["TMUX": "/tmp/x"])
                    == plain + "\u{1b}Ptmux;\u{1b}\(plain)\u{1b}\\")
            #expect(
                Terminal.clipboardSequence(for: "QQ==", environment: ["STY": "1"])
                    == "\u{1b}P\(plain)\u{1b}\\")
        }

        @Test("A notification cannot end its sequence or begin another, and is short")
        func notification() {
            #expect(
                Terminal.notificationSequence(for: "a\u{7}b\u{1b}]52;c\u{9c}d", environment: [:])
                    == "\u{1b}]9;ab]52;cd\u{7}")
            #expect(
                Terminal.notificationSequence(for: "a", environment: ["TMUX": "/tmp/x"])
                    == "\u{1b}Ptmux;\u{1b}\u{1b}]9;a\u{7}\u{1b}\\")
            #expect(
                Terminal.notificationSequence(for: String(repeating: "x", count: 999), environment: [:]).count
                    < 220)
        }
    }
}
