import ExperimentsSupport
import TestSupport
import Testing

@Suite("Spelling suggestions", .inTurn)
struct SpellingSuggestionTests {
    private let fields = ["name", "title", "type", "cases", "default", "baseline", "group"]

    @Test(
        "the nearest known name is proposed",
        arguments: [
            ("tittle", "title"), ("titel", "title"), ("Type", "type"), ("tpye", "type"),
            ("defualt", "default"),
            ("grup", "group"),
            ("base_line", "baseline"), ("case", "cases"),
        ])
    func near(name: String, expected: String) {
        #expect(SpellingSuggestion.nearest(to: name, in: fields) == expected)
    }

    @Test(
        "what is like nothing gets no proposal",
        arguments: ["", "zzz", "colour", "x", "a-name-of-some-length"])
    func far(name: String) {
        #expect(SpellingSuggestion.nearest(to: name, in: fields) == nil)
    }

    @Test("of equally near names the first is taken")
    func tie() {
        #expect(SpellingSuggestion.nearest(to: "bat", in: ["cat", "hat"]) == "cat")
    }

    @Test("a single letter is suggested for itself in another case, and for no other letter")
    func single() {
        #expect(SpellingSuggestion.nearest(to: "b", in: ["a", "B"]) == "B")
        #expect(SpellingSuggestion.nearest(to: "b", in: ["a", "c"]) == nil)
    }

    @Test("a name of absurd length is not compared")
    func absurd() {
        #expect(SpellingSuggestion.nearest(to: String(repeating: "a", count: 100_000), in: fields) == nil)
    }
}
