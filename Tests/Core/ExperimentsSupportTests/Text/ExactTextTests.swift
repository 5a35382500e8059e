import ExperimentsSupport
import TestSupport
import Testing

/// Texts that look the same, each pair with other bytes.
let lookAlikes: [(String, String)] = [
    ("caf\u{E9}", "cafe\u{301}"), ("\u{212B}", "\u{C5}"), ("\u{212A}", "K"), ("\u{1100}\u{1161}", "\u{AC00}"),
    ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{37E}", ";"),
]

@Suite("Texts compared by their bytes", .inTurn)
struct ExactTextTests {
    @Test("texts that only look the same are different", arguments: lookAlikes)
    func different(one: String, other: String) {
        #expect(one == other, "Swift takes them for the same")
        #expect(!one.isExactly(other) && one.looksLike(other))
        #expect(ExactText(one) != ExactText(other))
        #expect(Set([ExactText(one), ExactText(other)]).count == 2)
        #expect((ExactText(one) < ExactText(other)) != (ExactText(other) < ExactText(one)))
    }

    @Test("the same bytes are the same text, however it was made")
    func same() {
        let made = "ca" + String("ef\u{E9}".dropFirst())
        #expect("caf\u{E9}".isExactly(made) && !"caf\u{E9}".looksLike(made))
        #expect(ExactText(made).hashValue == ExactText("caf\u{E9}").hashValue)
        #expect(String?.none.isExactly(nil) && !String?("a").isExactly(nil))
    }

    @Test("a dictionary holds values for both names", arguments: lookAlikes)
    func dictionary(one: String, other: String) {
        var values: ExactDictionary = ["x": 0, one: 1]
        #expect(values[other] == nil)
        values[other] = 2
        #expect(values.count == 3 && values[one] == 1 && values[other] == 2)
        #expect(values != ["x": 0, one: 2, other: 1])
        #expect(values.mapValues { $0 + 1 }[other] == 3)
        #expect(values.filter { $0.value == 1 }.sortedNames.elementsEqual([one]) { $0.isExactly($1) })
        #expect(values.sortedNames.count == 3)
        values[one] = nil
        #expect(values[other] == 2 && values[one] == nil)
        #expect(["x": 0, one: 1][exactly: other] == nil)
        #expect(["x": 0, one: 1][exactly: one] == 1)
    }

    @Test(
        "the name that only looks the same is found, whichever of the two is asked for", arguments: lookAlikes
    )
    func finding(one: String, other: String) throws {
        #expect(try #require(LookAlikes(among: ["x", one]).name(like: other)).isExactly(one))
        #expect(try #require(LookAlikes(among: ["x", other]).name(like: one)).isExactly(other))
        #expect(LookAlikes(among: ["x", one]).name(like: one) == nil)
        #expect(LookAlikes(among: ["x", "y"]).name(like: one) == nil)
        #expect(LookAlikes.spelled(one) != LookAlikes.spelled(other))
    }

    @Test("a JSON document may have both names, and strings are equal by their bytes", arguments: lookAlikes)
    func json(one: String, other: String) throws {
        let both = try JSONValue(parsing: #"{"\#(one)": 1, "\#(other)": 2}"#)
        let object = try #require(both.object)
        #expect(object[one]?.int == 1 && object[other]?.int == 2)
        #expect(object.valuesByName[other]?.int == 2)
        #expect(JSONValue.string(one) != .string(other))
        #expect(Set([JSONValue.string(one), .string(other)]).count == 2)
        #expect(try JSONValue(parsing: #"{"\#(one)": 1}"#) != JSONValue(parsing: #"{"\#(other)": 1}"#))
        var changed = object
        changed[other] = 3
        #expect(changed[one]?.int == 1 && changed.members.count == 2)
        #expect(try JSONValue(parsing: both.compactText) == both)
    }

    @Test("a name that occurs twice, also with an escape, is still refused")
    func twice() {
        #expect(throws: JSONProblem.self) { try JSONValue(parsing: #"{"é": 1, "\u00e9": 2}"#) }
        let many = (0..<20).map { "\"k\($0)\": 1" }.joined(separator: ", ")
        #expect(throws: JSONProblem.self) { try JSONValue(parsing: "{\(many), \"k3\": 2}") }
    }
}
