import Testing

@testable import ExperimentsDashboard

@Suite("Text field")
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

    @Test("letters of several scalars count as one")
    func graphemes() throws {
        #expect(try field("a👩‍👩‍👧é", "Backspace", "Backspace").text == "a")
    }

    @Test("a line end that is pasted becomes a blank")
    func oneLine() {
        var field = TextField()
        field.insert("a\nb\r\nc")
        #expect(field.text == "a b c")
    }
}
