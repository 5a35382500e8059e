import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Typing and pasting much", .inTurn)
struct TypingTests {
    private func letters(_ text: String) -> [InputEvent?] { text.map { .key(KeyPress($0)) } }

    @Test("letters that come immediately are one text, up to the first key that is none")
    func run() throws {
        let typed = try #require(
            TypedText(.key(KeyPress("a")), letters("bc") + [.key(KeyPress(.enter))] + letters("d")))
        #expect(typed == TypedText(.key(KeyPress("a")), letters("bc")))
        #expect(typed.text == "abc" && typed.count == 3)
        #expect(TypedText(.key(KeyPress(.enter)), letters("bc")) == nil)
        #expect(TypedText(.key(KeyPress("d", .control)), letters("bc")) == nil)
        #expect(TypedText(.key(KeyPress("a")), [nil] + letters("b"))?.count == 1)
    }

    @Test(
        "if letters are typed, they can be taken immediately",
        arguments: [["/"], ["f"], [":"], ["o", "Tab"], ["P", "i"], ["?", "f"], ["Enter", "F"]])
    func fields(keys: [String]) throws {
        var fixture = ShopFixture()
        for key in keys {
            try fixture.press(key)
            if key == "P" { fixture.answerProfiles() }
        }
        #expect(fixture.state.takesText)
        let text = String(repeating: "abc ", count: 300_000)
        _ = fixture.state.update(.input(.paste(text)))
        let field = try #require(fixture.state.typedField)
        #expect(field.text.utf8.count == min(text.utf8.count, field.room))
        #expect(field.leftOut == max(0, text.utf8.count - field.room))
        #expect((fixture.state.notices.notice?.text.contains("dropped") ?? false) == (field.leftOut > 0))
    }

    @Test("elsewhere letters are keys", arguments: [[], ["o"], ["?"], ["t"], ["P"]])
    func noField(keys: [String]) throws {
        var fixture = ShopFixture()
        for key in keys { try fixture.press(key) }
        #expect(!fixture.state.takesText)
    }

    @Test("applying letters together gives the same result as one by one")
    func same() throws {
        var (one, other) = (ShopFixture(), ShopFixture())
        try one.press("/")
        try other.press("/")
        one.type("checkout e\u{301}")
        _ = other.state.update(.input(.paste("checkout e\u{301}")))
        #expect(one.state.list.filter == other.state.list.filter)
        #expect(one.state.list.filterField == other.state.list.filterField)
        #expect(one.state.rowCount == other.state.rowCount)
    }

    @Test("a megabyte of JSON is a value like any other")
    func largeValue() throws {
        let key = CatalogKey(name: "large", schema: ValueSchema(kind: .json))
        var fixture = ShopFixture(keys: [key], snapshot: Snapshot(texts: [:], fetchedAt: ShopFixture.start))
        try fixture.press("o", "ctrl-u")
        let value = "[" + String(repeating: "12345,\n", count: 150_000) + "0]"
        _ = fixture.state.update(.input(.paste(value)))
        let effects = try fixture.press("Enter")
        guard case .editOverrides(let edit) = effects.first else {
            Issue.record("the value was not set")
            return
        }
        #expect(edit.entries["large"]??.value == value)
    }

    @Test("a value for thousands of equal keys is checked once, and the first key that refuses it is named")
    func checkedOnce() throws {
        let keys = (0..<5_000).map {
            CatalogKey(name: "k\($0)", schema: ValueSchema(kind: $0 < 9 ? .string : .json))
        }
        var editor = OverrideEditor(keys, current: "", now: ShopFixture.start, localTime: .utc)
        editor.edit { $0.insert("{" + String(repeating: " ", count: 100_000)) }
        #expect(editor.problem?.key.name == "k9")
    }
}

extension KeyPress {
    fileprivate init(_ character: Character, _ modifiers: KeyModifiers) {
        self.init(.character(character), modifiers: modifiers)
    }
}

extension ShopFixture {
    /// The profiles are read: there are none.
    fileprivate mutating func answerProfiles() {
        var answer = LibraryAnswer<OverrideProfile>(isDone: true)
        answer.items = []
        _ = state.update(.profilesAnswered(.list, answer), at: state.now)
    }
}
