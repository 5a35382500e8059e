import CNcurses
import ExperimentsDashboard
import Foundation
import TestSupport
import Testing

@testable import NcursesTerminal

/// All tests that open a screen: there is one per process.
@Suite("The screen", .serialized)
struct ScreenTests {}

extension ScreenTests {
    @Suite("Drawing")
    struct Drawing {
        private func frame(_ screen: TestScreen) -> Frame { Frame(size: screen.terminal.size) }

        @Test("A frame's text, colours and attributes reach the screen")
        func text() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            frame.put("plain", at: Point(column: 2, row: 1))
            frame.put(
                "red", at: Point(column: 10, row: 1),
                style: Style(foreground: .ansi(1), background: .indexed(200), attributes: [.bold, .underline]))
            screen.terminal.present(frame)
            #expect(screen.row(1) == "  plain   red")
            let cell = screen.cell(column: 10, row: 1)
            #expect(cell.text == "r")
            #expect(cell.attributes == [.bold, .underline])
            #expect(cell.foreground == 1)
            #expect(cell.background == 200)
        }

        @Test("The bottom right cell can be drawn")
        func corner() throws {
            let screen = try TestScreen(columns: 20, rows: 5)
            var frame = frame(screen)
            frame.fill(frame.bounds, style: .terminal, character: "#")
            screen.terminal.present(frame)
            for row in 0..<5 { #expect(screen.row(row) == String(repeating: "#", count: 20)) }
        }

        @Test("Wide and combining characters stand in the columns where the frame has them")
        func wide() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            let text = "a日e\u{301}😀👨‍👩‍👧🇩🇪\u{1fae8}ก็x"
            let used = frame.put(text, at: .origin)
            frame.put("|", at: Point(column: used, row: 0))
            screen.terminal.present(frame)
            #expect(screen.row(0) == frame.lines[0])
            #expect(screen.cell(column: used, row: 0).text == "|")
        }

        @Test("Control characters in data never reach the terminal")
        func harmless() throws {
            let screen = try TestScreen()
            let sent = screen.sent {
                var frame = frame(screen)
                frame.put("\u{1b}[31mX\u{9b}1m\u{7}\u{202e}\ttab\u{1b}]52;c;AAAA\u{7}", at: .origin)
                screen.terminal.present(frame)
            }
            #expect(!sent.contains("\u{1b}[31m"))
            #expect(!sent.contains("\u{7}") && !sent.contains("\u{202e}") && !sent.contains("\u{9b}"))
            #expect(!sent.contains("\u{1b}]52"))
        }

        @Test("An unchanged frame sends nothing at all")
        func unchanged() throws {
            let screen = try TestScreen()
            var first = frame(screen)
            first.put("hello", at: .origin)
            screen.terminal.present(first)
            var second = frame(screen)
            second.put("hello", at: .origin)
            #expect(screen.sent { screen.terminal.present(second) }.isEmpty)
        }

        @Test("A small change sends little, between the marks of a synchronized update")
        func difference() throws {
            let screen = try TestScreen(columns: 200, rows: 60)
            var frame = frame(screen)
            for row in 0..<60 { frame.put("row \(row) of many, all of them the same", at: Point(column: 0, row: row)) }
            screen.terminal.present(frame)
            frame.put("12", at: Point(column: 60, row: 30))
            let sent = screen.sent { screen.terminal.present(frame) }
            #expect(sent.utf8.count < 60, "\(sent.debugDescription)")
            #expect(sent.hasPrefix("\u{1b}[?2026h") && sent.hasSuffix("\u{1b}[?2026l"))
        }

        @Test("A complete redraw sends everything again")
        func redraw() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            frame.put("hello", at: .origin)
            screen.terminal.present(frame)
            screen.terminal.redrawCompletely()
            #expect(screen.sent { screen.terminal.present(frame) }.contains("hello"))
        }

        @Test("Whatever frames follow each other, the screen shows the last")
        func fuzz() throws {
            let screen = try TestScreen(columns: 23, rows: 6)
            var random = SeededRandom(seed: 11)
            let pieces = ["a", "日", "e\u{301}", "😀", "-", "語", "ก็", "é"]
            for _ in 0..<300 {
                var frame = frame(screen)
                for _ in 0..<Int.random(in: 1..<20, using: &random) {
                    let text = (0..<Int.random(in: 1..<9, using: &random)).map { _ in
                        pieces[Int.random(in: 0..<pieces.count, using: &random)]
                    }.joined()
                    frame.put(
                        text,
                        at: Point(
                            column: Int.random(in: -3..<23, using: &random), row: Int.random(in: 0..<6, using: &random)),
                        style: Style(foreground: .ansi(UInt8.random(in: 0..<8, using: &random))))
                }
                screen.terminal.present(frame)
                for row in 0..<6 { #expect(screen.row(row) == frame.lines[row]) }
            }
        }

        @Test(
            "A frame of another size than the screen is cut or leaves the rest blank", arguments: [(5, 2), (200, 50)])
        func otherSize(columns: Int, rows: Int) throws {
            let screen = try TestScreen(columns: 20, rows: 4)
            var frame = Frame(size: Size(columns: columns, rows: rows))
            frame.put(String(repeating: "日", count: 100), at: .origin)
            frame.put("x", at: Point(column: 19, row: 0))
            screen.terminal.present(frame)
            #expect(screen.row(0) == (columns == 5 ? "日日" : "日日日日日日日日日 x"))
            #expect(screen.row(3).isEmpty)
        }

        @Test("Where only ASCII can be shown, stand-ins are drawn in the same columns")
        func ascii() throws {
            let screen = try TestScreen { $0.unicode = false }
            var frame = frame(screen)
            frame.put("┌─ é 日本 … │", at: .origin)
            screen.terminal.present(frame)
            #expect(screen.row(0) == "+- ? ???? ~ |")
            #expect(!screen.terminal.isUnicode)
        }

        @Test("The cursor stands where the frame says and shows only as a caret")
        func cursor() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            frame.cursor = Point(column: 4, row: 3)
            let hidden = screen.sent { screen.terminal.present(frame) }
            #expect(!hidden.contains("\u{1b}[?25h"))
            #expect(hidden.contains("\u{1b}[4;5H"))
            frame.showsCaret = true
            #expect(screen.sent { screen.terminal.present(frame) }.contains("\u{1b}[?12l\u{1b}[?25h"))
        }

        @Test("More combinations of colours than the terminal can hold are drawn from scratch, not wrongly")
        func manyColors() throws {
            let screen = try TestScreen()
            for round in 0..<40 {
                var frame = frame(screen)
                for index in 0..<80 {
                    let style = Style(
                        foreground: .indexed(UInt8(16 + index)), background: .indexed(UInt8(16 + round * 5)))
                    frame.put("x", at: Point(column: index, row: 0), style: style)
                }
                screen.terminal.present(frame)
                let cell = screen.cell(column: 79, row: 0)
                #expect(cell.foreground == 95 && cell.background == 16 + round * 5, "round \(round)")
            }
        }
    }
}

extension ScreenTests {
    @Suite("Opening and closing")
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

        @Test("The mouse and the focus can be left alone")
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
            #expect(second.terminal.size == Size(columns: 132, rows: 50))
        }

        @Test("A terminal that cannot place its cursor is refused")
        func dumb() {
            #expect(throws: TerminalProblem.cannotMoveCursor(term: "dumb")) { try TestScreen(term: "dumb") }
        }

        @Test("A terminal that nobody has described is taken for a common one, with a warning")
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

        @Test("Output that is no terminal is refused")
        func notATerminal() throws {
            guard isatty(STDOUT_FILENO) == 0 else { return }
            #expect(throws: TerminalProblem.outputIsNotATerminal) { try Terminal(environment: ["TERM": "xterm"]) }
        }

        @Test(
            "Each terminal has the colours it has",
            arguments: [
                ("xterm-256color", ColorDepth.indexed256), ("xterm", .ansi8), ("vt100", .none), ("linux", .ansi8),
            ])
        func depths(term: String, depth: ColorDepth) throws {
            #expect(try TestScreen(term: term).terminal.colorDepth == depth)
        }

        @Test("The user's choice of colours is kept to")
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

        @Test("Without colours nothing is coloured, and a background shows as reverse")
        func noColor() throws {
            let screen = try TestScreen { $0.colors = .never }
            var frame = Frame(size: screen.terminal.size)
            frame.put("x", at: .origin, style: Style(foreground: .ansi(1), background: .ansi(4)))
            screen.terminal.present(frame)
            let cell = screen.cell(column: 0, row: 0)
            #expect(cell.attributes == .reverse && cell.foreground == -1 && cell.background == -1)
        }

        @Test("24-bit colours are sent as such where the terminal announces them and is described")
        func truecolor() throws {
            let screen = try TestScreen(environment: ["COLORTERM": "truecolor"])
            // The descriptions come with a package of their own; without it 256 colours are right.
            guard screen.terminal.colorDepth == .truecolor else {
                #expect(screen.terminal.colorDepth == .indexed256)
                return
            }
            var frame = Frame(size: screen.terminal.size)
            frame.put("x", at: .origin, style: Style(foreground: .rgb(255, 136, 0)))
            frame.put("y", at: Point(column: 1, row: 0), style: Style(foreground: .rgb(0, 0, 5)))
            frame.put("z", at: Point(column: 2, row: 0), style: Style(foreground: .ansi(12), background: .indexed(100)))
            let sent = screen.sent { screen.terminal.present(frame) }
            #expect(sent.contains("\u{1b}[38:2::255:136:0m"), "\(sent.debugDescription)")
            #expect(sent.contains("\u{1b}[38:2::0:1:5m"))
            #expect(sent.contains("\u{1b}[94m") && sent.contains("\u{1b}[48;5;100m"))
        }
    }
}

extension ScreenTests {
    @Suite("Input")
    struct Input {
        @Test("Keys come through curses as the keys they are")
        func keys() throws {
            let screen = try TestScreen()
            screen.type("g\u{1b}OA\u{1b}[5~é\u{4}\u{1b}[1;5D\u{1b}[1;2P\u{1b}[Z\u{1b}[1~")
            let expected = ["g", "Up", "PgUp", "é", "ctrl-d", "ctrl-Left", "shift-F1", "shift-Tab", "Home"]
            #expect(screen.events() == expected.map { name in .key((try? KeyPress(parsing: name)) ?? KeyPress("?")) })
        }

        @Test("Escape alone acts within 50 ms")
        func escape() throws {
            let screen = try TestScreen()
            screen.type("\u{1b}")
            let start = ContinuousClock.now
            #expect(screen.events() == [.key(KeyPress(.escape))])
            // The time that ncurses waits for more is 25 ms; the rest is room for a busy machine.
            #expect(ContinuousClock.now - start < .milliseconds(500))
        }

        @Test("A click beyond column 223 arrives", arguments: ["xterm-256color", "tmux-256color", "linux", "rxvt"])
        func mouse(term: String) throws {
            let screen = try TestScreen(columns: 250, rows: 40, term: term)
            screen.type("\u{1b}[<0;240;9M")
            #expect(screen.events() == [.mouse(MouseEvent(.press, button: 1, at: Point(column: 239, row: 8)))])
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

        @Test("A sequence whose rest never comes does not hold up the next key")
        func unfinished() throws {
            let screen = try TestScreen()
            screen.type("\u{1b}[<0;1")
            _ = screen.terminal.wait(until: .now + .seconds(5))
            #expect(screen.terminal.readEvents().isEmpty)
            // Returns when the patience with the sequence has run out and the time has passed.
            _ = screen.terminal.wait(until: .now + .milliseconds(80))
            screen.type("q")
            #expect(screen.events() == [.key(KeyPress("q"))])
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
            #expect(screen.terminal.wait(until: .now + .seconds(5)).signals == [.terminate(exitCode: 129)])
        }
    }
}

extension ScreenTests {
    @Suite("Waiting")
    struct Waiting {
        @Test("A message posted from another thread wakes the owner, and all posted by then are taken in order")
        func inbox() throws {
            let screen = try TestScreen()
            let inbox = try Inbox<Int>()
            Thread.detachNewThread { for number in 0..<100 { inbox.post(number) } }
            var received: [Int] = []
            while received.count < 100 {
                let wake = screen.terminal.wait(for: inbox, until: .now + .seconds(5))
                guard wake.hasMessages else { break }
                received += inbox.drain()
            }
            #expect(received == Array(0..<100))
            #expect(!screen.terminal.wait(for: inbox, until: .now).hasMessages)
        }

        @Test("Posting from many threads at once loses nothing and wakes every time")
        func manyPosters() throws {
            let inbox = try Inbox<Int>()
            let screen = try TestScreen()
            for poster in 0..<8 {
                Thread.detachNewThread { for number in 0..<1_000 { inbox.post(poster * 1_000 + number) } }
            }
            var received: Set<Int> = []
            while received.count < 8_000 {
                guard screen.terminal.wait(for: inbox, until: .now + .seconds(10)).hasMessages else { break }
                received.formUnion(inbox.drain())
            }
            #expect(received.count == 8_000)
        }

        @Test("Time runs out at the deadline and not before")
        func deadline() throws {
            let screen = try TestScreen()
            let deadline = ContinuousClock.now + .milliseconds(30)
            #expect(screen.terminal.wait(until: deadline) == Wake())
            #expect(ContinuousClock.now >= deadline)
            #expect(screen.terminal.wait(until: .now - .seconds(1)) == Wake())
        }

        @Test("The loop hands out keys, messages and ticks, and ends with the code it is given")
        func loop() throws {
            let screen = try TestScreen()
            let inbox = try Inbox<String>()
            inbox.post("hello")
            screen.type("a")
            var seen: [String] = []
            var due: ContinuousClock.Instant?
            let code = screen.terminal.run(inbox: inbox, deadline: { due }) { events in
                for event in events {
                    switch event {
                    case .input(let input): seen.append("\(input)")
                    case .message(let message): seen.append(message)
                    case .tick: return 7
                    case .resumed, .terminated: seen.append("unexpected")
                    }
                }
                if seen.count == 2 { due = .now }
                return nil
            }
            #expect(code == 7)
            #expect(seen.contains("hello") && seen.contains { $0.contains("a") } && seen.count == 2)
        }

        @Test("The loop ends with the code of a hangup when the terminal goes away, whatever the program answers")
        func loopHangup() throws {
            let screen = try TestScreen()
            let inbox = try Inbox<Int>()
            try screen.hangUp()
            var sawEnd = false
            let code = screen.terminal.run(inbox: inbox, deadline: { nil }) { events in
                for case .terminated(let exitCode) in events { sawEnd = exitCode == 129 }
                return nil
            }
            #expect(code == 129 && sawEnd)
        }
    }
}

extension ScreenTests {
    @Suite("Leaving and signs")
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
            #expect(back.contains("\u{1b}[?1049h") && back.contains("hello") && back.contains("\u{1b}[?1000h"))
        }

        @Test("A program is run outside the screen, and its exit status comes back")
        func child() throws {
            let screen = try TestScreen()
            var status: Int32 = -1
            let sent = try screen.sent { status = try screen.terminal.run(["sh", "-c", "printf inside; exit 3"]) }
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
            let problem = #expect(throws: TerminalProblem.self) { try screen.terminal.run(["no-such-editor", "file"]) }
            #expect(problem?.description.contains("no-such-editor") == true)
            #expect(screen.sent.hasSuffix("h"))
            #expect(throws: TerminalProblem.self) { try screen.terminal.run([]) }
        }

        @Test("Copying writes the sequence for the clipboard, and says if the text is too long")
        func copy() throws {
            let screen = try TestScreen()
            var accepted = false
            #expect(screen.sent { accepted = screen.terminal.copyToClipboard("héllo") } == "\u{1b}]52;c;aMOpbGxv\u{7}")
            #expect(accepted)
            #expect(!screen.terminal.copyToClipboard(String(repeating: "x", count: 80_000)))
        }

        @Test("Inside a multiplexer the sequence is wrapped")
        func multiplexer() {
            let plain = "\u{1b}]52;c;QQ==\u{7}"
            #expect(ClipboardSequence.text(for: "QQ==", environment: [:]) == plain)
            #expect(
                ClipboardSequence.text(for: "QQ==", environment: ["TMUX": "/tmp/x"])
                    == plain + "\u{1b}Ptmux;\u{1b}\(plain)\u{1b}\\")
            #expect(ClipboardSequence.text(for: "QQ==", environment: ["STY": "1"]) == "\u{1b}P\(plain)\u{1b}\\")
        }
    }
}
