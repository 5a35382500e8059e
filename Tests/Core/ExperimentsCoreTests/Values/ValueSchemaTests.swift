import ExperimentsCore
import TestSupport
import Testing

@Suite("What a schema accepts", .inTurn)
struct ValueSchemaTests {
    private static let cases = ValueSchema(kind: .string, cases: ["a", "b_var"], understandsBaseline: true)

    @Test(
        "accepts what is of its kind",
        arguments: [
            (ValueSchema(kind: .string), ""), (ValueSchema(kind: .string), "anything"),
            (ValueSchema(kind: .string, cases: ["a", ""]), ""), (cases, "a"), (cases, "b_var_baseline"),
            (ValueSchema(kind: .bool), "Yes"),
            (ValueSchema(kind: .bool, understandsBaseline: true), "true_baseline"),
            (ValueSchema(kind: .int), "-5"), (ValueSchema(kind: .int, range: 1...10), "10"),
            (ValueSchema(kind: .int, understandsBaseline: true), "5_baseline"),
            (ValueSchema(kind: .double), "1e3"), (ValueSchema(kind: .json), "{\"a\": [1, {\"b\": null}]}"),
            (ValueSchema(kind: .json), "\"\\ud83d\\ude00\""),
            (ValueSchema(kind: .duration), "1h30m"), (ValueSchema(kind: .url), "https://example.com/a?b=c"),
            (ValueSchema(kind: .date), "2026-03-01T09:30:00+01:00"),
        ])
    func accepts(_ schema: ValueSchema, _ text: String) {
        #expect(throws: Never.self) { try schema.check(text) }
    }

    @Test(
        "refuses the rest with the reason and the place",
        arguments: [
            (cases, "c", "not one of its cases", nil),
            (cases, "A", "not one of its cases; did you mean \"a\"?", nil),
            (cases, "_baseline", "no value before _baseline", 0),
            (cases, "a_baseline_baseline", "not one of its cases", nil),
            (ValueSchema(kind: .string, cases: ["a"]), "a_baseline", "not one of its cases", nil),
            (ValueSchema(kind: .bool), "maybe", "not a boolean", nil),
            (ValueSchema(kind: .bool), "", "not a boolean", nil),
            (ValueSchema(kind: .bool, understandsBaseline: true), "1", "not a boolean", nil),
            (ValueSchema(kind: .bool, understandsBaseline: true), "TRUE", "not a boolean", nil),
            (ValueSchema(kind: .int), "12a", "not a whole number", 2),
            (ValueSchema(kind: .int), "3.5", "not a whole number", 1),
            (ValueSchema(kind: .int), "--3", "not a whole number", 1),
            (ValueSchema(kind: .int), "99999999999999999999", "too large for a whole number", nil),
            (ValueSchema(kind: .int, range: 1...10), "11", "outside its range", nil),
            (ValueSchema(kind: .double), "1,5", "not a number", 1),
            (ValueSchema(kind: .duration), "90", "not a duration", nil),
            (ValueSchema(kind: .url), "example.com", "not an address", nil),
            (ValueSchema(kind: .url), "https://a b", "not an address", nil),
            (ValueSchema(kind: .date), "2026-03-01", "not a time", nil),
            (ValueSchema(kind: .double, range: 0...1), "1.5", "outside its range", nil),
            (
                ValueSchema(kind: .json), "{\"a\" 1}",
                "not JSON: expected ':' after \"a\", found '1' at line 1, column 6", 5
            ),
            (
                ValueSchema(kind: .json), "{\"a\":1,\"a\":2}",
                "not JSON: the name \"a\" occurs twice in one object at line 1, column 8", 7
            ),
        ] as [(ValueSchema, String, String, Int?)])
    func refuses(_ schema: ValueSchema, _ text: String, _ reason: String, _ offset: Int?) {
        let problem = #expect(throws: IncorrectValue.self) { try schema.check(text) }
        #expect(problem?.reason == reason)
        #expect(problem?.offset == offset)
        #expect(problem?.found == text)
        #expect(problem?.expected == schema.expectation)
    }

    @Test(
        "says what it accepts",
        arguments: [
            (ValueSchema(kind: .bool), "true or false"), (ValueSchema(kind: .string), "text"),
            (cases, "one of a, b_var, with or without _baseline"),
            (ValueSchema(kind: .int), "a whole number"),
            (ValueSchema(kind: .int, range: 1...10), "a whole number from 1 to 10"),
            (ValueSchema(kind: .double, range: 0.5...Double.infinity), "a number of at least 0.5"),
            (ValueSchema(kind: .double, range: -Double.infinity...2), "a number of at most 2"),
            (ValueSchema(kind: .json), "JSON"),
        ])
    func expectations(_ schema: ValueSchema, _ words: String) {
        #expect(schema.expectation == words)
    }

    @Test(
        "finds texts of the same value",
        arguments: [
            (ValueKind.duration, "60s", "1m", true), (.duration, "60s", "61s", false),
            (.date, "2026-03-01T10:00:00+01:00", "2026-03-01T09:00:00Z", true),
            (.url, "https://example.com", "https://example.com/", false),
        ])
    func sameValues(kind: ValueKind, one: String, other: String, areSame: Bool) {
        #expect(ValueSchema(kind: kind).areSame(one, other) == areSame)
    }

    @Test("describes an incorrect value in one safe line")
    func describes() {
        let problem = IncorrectValue(expected: "true or false", found: "\u{1B}[2J\n", reason: "not a boolean")
        #expect(problem.description == "not a boolean: expected true or false, found \"\\u{1b}[2J\\n\"")
    }

    @Test(
        "a whole number is compared with its range exactly",
        arguments: [
            (9_007_199_254_740_992, true), (9_007_199_254_740_993, false), (-9_007_199_254_740_993, false),
            (Int.max, false),
        ])
    func exactRange(_ value: Int, _ isAccepted: Bool) {
        let schema = ValueSchema(kind: .int, range: -9_007_199_254_740_992...9_007_199_254_740_992)
        #expect(((try? schema.check(String(value))) != nil) == isAccepted)
        #expect((try? ValueSchema(kind: .int, range: -.infinity...(.infinity)).check(String(value))) != nil)
    }
}
