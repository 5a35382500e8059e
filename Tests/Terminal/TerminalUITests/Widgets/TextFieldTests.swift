import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Text field", .inTurn)
struct TextFieldTests {
    private func field(_ text: String, _ keys: String...) throws -> TextField {
        var field = TextField(text)
        for key in keys { _ = field.handle(try KeyPress(parsing: key)) }
        return field
    }

    @Test("the keys of every shell edit it")
    func editing() throws {
        #expect(try field("one two", "ctrl-w").text == "one ")
        #expect(try field("one two", "ctrl-u").text == "")
        #expect(try field("one two", "ctrl-a", "ctrl-k").text == "")
        #expect(try field("one two", "ctrl-a", "alt-f", "ctrl-k").text == "one")
        #expect(try field("one", "Left", "x").text == "onxe")
        #expect(try field("one", "Home", "Delete").text == "ne")
        #expect(try field("one", "Backspace", "Backspace").text == "o")
    }

    @Test("a selected text is replaced by what is typed or pasted, and stays if the caret is moved")
    func selected() throws {
        func field(_ keys: String...) throws -> String {
            var field = TextField("one").selected
            for key in keys { _ = field.handle(try KeyPress(parsing: key)) }
            return field.text
        }
        #expect(try field("x", "y") == "xy")
        #expect(try field("End", "x") == "onex")
        #expect(try field("Left", "x") == "onxe")
        #expect(try field("Delete") == "")
        #expect(!TextField().selected.isSelected)
        var pasted = TextField("one").selected
        pasted.insert("two")
        #expect(pasted.text == "two" && !pasted.isSelected)
    }

    @Test("letters of several scalars count as one")
    func graphemes() throws {
        #expect(try field("a👩‍👩‍👧é", "Backspace", "Backspace").text == "a")
    }

    @Test("a pasted line end of any kind becomes a blank")
    func oneLine() {
        var field = TextField()
        field.insert("a\nb\r\nc\rd\u{b}e\u{c}f\u{85}g\u{2028}h\u{2029}i é… \n\n")
        #expect(field.text == "a b c d e f g h i é…   ")
    }

    @Test(
        "the field of a value keeps the line ends that are pasted, but for one at the end",
        arguments: [
            ("a\nb\r\n", "a\nb"), ("a\r", "a"), ("\n\n", "\n"), ("\n", ""), ("a\u{2028}", "a\u{2028}"),
        ])
    func value(pasted: String, expected: String) {
        var field = TextField(value: "")
        field.insert(pasted)
        #expect(field.text == expected)
    }

    @Test("it takes what there is room for, whole characters only, and counts the rest")
    func room() {
        var field = TextField("ab", room: 10)
        field.insert("語語語")
        #expect(field.text == "ab語語" && field.leftOut == 1)
        field.insert("xyz語")
        #expect(field.text == "ab語語xy" && field.leftOut == 3)
        _ = field.handle(KeyPress(.backspace))
        #expect(field.leftOut == 0)
    }

    @Test("the caret goes over words and letters, and both sides of it stay what they are")
    func caret() throws {
        #expect(try field("one  two", "alt-b", "x").text == "one  xtwo")
        #expect(try field("one  two ", "ctrl-Left", "ctrl-Left", "alt-d").text == "  two ")
        #expect(try field("one two", "Home", "Right", "Right", "ctrl-u").text == "e two")
        #expect(try field("ab", "Left", "Left", "Left", "End", "c").text == "abc")
        #expect(try field("a👩‍👩‍👧b", "Left", "Left").caret == 1)
    }
}
