import ExperimentsSupport
import TestSupport
import Testing

@Suite("Writing JSON", .inTurn)
struct JSONWritingTests {
    private let value: JSONValue = [
        "b": [1, true, nil], "a": ["x": "y"], "empty": [:], "none": [],
    ]

    @Test("writes a compact text without blanks")
    func compact() {
        #expect(value.compactText == #"{"b":[1,true,null],"a":{"x":"y"},"empty":{},"none":[]}"#)
    }

    @Test("writes a pretty text with a member on each line")
    func pretty() {
        #expect(
            value.prettyText == """
                {
                  "b": [
                    1,
                    true,
                    null
                  ],
                  "a": {
                    "x": "y"
                  },
                  "empty": {},
                  "none": []
                }
                """)
    }

    @Test(
        "writes control characters as escapes, and all else as it is",
        arguments: [
            ("\"\\/", "\"\\\"\\\\/\""),
            ("\n\r\t", "\"\\n\\r\\t\""),
            ("\u{00}\u{08}\u{1F}\u{1B}[2J", "\"\\u0000\\u0008\\u001f\\u001b[2J\""),
            ("\u{7F}\u{80}\u{85}\u{9B}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u0085\\u009b\\u009f\u{A0}\""),
            ("\u{2027}\u{2028}\u{2029}\u{202A}", "\"\u{2027}\\u2028\\u2029\\u202a\""),
            ("é中😀Â", "\"é中😀Â\""),
        ])
    func escapes(_ text: String, _ expected: String) throws {
        #expect(JSONValue.string(text).compactText == expected)
        #expect(try JSONValue(parsing: expected) == .string(text))
    }

    @Test("keeps the digits of a number")
    func keepsDigits() throws {
        let text = "[1.10,12345678901234567890,1E-2,-0]"
        #expect(try JSONValue(parsing: text).compactText == text)
    }

    @Test("gives a scalar as its own text, and a document as compact JSON")
    func valueTexts() {
        #expect(JSONValue.null.valueText == nil)
        #expect(JSONValue.bool(false).valueText == "false")
        #expect(JSONValue.number("1.50").valueText == "1.50")
        #expect(JSONValue.string("a\n").valueText == "a\n")
        #expect(value.valueText == value.compactText)
    }

    @Test("hands out what a value is, and nil for what it is not")
    func accessors() {
        #expect(value.object?.members.count == 4)
        #expect(value.array == nil)
        #expect(JSONValue.number("7").int == 7)
        #expect(JSONValue.number("7.5").int == nil)
        #expect(JSONValue.number("7.5").double == 7.5)
        #expect(JSONValue.string("7").int == nil)
        #expect(JSONValue.bool(true).bool == true)
        #expect(JSONValue.string("x").string == "x")
        #expect(JSONValue.null.kindName == "null")
    }
}
