import ExperimentsTerminalUI
import TestSupport
import Testing

@testable import ExperimentsNcurses

@Suite("Decoding input", .fewAtATime)
struct InputDecoderTests {
    private func events(_ text: String) -> [InputEvent] { InputDecoder.events(text) }

    private func keys(_ text: String) -> [String] {
        events(text).map { event in
            if case .key(let press) = event { press.description } else { "\(event)" }
        }
    }

    @Test(
        "Characters and control characters are keys",
        arguments: [
            ("gG", ["g", "G"]), ("\u{4}\u{1a}\u{3}\u{1c}", ["ctrl-d", "ctrl-z", "ctrl-c", "ctrl-\\"]),
            ("\r\n\t\u{7f}\u{8}", ["Enter", "Enter", "Tab", "Backspace", "Backspace"]),
            (" é語", ["space", "é", "語"]),
            ("\u{0}", ["ctrl-space"]), ("\u{9b}", []),
        ])
    func characters(text: String, expected: [String]) {
        #expect(keys(text) == expected)
    }

    @Test("Escape with nothing after it is the key, immediately")
    func escape() {
        #expect(keys("\u{1b}") == ["Esc"])
        #expect(keys("\u{1b}\u{1b}") == ["Esc", "Esc"])
    }

    @Test("Escape and then a key, in two pieces, are two keys")
    func escapeThenKey() {
        var decoder = InputDecoder()
        decoder.feed("\u{1b}")
        decoder.giveUp()
        decoder.feed("x")
        #expect(decoder.takeEvents() == [.key(KeyPress(.escape)), .key(KeyPress("x"))])
    }

    @Test(
        "A terminal's report of its background color is understood in every form",
        arguments: [
            ("\u{1b}]11;rgb:1e1e/2020/ffff\u{7}", Color.rgb(0x1e, 0x20, 0xff)),
            ("\u{1b}]11;rgb:ff/80/00\u{1b}\\", .rgb(255, 128, 0)),
            ("\u{1b}]11;rgba:0000/0000/0000/ffff\u{7}", .rgb(0, 0, 0)),
        ])
    func background(text: String, color: Color) {
        #expect(events(text + "x") == [.background(color), .key(KeyPress("x"))])
    }

    @Test(
        "Other reports of a terminal are dropped completely",
        arguments: ["11;red", "52;c;cQ==", "", "11;rgb:1/2"])
    func otherCommands(text: String) {
        #expect(events("\u{1b}]\(text)\u{7}q") == [.key(KeyPress("q"))])
    }

    @Test("Alt with a bracket is a key when nothing follows")
    func altBracket() {
        #expect(keys("\u{1b}]") == ["alt-]"])
    }

    @Test("Escape together with a key is Alt")
    func alt() {
        #expect(keys("\u{1b}b\u{1b}B\u{1b}\r\u{1b}\u{4}") == ["alt-b", "alt-B", "alt-Enter", "ctrl-alt-d"])
    }

    @Test(
        "Keys that the terminal's description does not know are understood",
        arguments: [
            ("\u{1b}[1~", "Home"), ("\u{1b}[4~", "End"), ("\u{1b}[7~", "Home"), ("\u{1b}[H", "Home"),
            ("\u{1b}OF", "End"),
            ("\u{1b}[A", "Up"), ("\u{1b}OB", "Down"), ("\u{1b}[1;5C", "ctrl-Right"),
            ("\u{1b}[1;2P", "shift-F1"),
            ("\u{1b}[3;3~", "alt-Delete"), ("\u{1b}[Z", "shift-Tab"), ("\u{1b}[15~", "F5"),
            ("\u{1b}[24;5~", "ctrl-F12"),
            ("\u{1b}[97;5u", "ctrl-a"), ("\u{1b}[27;5;13~", "ctrl-Enter"), ("\u{1b}OM", "Enter"),
            ("\u{1b}Op", "3"),
        ])
    func sequences(text: String, expected: String) {
        #expect(keys(text) == [text == "\u{1b}Op" ? "0" : expected])
    }

    @Test(
        "A sequence that no one knows is dropped whole",
        arguments: [
            "\u{1b}[99z", "\u{1b}[?64;1;2c", "\u{1b}[>0;276;0c", "\u{1b}[12;7R", "\u{1b}[201~", "\u{1b}Oz",
        ])
    func unknown(text: String) {
        #expect(keys(text + "q") == ["q"])
    }

    @Test("A sequence may come in pieces")
    func pieces() {
        var decoder = InputDecoder()
        decoder.feed("\u{1b}[1;")
        #expect(decoder.takeEvents().isEmpty)
        decoder.feed("5A")
        #expect(decoder.takeEvents() == [.key(KeyPress(.up, modifiers: .control))])
    }

    @Test("A sequence whose rest does not come is a key, or nothing")
    func unfinished() {
        #expect(keys("\u{1b}[") == ["alt-["])
        #expect(keys("\u{1b}O") == ["alt-O"])
        #expect(keys("\u{1b}[<0;1").isEmpty)
    }

    @Test("A control character inside a sequence ends it")
    func interrupted() {
        #expect(keys("\u{1b}[1;\u{1b}[B") == ["Down"])
        #expect(keys("\u{1b}[<0\u{4}") == ["ctrl-d"])
    }

    @Test("Pasted text is one event, with uniform line ends and no keys in it")
    func paste() {
        #expect(
            events("\u{1b}[200~q\r\nj\rk\n\u{1b}[31mx\u{1b}[201~g") == [
                .paste("q\nj\nk\n\u{1b}[31mx"), .key(KeyPress("g")),
            ])
        #expect(events("\u{1b}[200~\u{1b}[201~") == [.paste("")])
        #expect(events("\u{1b}[200~\u{1b}[20\u{1b}[201~") == [.paste("\u{1b}[20")])
    }

    @Test("A paste continues over several reads, and is handed out when its end does not come")
    func pasteInPieces() {
        var decoder = InputDecoder()
        decoder.feed("\u{1b}[200~abc")
        #expect(decoder.takeEvents().isEmpty)
        #expect(decoder.isInsidePaste)
        decoder.feed("d")
        decoder.giveUp()
        #expect(decoder.takeEvents() == [.paste("abcd"), .unfinishedPaste])
    }

    @Test("A paste whose end is lost ends with the second ctrl-c, however fast other keys were")
    func pasteWithoutEnd() {
        var decoder = InputDecoder()
        for piece in ["\u{1b}[200~abc", "q", "\u{1b}", "\u{3}"] { decoder.feed(piece) }
        #expect(decoder.takeEvents() == [.unfinishedPaste])
        #expect(decoder.isInsidePaste)
        decoder.feed("\u{3}")
        #expect(!decoder.isInsidePaste)
        #expect(decoder.takeEvents().last == .key(KeyPress(.character("c"), modifiers: .control)))
    }

    @Test("A ctrl-c among other pasted text is text", arguments: ["a\u{3}b", "\u{3}\u{3}"])
    func pastedInterrupt(text: String) {
        #expect(events("\u{1b}[200~\(text)\u{1b}[201~") == [.paste(text)])
    }

    @Test("Mouse reports say what, where and with what held down")
    func mouse() {
        #expect(
            events("\u{1b}[<0;240;9M\u{1b}[<0;240;9m") == [
                .mouse(MouseEvent(.press, button: 1, at: CellPoint(column: 239, row: 8))),
                .mouse(MouseEvent(.release, button: 1, at: CellPoint(column: 239, row: 8))),
            ])
        #expect(
            events("\u{1b}[<18;1;1M") == [
                .mouse(MouseEvent(.press, button: 3, at: .origin, modifiers: .control))
            ])
        #expect(
            events("\u{1b}[<64;3;4M\u{1b}[<65;3;4M\u{1b}[<66;3;4M\u{1b}[<71;3;4M") == [
                .mouse(MouseEvent(.wheelUp, at: CellPoint(column: 2, row: 3))),
                .mouse(MouseEvent(.wheelDown, at: CellPoint(column: 2, row: 3))),
                .mouse(MouseEvent(.wheelLeft, at: CellPoint(column: 2, row: 3))),
                .mouse(MouseEvent(.wheelRight, at: CellPoint(column: 2, row: 3), modifiers: .shift)),
            ])
    }

    @Test("The old form of mouse reports is understood")
    func oldMouse() {
        #expect(
            events("\u{1b}[M !\"") == [
                .mouse(MouseEvent(.press, button: 1, at: CellPoint(column: 0, row: 1)))
            ])
        var decoder = InputDecoder()
        decoder.feed("\u{1b}[M#!!x")
        #expect(decoder.takeEvents() == [.mouse(MouseEvent(.release, at: .origin)), .key(KeyPress("x"))])
    }

    @Test(
        "A broken mouse report is dropped",
        arguments: [
            "\u{1b}[<0;0;1M", "\u{1b}[<0;1M", "\u{1b}[<;;M", "\u{1b}[<35;1;1M",
            "\u{1b}[<999999999999999999999;1;1M",
            "\u{1b}[<128;1;1M", "\u{1b}[<64;1;1m",
        ])
    func brokenMouse(text: String) {
        #expect(events(text).isEmpty)
    }

    @Test("Letters that come in masses are one text, wherever their bytes are cut; fewer of them are keys")
    func masses() {
        let text = String(repeating: "añ日👨‍👩‍👧 ", count: 40)
        let bytes = Array(text.utf8)
        for cut in bytes.count - 70..<bytes.count {
            var decoder = InputDecoder()
            decoder.feed(bytes[..<cut])
            decoder.feed(bytes[cut...])
            let events = decoder.takeEvents()
            #expect(events.first?.typed?.utf8.count ?? 0 >= cut - 3)
            #expect(events.compactMap { $0.typed ?? $0.letter }.joined() == text)
        }
        var decoder = InputDecoder()
        decoder.feed(Array(String(repeating: "x", count: 63).utf8)[...])
        #expect(decoder.takeEvents() == Array(repeating: .key(KeyPress("x")), count: 63))
    }

    @Test("Keys, sequences and invalid UTF-8 keep their place among many letters")
    func amongMasses() {
        let letters = String(repeating: "y", count: 100)
        var decoder = InputDecoder()
        decoder.feed(Array("\(letters)\r\(letters)\u{1b}[A\(letters)\u{85}".utf8)[...])
        let typed = InputEvent.typed(letters)
        #expect(decoder.takeEvents() == [typed, .key(KeyPress(.enter)), typed, .key(KeyPress(.up)), typed])
        // What is no UTF-8 is taken letter by letter.
        decoder.feed(Array([0xff] + letters.utf8)[...])
        #expect(decoder.takeEvents().compactMap(\.letter).joined() == "\u{fffd}" + letters)
    }

    @Test("The focus comes and goes")
    func focus() {
        #expect(events("\u{1b}[I\u{1b}[O") == [.focus(true), .focus(false)])
    }

    @Test("Whatever comes in, ctrl-c ends it, and keys are keys again afterwards")
    func fuzz() {
        var random = SeededGenerator(seed: 11 &+ FuzzEffort.seed)
        let alphabet = Array("\u{1b}[<0;12~MmOAZu?\u{3}é".unicodeScalars)
        for _ in 0..<FuzzEffort.rounds(usually: 2_000) {
            var decoder = InputDecoder()
            var text = ""
            for _ in 0..<Int.random(in: 0..<30, using: &random) {
                guard let scalar = alphabet.randomElement(using: &random) else { continue }
                text.unicodeScalars.append(scalar)
                decoder.feed(String(scalar))
                if Int.random(in: 0..<4, using: &random) == 0 { decoder.giveUp() }
            }
            decoder.giveUp()
            decoder.feed("\u{3}q")
            #expect(decoder.takeEvents().last == .key(KeyPress("q")), "after \(text.debugDescription)")
        }
    }
}
