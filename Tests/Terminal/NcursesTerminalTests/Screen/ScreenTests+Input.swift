import ExperimentsTerminalUI
import TestSupport
import Testing

@testable import ExperimentsNcurses

extension ScreenTests {
    @Suite("Input", .fewAtATime)
    struct Input {
        @Test("Keys come through curses as the keys they are")
        func keys() throws {
            let screen = try TestScreen()
            screen.type("g\u{1b}OA\u{1b}[5~é\u{4}\u{1b}[1;5D\u{1b}[1;2P\u{1b}[Z\u{1b}[1~")
            let expected = ["g", "Up", "PgUp", "é", "ctrl-d", "ctrl-Left", "shift-F1", "shift-Tab", "Home"]
            #expect(
                screen.events()
                    == expected.map { name in .key((try? KeyPress(parsing: name)) ?? KeyPress("?")) })
        }

        @Test("A single Escape acts within 50 ms")
        func escape() throws {
            // The time that ncurses waits for more is 25 ms, and a second where nobody tells it; the rest is room for a
            // busy machine, which is not as busy every time.
            let isQuick = try (0..<100).contains { _ in
                let screen = try TestScreen()
                screen.type("\u{1b}")
                let start = ContinuousClock.now
                #expect(screen.events() == [.key(KeyPress(.escape))])
                return ContinuousClock.now - start < .milliseconds(500)
            }
            #expect(isQuick)
        }

        @Test(
            "A click beyond column 223 arrives",
            arguments: ["xterm-256color", "tmux-256color", "linux", "rxvt"])
        func mouse(term: String) throws {
            let screen = try TestScreen(columns: 250, rows: 40, term: term)
            screen.type("\u{1b}[<0;240;9M")
            #expect(
                screen.events() == [.mouse(MouseEvent(.press, button: 1, at: CellPoint(column: 239, row: 8)))]
            )
        }

        @Test("Pasted text is one event", arguments: ["xterm-256color", "tmux-256color"])
        func paste(term: String) throws {
            let screen = try TestScreen(term: term)
            screen.type("\u{1b}[200~two\rlines é\u{1b}[201~x")
            #expect(screen.events() == [.paste("two\nlines é"), .key(KeyPress("x"))])
        }

        @Test("The focus is reported", arguments: ["xterm-256color", "tmux-256color"])
        func focus(term: String) throws {
            let screen = try TestScreen(term: term)
            screen.type("\u{1b}[I\u{1b}[O")
            #expect(screen.events() == [.focus(true), .focus(false)])
        }

        @Test(
            "A sequence whose rest comes late is not typed",
            arguments: [
                ("\u{1b}[106;1:", "1u", "j"), ("\u{1b}[<0;5;", "6M", nil),
                ("\u{1b}]11;rgb:ffff/", "ffff/ffff\u{1b}\\", nil),
                ("\u{1b}P>|ghos", "tty 1.1.0\u{1b}\\", nil),
            ])
        func late(first: String, rest: String, letter: String?) throws {
            let screen = try TestScreen()
            screen.type(first)
            #expect(screen.events(for: .milliseconds(120)).isEmpty)
            screen.type(rest)
            let events = screen.events(for: .milliseconds(50))
            #expect(events.compactMap(\.letter) == [letter].compactMap(\.self))
            screen.type("q")
            #expect(screen.events() == [.key(KeyPress("q"))])
        }

        @Test("Characters may come byte by byte", arguments: ["ü", "日", "👍"])
        func bytes(character: String) throws {
            let screen = try TestScreen()
            screen.type("a")
            var events = screen.events()
            for byte in character.utf8 {
                screen.send([byte])
                events += screen.events(for: .milliseconds(2))
            }
            screen.type("b")
            events += screen.events()
            #expect(events.compactMap(\.letter).joined() == "a\(character)b")
        }

        @Test("The keypad types digits", arguments: ["xterm-256color", "tmux-256color", "linux", "rxvt"])
        func keypad(term: String) throws {
            let screen = try TestScreen(term: term)
            screen.type(
                "\u{1b}Op\u{1b}Oq\u{1b}Or\u{1b}Os\u{1b}Ot\u{1b}Ou\u{1b}Ov\u{1b}Ow\u{1b}Ox\u{1b}Oy\u{1b}OM")
            #expect(screen.events() == "0123456789".map { .key(KeyPress($0)) } + [.key(KeyPress(.enter))])
        }

        @Test("Keys that only the terminal's description names are known")
        func described() throws {
            let screen = try TestScreen(term: "rxvt")
            screen.type("\u{1b}[a\u{1b}[7$x")
            #expect(
                screen.events() == [
                    .key(KeyPress(.up, modifiers: .shift)), .key(KeyPress(.home, modifiers: .shift)),
                    .key(KeyPress("x")),
                ])
        }

        @Test("ESCDELAY says how long Escape may be the start of more")
        func escapeDelay() throws {
            let screen = try TestScreen(environment: ["ESCDELAY": "60000"])
            screen.type("\u{1b}")
            #expect(screen.events(for: .milliseconds(80)).isEmpty)
            screen.type("[B")
            #expect(screen.events() == [.key(KeyPress(.down))])
        }

        @Test("Reading without input gives nothing and does not wait")
        func nothing() throws {
            #expect(try TestScreen().terminal.readEvents().isEmpty)
        }

        @Test("A terminal that goes away ends the program as a hangup does")
        func hangup() throws {
            let screen = try TestScreen()
            screen.type("q")
            try screen.hangUp()
            #expect(screen.events() == [.key(KeyPress("q"))])
            #expect(screen.terminal.wait(until: .now + .seconds(60)).signals == [.terminate(exitCode: 129)])
        }
    }
}
