import ExperimentsSupport
import ExperimentsYAML
import TestSupport
import Testing

@Suite("Documents in YAML", .inTurn)
struct YAMLDocumentTests {
    private func faults(_ text: String) throws -> [String] {
        var decoder = DocumentDecoder<YAMLNode>()
        let root = try #require(try YAMLNode(parsing: text))
        if let record = decoder.record(root, fields: ["name", "size", "on"]) {
            _ = decoder.requiredText("name", of: record)
            _ = decoder.number("size", of: record)
            _ = decoder.truth("on", of: record)
        }
        return decoder.faults.map { fault in
            let place = fault.location.map { "\($0.line):\($0.column)" } ?? ""
            return "\(place): \(fault.path): \(fault.message)"
        }
    }

    @Test(
        "have their places and their own terms",
        arguments: [
            ("name: a\nsize: 5\non: true\n", []),
            ("- a\n", ["1:1: : expected a mapping, found a list"]),
            (
                "name: [x]\nsize: '5'\non: yes\n",
                [
                    "1:7: name: expected text, found a list", "2:7: size: expected a number, found \"5\"",
                    "3:5: on: expected true or false, found \"yes\"",
                ]
            ),
            ("nmae: a\n", ["1:1: nmae: unknown field (did you mean \"name\"?)"]),
            ("size: 1\n", ["1:1: : \"name\" is missing"]),
            ("name: a\n[b]: c\n", ["2:1: : expected the name of a field, found a list"]),
            ("name:\n", ["1:6: name: expected text, found nothing"]),
        ])
    func places(text: String, expected: [String]) throws {
        #expect(try faults(text) == expected)
    }
}

@Suite("Keys that only look the same", .inTurn)
struct LookAlikeKeyTests {
    @Test(
        "are different keys, with their values and places",
        arguments: [
            ("caf\u{E9}", "cafe\u{301}"), ("\u{212B}", "\u{C5}"), ("\u{1100}\u{1161}", "\u{AC00}"),
        ])
    func different(one: String, other: String) throws {
        let text = "x: \(other)\n\(one): 1\n\"\(other)\": 2 # \(one)\n"
        let root = try #require(try YAMLNode(parsing: text))
        #expect(root[one]?.text == "1" && root[other]?.text == "2")
        #expect(root[other]?.line == 3)
        #expect(try #require(root["x"]?.text).isExactly(other))
    }

    @Test("are not taken for keys that really occur twice")
    func twice() {
        let text = "caf\u{E9}: 1\ncafe\u{301}: 2\ncaf\u{E9}: 3\n"
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text) }
        #expect(problem?.message == "duplicate key \"caf\u{E9}\": it is already set at 1:1")
        #expect(problem?.line == 3)
    }
}
