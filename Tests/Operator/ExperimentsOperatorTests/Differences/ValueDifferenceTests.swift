import ExperimentsOperator
import TestSupport
import Testing

@Suite("What differs between two values", .inTurn)
struct ValueDifferenceTests {
    @Test(
        "is reported in a word",
        arguments: [
            ("3", "5", "+2"), ("0.3", "0.1", "−0.2"), ("12345678901234567890", "12345678901234567891", "+1"),
            ("a", "b", ""), ("3", "x", ""), (nil, "x", "only right"), ("x", nil, "only left"),
            ("[1]", "[2]", "+1"), ("[1]", "[true]", "changed"), ("[1]", "[1, 2, 3]", "2 changes"),
            ("[1]", "[ 1.0 ]", "equal, written differently"),
            ("{", "[1]", ""),
        ] as [(String?, String?, String)])
    func word(old: String?, new: String?, word: String) {
        #expect(ValueDifference(old, new).word == word)
    }

    @Test("shows in a table the part that differs, never two equal stumps")
    func excerpts() {
        let start = String(repeating: "The same long start of both. ", count: 9)
        let texts = ValueDifference(start + "Red", start + "Blue").excerpts(columns: 20)
        #expect(texts.old == "…oth. Red")
        #expect(texts.new == "…oth. Blue")
        let old = #"{"a": "\#(start)", "nested": {"retries": 3, "on": true}}"#
        let json = ValueDifference(old, old.replacing("3", with: "5")).excerpts(columns: 30)
        #expect(json.old == "nested.retries: 3")
        #expect(json.new == "nested.retries: 5")
        let narrow = ValueDifference(old, old.replacing("3", with: "5")).excerpts(columns: 16)
        #expect(narrow.old == "…sted.retries: 3")
        let inside = ValueDifference(#"{"text": "\#(start)x"}"#, #"{"text": "\#(start)y"}"#).excerpts(
            columns: 24)
        #expect(inside.old == #"text: …th. x""#)
        #expect(inside.new == #"text: …th. y""#)
        let added = ValueDifference("[]", #"["new"]"#).excerpts(columns: 20)
        #expect(added.old.isEmpty)
        #expect(added.new == #"[0]: "new""#)
        #expect(ValueDifference("short", "shore").excerpts(columns: 20) == ("short", "shore"))
    }

    @Test("shows in one line the place of a change in JSON once, and both values of it")
    func line() {
        let old = #"{"from": "10:00", "text": "\#(String(repeating: "long ", count: 9))", "to": "16:00"}"#
        let changed = ValueDifference(old, old.replacing("16:00", with: "17:00")).partsOfLine(columns: 30)
        #expect(changed == ("to: ", #""16:00""#, #""17:00""#))
        let added = ValueDifference("[]", #"["new"]"#).partsOfLine(columns: 30)
        #expect(added == ("[0]: ", "nothing", #""new""#))
        // A longer value takes the room that the other one leaves.
        let long = ValueDifference("Welcome to the shop", "Welcome to the spring sale").partsOfLine(
            columns: 24)
        #expect(long.old == "…e shop" && long.new == "…e spring sale", "\(long)")
        let texts = ValueDifference("Welcome to the shop", "Welcome to the sale").partsOfLine(columns: 20)
        #expect(texts == ("", "… shop", "… sale"))
    }

    @Test("can be seen between texts that only look the same, in a cell and in a line")
    func lookAlikes() {
        let texts = ValueDifference("Wi\u{e9}n", "Wie\u{301}n")
        #expect(texts.excerpts(columns: 20) == (#"Wi\u{e9}n"#, #"Wie\u{301}n"#))
        #expect(texts.partsOfLine(columns: 40) == ("", #"Wi\u{e9}n"#, #"Wie\u{301}n"#))
        let json = ValueDifference(#"{"x": "\#u{e9}"}"#, #"{"x": "e\#u{301}"}"#)
        #expect(json.excerpts(columns: 30) == (#"x: "\u{e9}""#, #"x: "e\u{301}""#))
        #expect(json.partsOfLine(columns: 40) == ("x: ", #""\u{e9}""#, #""e\u{301}""#))
    }

    @Test("begins in few columns with the part that differs")
    func fewColumns() {
        let parts = ValueDifference(#"{"from": "09:00"}"#, #"{"from": "09:30"}"#).partsOfLine(columns: 13)
        #expect(parts == ("from: ", #"…00""#, #"…30""#))
    }

    @Test("parts at letters, not within them")
    func letters() {
        let start = String(repeating: "long ", count: 10)
        let excerpts = ValueDifference(start + "e\u{301}", start + "e\u{300}").excerpts(columns: 12)
        #expect(excerpts.old == "…ng e\u{301}")
        #expect(excerpts.new == "…ng e\u{300}")
    }

    @Test("compares JSON in lines of the same order")
    func comparable() {
        let texts = ValueDifference(
            #"{"a": 1, "b": [{"id": 1, "x": 1}]}"#, #"{"b": [{"x": 1, "id": 1}], "a": 1.0}"#
        )
        .comparable
        #expect(texts.old == texts.new)
    }
}
