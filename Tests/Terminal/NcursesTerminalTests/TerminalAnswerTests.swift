import ExperimentsTerminalUI
import TestSupport
import Testing

@testable import ExperimentsNcurses

@Suite("Answers of a terminal", .fewAtATime)
struct TerminalAnswerTests {
    static let answers = [
        "\u{1b}P>|ghostty 1.1.0\u{1b}\\", "\u{1b}P>|XTerm(379)\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\",
        "\u{1b}P1+r524742=38\u{1b}\\", "\u{1b}P!|00000000\u{1b}\\", "\u{1b}_Gi=31;OK\u{1b}\\",
        "\u{1b}^private\u{7}q\u{1b}\\", "\u{1b}Xany\rthing\u{1b}\\", "\u{1b}]4;1;rgb:cdcd/0000/0000\u{1b}\\",
        "\u{1b}]52;c;cXVpdAo=\u{7}", "\u{1b}]10;rgb:0000/0000/0000\u{9c}", "\u{90}>|foot(1.16.2)\u{9c}",
        "\u{9b}?62;4c", "\u{1b}[?62;4;22c", "\u{1b}[>41;379;0c", "\u{1b}[12;40R", "\u{1b}[?2026;2$y",
        "\u{1b}[0n",
        "\u{1b}[4;600;800t", "\u{1b}[?31u", "\u{1b}[?997;1n", "\u{1b}[106;1:3u", "\u{1b}[1;1:3B",
        "\u{1b}[57441;2u",
        "\u{1b}[\(String(repeating: "1;", count: 100))1x", "\u{1b}O1;5z", "\u{1b}[[Z", "\u{1b}[<200~",
    ]

    @Test("none of it is a key, wherever it is cut and however long the rest takes", arguments: answers)
    func ignored(answer: String) {
        let bytes = Array(answer.utf8)
        // An escape alone, and what may be alt and a key, are keys after a while.
        for cut in min(3, bytes.count - 1)..<bytes.count {
            var decoder = InputDecoder()
            decoder.feed(bytes[..<cut])
            #expect(decoder.patience(escapeDelay: .milliseconds(25)).map { $0 >= .seconds(1) } ?? true)
            decoder.feed(bytes[cut...])
            decoder.feed("q")
            #expect(decoder.takeEvents() == [.key(KeyPress("q"))], "cut at \(cut)")
        }
    }

    @Test(
        "a sequence whose rest arrives too late is dropped, together with the rest",
        arguments: [
            ("\u{1b}[106;1:", "3u"), ("\u{1b}[<0;5;", "6M"), ("\u{1b}[<", "0;5;6M"), ("\u{1b}[1;", "5A"),
            ("\u{1b}[[", "Z"), ("\u{1b}O5", "z"),
        ])
    func late(first: String, rest: String) {
        var decoder = InputDecoder()
        decoder.feed(first)
        for _ in 0..<3 { decoder.giveUp() }
        decoder.feed(rest)
        #expect(decoder.takeEvents().allSatisfy { $0.letter == nil })
        decoder.feed("q")
        #expect(decoder.takeEvents() == [.key(KeyPress("q"))])
    }

    @Test("what is pasted is text, however late its rest and its end come")
    func latePaste() {
        var decoder = InputDecoder()
        decoder.feed("\u{1b}[200")
        decoder.giveUp()
        decoder.feed("~one\r")
        decoder.giveUp()
        decoder.feed("\ntwo \u{1b}[20")
        decoder.giveUp()
        #expect(decoder.patience(escapeDelay: .zero) == nil)
        decoder.feed("1~q")
        #expect(
            decoder.takeEvents() == [.paste("one"), .unfinishedPaste, .paste("\ntwo "), .key(KeyPress("q"))])
    }

    @Test("ctrl-c ends a paste whose end does not come, and a string")
    func interrupted() {
        var decoder = InputDecoder()
        decoder.feed("\u{1b}[200~a\u{3}b")
        decoder.giveUp()
        decoder.feed("\u{3}\u{1b}Px\u{3}q")
        let interrupt = InputEvent.key(KeyPress(.character("c"), modifiers: .control))
        #expect(
            decoder.takeEvents() == [
                .paste("a\u{3}b"), .unfinishedPaste, interrupt, interrupt, .key(KeyPress("q")),
            ])
    }

    @Test("a string that never ends frees the keyboard after ten seconds of silence, or after Esc")
    func endless() {
        var decoder = InputDecoder()
        decoder.feed("\u{1b}Pabc")
        #expect(decoder.patience(escapeDelay: .zero) == .seconds(10))
        decoder.giveUp()
        decoder.feed("q")
        #expect(decoder.takeEvents() == [.key(KeyPress("q"))])
        decoder.feed("\u{1b}Pabc\u{1b}[B")
        #expect(decoder.takeEvents() == [.key(KeyPress(.down))])
    }

    @Test("a key that is released is not pressed again")
    func releases() {
        #expect(InputDecoder.events("\u{1b}[106;1u\u{1b}[106;1:3u") == [.key(KeyPress("j"))])
        #expect(InputDecoder.events("\u{1b}[106;1:1u\u{1b}[106;1:2u").count == 2)
        #expect(InputDecoder.events("\u{1b}[1;1B\u{1b}[1;1:3B\u{1b}[3;1:3~") == [.key(KeyPress(.down))])
    }

    @Test(
        "keys in the protocol of kitty are the keys they are",
        arguments: [
            ("\u{1b}[57407u", "8"), ("\u{1b}[57414u", "Enter"), ("\u{1b}[57419u", "Up"),
            ("\u{1b}[57376;5u", "ctrl-F13"),
            ("\u{1b}[49:33;2u", "!"), ("\u{1b}[97:65;2u", "A"), ("\u{1b}[97;2u", "A"),
            ("\u{1b}[97;129u", "a"),
            ("\u{1b}[27;9;97~", "alt-a"),
        ])
    func kitty(text: String, expected: String) throws {
        #expect(InputDecoder.events(text) == [.key(try KeyPress(parsing: expected))])
    }

    @Test("a key with super belongs to the desktop")
    func desktop() { #expect(InputDecoder.events("\u{1b}[99;9u").isEmpty) }

    @Test(
        "keys of older terminals are understood",
        arguments: [
            ("\u{1b}[[A", "F1"), ("\u{1b}O5A", "ctrl-Up"), ("\u{1b}O1;2P", "shift-F1"), ("\u{1b}Oy", "9"),
        ])
    func older(text: String, expected: String) throws {
        #expect(InputDecoder.events(text) == [.key(try KeyPress(parsing: expected))])
    }

    @Test("keys of the terminal's description are taken first")
    func described() {
        let keys: [String: KeyPress] = [
            "\u{1b}[7$": .key(.home), "\u{1b}[M": .key(.function(1)), "\u{1b}A": .key(.up),
        ]
        var decoder = InputDecoder(
            described: Dictionary(uniqueKeysWithValues: keys.map { (Array($0.key.utf8), $0.value) }))
        decoder.feed("\u{1b}[7$\u{1b}[Mx\u{1b}A\u{1b}[B")
        let expected: [Key] = [.home, .function(1), .character("x"), .up, .down]
        #expect(decoder.takeEvents() == expected.map { .key(KeyPress($0)) })
    }
}
