import ExperimentsSupport
import TestSupport
import Testing

@Suite("Two texts of JSON", .inTurn)
struct JSONTextsTests {
    @Test(
        "surely differ where a letter, a number, a name or a bracket is another one",
        arguments: [
            (#"{"a": 1}"#, #"{"a": 2}"#), (#"{"a": 1}"#, #"{"b": 1}"#), ("[1, 2]", "[1,2,3]"), ("[1]", "{}"),
            (#""x y""#, #""x  y""#), ("1", "12"), (#"["é", 1]"#, #"["é", 2]"#),
            (#"["\n later", 1]"#, #"["\n later",2]"#),
            (#"["\"", "a"]"#, #"["\"", "b"]"#), (#"["\\", "a"]"#, #"["\\" , "b"]"#),
        ])
    func different(one: String, other: String) {
        #expect(JSONSpan.surelyDiffer(one, other) && JSONSpan.surelyDiffer(other, one))
    }

    @Test(
        "are in doubt where blanks or escapes may be all that differs",
        arguments: [
            (#"{"a":[1,true]}"#, " {\n\t\"a\" : [ 1, true ]\r} "), (#""A""#, #""\u0041""#),
            (#""\u00e9""#, #""\u00E9""#), (#""\/""#, #""\u002f""#),
            (#"["\"]"]"#, #"[ "\"]" ]"#), ("\u{FEFF}1", "1"),
        ])
    func doubt(one: String, other: String) throws {
        #expect(!JSONSpan.surelyDiffer(one, other) && !JSONSpan.surelyDiffer(other, one))
        #expect(try JSONValue(parsing: one) == JSONValue(parsing: other))
    }

    @Test("never surely differ where they are the same value", arguments: 0..<8)
    func property(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &+ FuzzEffort.seed)
        let text = #"{"a": [1, 2.50, "x\n\u00e9 é\"", {"b": null}], "c": "\\", "d": {}}"#
        for _ in 0..<FuzzEffort.rounds(usually: 400, cases: 8) {
            var (one, other) = (Array(text.utf8), Array(text.utf8))
            for _ in 0...random.below(2) { Mutation.apply(to: &one, using: &random) }
            if random.below(2) == 0 { Mutation.apply(to: &other, using: &random) }
            guard let value = try? JSONValue(parsing: one), (try? JSONValue(parsing: other)) == value else {
                continue
            }
            let texts = [one, other].map { String(decoding: $0, as: UTF8.self) }
            #expect(!JSONSpan.surelyDiffer(texts[0], texts[1]), "\(texts)")
        }
    }
}
