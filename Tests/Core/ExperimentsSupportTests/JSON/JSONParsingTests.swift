import ExperimentsSupport
import TestSupport
import Testing

@Suite("Reading JSON", .inTurn)
struct JSONParsingTests {
    static let accepted: [(text: String, value: JSONValue)] = [
        ("null", nil),
        ("true", true),
        ("false", false),
        (" \t\r\n0 \n", .number("0")),
        ("-0", .number("-0")),
        ("1.10", .number("1.10")),
        ("-12.5e+3", .number("-12.5e+3")),
        ("1E-2", .number("1E-2")),
        ("123456789012345678901234567890", .number("123456789012345678901234567890")),
        ("\"\"", ""),
        ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\"", "a\"\\/\u{08}\u{0C}\n\r\tz"),
        ("\"\\u0041\\u00e9\\u4E2d\"", "Aé中"),
        ("\"\\ud83d\\uDE00!\"", "😀!"),
        ("\"\\u0000\"", "\u{00}"),
        ("\"é 中 😀 \u{7F}\"", "é 中 😀 \u{7F}"),
        ("[]", []),
        ("[ ]", []),
        ("[1,[2, null],\"3\"]", [1, [2, nil], "3"]),
        ("{}", [:]),
        ("{ }", [:]),
        ("{\"b\":1,\"a\":{\"\":[]}}", ["b": 1, "a": ["": []]]),
        ("\u{FEFF}{\"a\":1}", ["a": 1]),
    ]

    @Test("accepts every form of RFC 8259", arguments: accepted)
    func accepts(_ example: (text: String, value: JSONValue)) throws {
        #expect(try JSONValue(parsing: example.text) == example.value)
        #expect(try JSONValue(parsing: Array(example.text.utf8)) == example.value)
    }

    static let refused: [(text: String, message: String, line: Int, column: Int)] = [
        ("", "the text is empty", 1, 1),
        ("  \n", "the text is empty", 2, 1),
        ("nul", "expected a value, found 'nul'", 1, 1),
        ("features:", "expected a value, found 'f'", 1, 1),
        ("True", "expected a value, found 'True'; write true", 1, 1),
        ("[None]", "expected a value, found 'None'; write null", 1, 2),
        ("{\"a\": １}", "expected a value, found '１'", 1, 7),
        ("// all\n{}", "JSON has no comments; remove this one", 1, 1),
        ("{\"a\": 1, # one\n\"b\": 2}", "JSON has no comments; remove this one", 1, 10),
        ("{/* none */}", "JSON has no comments; remove this one", 1, 2),
        ("NaN", "expected a value, found 'NaN'; JSON has no such number; write null", 1, 1),
        ("+1", "expected a value, found '+'; remove the plus sign", 1, 1),
        (".5", "expected a value, found '.'; write 0 before the point", 1, 1),
        ("{\u{A0}\"a\": 1}", "expected a member's name in quotes, found U+00A0", 1, 2),
        ("{\u{200B}\"a\": 1}", "expected a member's name in quotes, found U+200B", 1, 2),
        ("[1,,2]", "expected a value, found ','; remove the comma before it", 1, 4),
        ("01", "a number must not begin with 0", 1, 1),
        ("-01", "a number must not begin with 0", 1, 2),
        ("-", "expected a digit", 1, 2),
        ("1.", "expected a digit after '.'", 1, 3),
        ("1e", "expected a digit in the exponent", 1, 3),
        ("1e+", "expected a digit in the exponent", 1, 4),
        ("0x1", "unexpected text after the value", 1, 2),
        ("1 2", "unexpected text after the value", 1, 3),
        ("{} }", "unexpected text after the value", 1, 4),
        ("[1,]", "expected a value, found ']'; remove the comma before it", 1, 4),
        ("[1 2]", "expected ',' or ']', found '2'", 1, 4),
        ("[1", "unclosed '['", 1, 1),
        ("[\n1,\n", "expected a value, found the end of the text", 3, 1),
        ("{\"a\":1,}", "expected a member's name in quotes, found '}'; remove the comma before it", 1, 8),
        ("{a:1}", "expected a member's name in quotes, found 'a'", 1, 2),
        ("{'a':1}", "expected a member's name in quotes, found '''; write \" instead", 1, 2),
        ("{“a”:1}", "expected a member's name in quotes, found '“'; write \" instead", 1, 2),
        (
            "{\"a\": 1,\n<<<<<<< HEAD\n\"b\": 1\n=======\n\"b\": 2\n>>>>>>> main\n}",
            "unresolved git merge conflict; choose what to keep, and remove the lines with <<<<<<<, ======= and >>>>>>>",
            2, 1
        ),
        ("{\u{0}\"\u{0}", "the text is in UTF-16; save the file as UTF-8", 1, 1),
        ("{\"a\" 1}", "expected ':' after \"a\", found '1'", 1, 6),
        ("{\"a\":1 \"b\":2}", "expected ',' or '}', found '\"'", 1, 8),
        ("{\n  \"a\": {\n    \"b\": 1", "unclosed '{'", 2, 8),
        ("[\"abc", "unclosed string", 1, 2),
        ("[\"a\\", "unknown escape in a string", 1, 4),
        ("\"\\x\"", "unknown escape in a string; write \\\\ for a backslash", 1, 2),
        ("\"\\u12g4\"", "expected four hexadecimal digits after \\u", 1, 2),
        ("\"\\u12\"", "expected four hexadecimal digits after \\u", 1, 2),
        ("\"\\ud800\"", "half of a surrogate pair", 1, 2),
        ("\"\\ud800x\"", "half of a surrogate pair", 1, 2),
        ("\"\\ud800\\n\"", "half of a surrogate pair", 1, 2),
        ("\"\\ud800\\u0041\"", "half of a surrogate pair", 1, 2),
        ("\"\\udc00\\ud800\"", "half of a surrogate pair", 1, 2),
        ("\"a\nb\"", "a string must not have a line break; write \\n", 1, 3),
        ("\"a\tb\"", "a string must not have a tab; write \\t", 1, 3),
        ("\"a\\n\u{01}\"", "a control character must be written as an escape, such as \\u001b", 1, 5),
        ("[1]\u{0B}", "unexpected text after the value", 1, 4),
        ("{\"a\":1,\"a\":2}", "the name \"a\" occurs twice in one object", 1, 8),
        ("{\"é\":1,\"é\":2}", "occurs twice in one object", 1, 9),
        ("{\"\\u0061\":1,\n\"a\":2}", "the name \"a\" occurs twice in one object", 2, 1),
    ]

    @Test("says the place before the advice") func description() {
        let problem = #expect(throws: JSONProblem.self) { try JSONValue(parsing: "[1,\n None]") }
        #expect(problem?.description == "expected a value, found 'None' at line 2, column 2; write null")
    }

    @Test("reads names that only look the same as different names") func lookAlikes() throws {
        let value = try JSONValue(parsing: "{\"é\":1,\"e\u{301}\":2}")
        #expect(value.object?["é"] == 1)
        #expect(value.object?["e\u{301}"] == 2)
    }

    @Test("says what is wrong and where", arguments: refused)
    func refuses(_ example: (text: String, message: String, line: Int, column: Int)) {
        let problem = #expect(throws: JSONProblem.self) { try JSONValue(parsing: example.text) }
        #expect(problem?.message.contains(example.message) == true, "\(problem?.message ?? "")")
        #expect(problem?.line == example.line)
        #expect(problem?.column == example.column)
    }

    @Test(
        "refuses bytes that are not UTF-8",
        arguments: [
            [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func refusesInvalidUTF8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let problem = #expect(throws: JSONProblem.self) { try JSONValue(parsing: [quote] + bytes + [quote]) }
        #expect(problem?.message == "the string is not valid UTF-8; save the file as UTF-8")
        #expect(throws: JSONProblem.self) { try JSONValue(parsing: Array("\"a\\n".utf8) + bytes + [quote]) }
        #expect(throws: JSONProblem.self) { try JSONValue(parsing: bytes) }
    }

    @Test("keeps a replacement character that was there")
    func keepsReplacementCharacter() throws {
        #expect(try JSONValue(parsing: "\"a\u{FFFD}b\"") == "a\u{FFFD}b")
    }

    @Test("keeps the order of members")
    func keepsOrder() throws {
        let names = (0..<50).map { "name\(($0 * 37) % 50)" }
        let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        #expect(try JSONValue(parsing: text).object?.members.map(\.name) == names)
    }

    @Test("finds a repeated name in a large object", arguments: [12, 13, 14, 200])
    func findsRepetition(among count: Int) {
        var lines = (0..<count).map { "\"name\($0)\": \($0)" }
        lines.append("\"name\(count - 1)\": 0")
        lines.append("\"more\": 0")
        let problem = #expect(throws: JSONProblem.self) {
            try JSONValue(parsing: "{\n" + lines.joined(separator: ",\n") + "\n}")
        }
        #expect(problem?.message == "the name \"name\(count - 1)\" occurs twice in one object")
        #expect(problem?.line == count + 2)
        #expect(problem?.column == 1)
    }

    @Test("reads nesting up to its limit, and no deeper")
    func limitsDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSONValue(parsing: nested(256)) }
        let problem = #expect(throws: JSONProblem.self) { try JSONValue(parsing: nested(257)) }
        #expect(problem?.message == "nested deeper than 256 levels")
        #expect(throws: JSONProblem.self) {
            try JSONValue(parsing: String(repeating: "{\"a\":[", count: 500_000))
        }
    }

    @Test("counts depth, not objects side by side")
    func countsDepth() throws {
        let text = "[" + Array(repeating: "{\"a\":[{}]}", count: 2_000).joined(separator: ",") + "]"
        #expect(try JSONValue(parsing: text).array?.count == 2_000)
    }

    @Test("words a name so that it cannot harm a terminal")
    func quotesNames() {
        let problem = #expect(throws: JSONProblem.self) { try JSONValue(parsing: "{\"\\u001b[2J\" 1}") }
        #expect(problem?.message == "expected ':' after \"\\u{1b}[2J\", found '1'")
    }
}
