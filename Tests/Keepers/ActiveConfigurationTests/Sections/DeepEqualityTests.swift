import ExperimentsCore
import TestSupport
import Testing

@testable import ActiveConfiguration

@Suite("Deep equality", .inTurn)
struct DeepEqualityTests {
    @Test("the order of members makes no difference")
    func order() throws {
        let left = try JSONValue(parsing: #"{"a": 1, "b": {"c": [1, 2], "d": null}, "e": "x"}"#)
        let right = try JSONValue(parsing: #"{"e": "x", "b": {"d": null, "c": [1, 2]}, "a": 1}"#)
        #expect(left.isDeeplyEqual(to: right))
        #expect(right.isDeeplyEqual(to: left))
    }

    @Test(
        "what differs anywhere is different",
        arguments: [
            (#"{"a": 1}"#, #"{"a": 2}"#), (#"{"a": 1}"#, #"{"b": 1}"#), (#"{"a": 1}"#, #"{"a": 1, "b": 1}"#),
            (#"{"a": 1, "b": 2}"#, #"{"b": 1, "a": 2}"#), ("[1, 2]", "[2, 1]"), ("[1]", "[1, 1]"),
            ("1", "true"),
            ("1", "\"1\""), ("null", "false"), ("{}", "[]"), (#"{"a": null}"#, "{}"),
            (#""\u00e9""#, #""e\u0301""#),
        ])
    func differences(left: String, right: String) throws {
        let (left, right) = (try JSONValue(parsing: left), try JSONValue(parsing: right))
        #expect(!left.isDeeplyEqual(to: right))
        #expect(!right.isDeeplyEqual(to: left))
    }

    @Test(
        "the spelling of a number makes no difference",
        arguments: [
            ("1", "1.0"), ("1", "10e-1"), ("100", "1E2"), ("-0", "0"), ("0.10", "0.1"), ("0e5", "0"),
            ("1.5e3", "1500"),
            ("-2.50", "-25e-1"),
        ])
    func numbers(left: String, right: String) {
        #expect(JSONValue.number(left).isDeeplyEqual(to: .number(right)))
    }

    @Test(
        "numbers that differ only in their last digit are different",
        arguments: [
            ("12345678901234567890", "12345678901234567891"), ("0.1", "0.10000000000000000001"), ("1", "-1"),
            ("1e400", "1e401"), ("1e99999999999999999999", "1e-99999999999999999999"), ("10", "1"),
            ("1", "0"),
        ])
    func differentNumbers(left: String, right: String) {
        #expect(!JSONValue.number(left).isDeeplyEqual(to: .number(right)))
    }

    @Test("shuffled members are equal, and stop being equal when one value changes")
    func shuffled() throws {
        var random = SeededGenerator(seed: 12)
        let members = (0..<200).map { ("key\($0)", JSONValue.number(String($0))) }
        func object(_ members: [(String, JSONValue)]) -> JSONObject {
            members.reduce(into: JSONObject()) { $0[$1.0] = $1.1 }
        }
        let original = object(members)
        var other = object(members.shuffled(using: &random))
        #expect(original.isDeeplyEqual(to: other))
        other["key150"] = "x"
        #expect(!original.isDeeplyEqual(to: other))
    }
}
