import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Rewriting a JSON text in its own layout", .inTurn)
struct JSONLayoutTests {
    private func rewritten(_ text: String, as json: String) throws -> String? {
        let value = try JSONValue(parsing: Array(json.utf8))
        return JSONLayout.rewriting(Array(text.utf8), as: value).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("what means the same is left as it is, byte for byte")
    func same() throws {
        let text = "\u{FEFF} { \"b\" : [ 1.50,2 ] ,\r\n\t\"a\":\"\\u00e9\" }\n\n"
        #expect(try rewritten(text, as: #"{"a": "é", "b": [1.50, 2]}"#) == text)
    }

    @Test("one changed value changes one line")
    func value() throws {
        let text = """
            {
                "parameters": {
                    "a": {"defaultValue": {"value": "1"}, "later": [1.50]},
                    "b": {"defaultValue": {"value": "2"}}
                }
            }

            """
        let new = """
            {"parameters": {"b": {"defaultValue": {"value": "3"}},
             "a": {"later": [1.50], "defaultValue": {"value": "1"}}}}
            """
        #expect(try rewritten(text, as: new) == text.replacing(#""value": "2""#, with: #""value": "3""#))
    }

    @Test("comments stay")
    func comments() throws {
        let text = """
            {
              // Prices, see the shop.
              "a": "1", /* old */
              "b": {"x": [1]},

              // The last one.
              "c": 3
            }

            """
        let changed = text.replacing(#""a": "1""#, with: #""a": "2""#).replacing(
            "3\n", with: "3,\n  \"d\": 4\n")
        #expect(try rewritten(text, as: #"{"a": "2", "b": {"x": [1]}, "c": 3, "d": 4}"#) == changed)
        #expect(try rewritten(text, as: #"{"a": "1", "b": {"x": [1]}, "c": 3}"#) == text)
    }

    @Test(
        "what is new goes behind its neighbour and looks like it",
        arguments: [
            (
                #"{"a": 1, "c": 3}"#, #"{"a": 1, "b": {"x": [1, 2]}, "c": 3}"#,
                #"{"a": 1, "b": {"x": [1, 2]}, "c": 3}"#
            ),
            (#"{"c":3}"#, #"{"a":1,"c":3,"d":[4]}"#, #"{"a":1,"c":3,"d":[4]}"#),
            (
                "{\n\t\"a\": 1\n}", #"{"a": 1, "b": {"c": 2}}"#,
                "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": 2\n\t}\n}"
            ),
            (
                "{\n  \"a\": {\"x\": 1}\n}", #"{"a": {"x": 1}, "b": {"x": 2}}"#,
                "{\n  \"a\": {\"x\": 1},\n  \"b\": {\"x\": 2}\n}"
            ),
            ("{\r\n  \"a\": 1\r\n}", #"{"a": 1, "b": 2}"#, "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}"),
            ("[\n  1,\n  3\n]", "[1, 2, 3, 4]", "[\n  1,\n  2,\n  3,\n  4\n]"), ("[2]", "[1, 2]", "[1, 2]"),
            ("{}", #"{"a": 1}"#, #"{"a": 1}"#), ("[]", "[1]", "[1]"),
        ])
    func added(text: String, json: String, expected: String) throws {
        #expect(try rewritten(text, as: json) == expected)
    }

    @Test(
        "what is gone leaves no trace",
        arguments: [
            (#"{"a": 1, "b": 2, "c": 3}"#, #"{"b": 2}"#, #"{"b": 2}"#),
            (#"{"a": 1, "b": 2, "c": 3}"#, #"{"a": 1, "c": 3}"#, #"{"a": 1, "c": 3}"#),
            ("{\n  \"a\": 1,\n  \"b\": 2\n}", #"{"a": 1}"#, "{\n  \"a\": 1\n}"),
            ("[1, 2, 3, 4]", "[1, 4]", "[1, 4]"), ("[1, 2]", "[2]", "[2]"), ("[1, 2]", "[]", "[]"),
            (#"{"a": 1, "b": 2}"#, "{}", "{}"),
            (#"{"a": 1, "b": 2}"#, #"{"c": 3, "b": 2}"#, #"{"c": 3, "b": 2}"#),
        ])
    func removed(text: String, json: String, expected: String) throws {
        #expect(try rewritten(text, as: json) == expected)
    }

    @Test("elements that change places keep their looks")
    func moved() throws {
        #expect(
            try rewritten("[{\"a\":1},  { \"b\" : 2 }]", as: #"[{"b": 2}, {"a": 1}]"#)
                == "[{ \"b\" : 2 },  {\"a\":1}]")
    }

    @Test("a text that cannot be rewritten in place is not")
    func notInPlace() throws {
        #expect(try rewritten("{", as: "{}") == nil)
    }

    @Test("whatever the two documents are, the result means the new one")
    func random() throws {
        var generator = SeededGenerator(seed: 7)
        var refused = 0
        for _ in 0..<500 {
            let old = RandomJSON.value(depth: 2, using: &generator)
            let mixed = Self.mixed(old, RandomJSON.value(depth: 2, using: &generator), &generator)
            for text in [old.compactText, old.prettyText] {
                guard let result = JSONLayout.rewriting(Array(text.utf8), as: mixed) else {
                    // Names that Swift takes for the same, and JSON does not.
                    refused += 1
                    continue
                }
                #expect(try JSONValue(parsing: result).sorted == mixed.sorted)
            }
        }
        #expect(refused < 50)
    }

    /// The first document with parts of the second.
    private static func mixed(
        _ first: JSONValue, _ second: JSONValue, _ generator: inout SeededGenerator
    ) -> JSONValue {
        switch (first, second) {
        case (.object(let one), .object(let other)):
            var result = one
            for member in other.members where Bool.random(using: &generator) {
                result[member.name] =
                    result[member.name].map { mixed($0, member.value, &generator) } ?? member.value
            }
            return .object(result)
        case (.array(let one), .array(let other)):
            return .array(one.filter { _ in Bool.random(using: &generator) } + other.prefix(1))
        default: return Bool.random(using: &generator) ? first : second
        }
    }
}

extension JSONValue {
    /// The same value with the members of objects in the order of their names.
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object):
            .object(
                JSONObject(
                    distinct: object.members.map { .init(name: $0.name, value: $0.value.sorted) }.sorted {
                        $0.name < $1.name
                    }))
        default: self
        }
    }
}
