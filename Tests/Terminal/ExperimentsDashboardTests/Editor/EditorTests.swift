import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The editor of overrides", .inTurn)
struct EditorTests {
    @Test("Tab continues to the end and the note, which are set with the value")
    func fields() throws {
        var fixture = ShopFixture()
        try fixture.press("o", "2", "Tab")
        fixture.type("2h")
        try fixture.press("Tab")
        fixture.type("a long test")
        try fixture.run(fixture.press("Enter"))
        let override = try #require(fixture.store.overrides["paywall_type"])
        #expect(override.value == "b")
        #expect(override.note == "a long test")
        #expect(override.expiresAt == ShopFixture.start + 7200)
    }

    @Test("an end that is none is not taken, and the editor stays with the reason")
    func badEnd() throws {
        var fixture = ShopFixture()
        try fixture.press("o", "Tab")
        fixture.type("soon")
        #expect(try fixture.press("Enter").isEmpty)
        #expect(fixture.screen.contains("expected a duration (2h) or a time (18:00)"))
        try fixture.press("ctrl-u")
        #expect(try !fixture.press("Enter").isEmpty)
    }

    @Test("until upstream changes keeps what the source holds now")
    func upstream() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o", "Tab")
        fixture.type("upstream changes")
        try fixture.press("backTab", "ctrl-u")
        fixture.type("9")
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.store.overrides["max_items"]?.until == .upstreamChange(from: "7"))
        #expect(fixture.state.selectedRow?.status == .override)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        #expect(fixture.state.selectedRow?.status == .ok)
    }

    @Test("until next fetch ends with the next fetch that brings nothing new, too")
    func nextFetch() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o", "Tab")
        fixture.type("next fetch")
        try fixture.press("backTab", "up")
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.state.selectedRow?.overrideText == "8")
        fixture.pass(5)
        fixture.finishFetch(.failure(FetchFailure("refused")))
        #expect(fixture.state.selectedRow?.overrideText == "8")
        fixture.finishFetch(.success(ShopFixture.snapshot))
        #expect(fixture.state.selectedRow?.overrideText == nil)
        try fixture.press("4")
        #expect(fixture.screen.contains("expired"))
    }

    @Test(
        "the first letter replaces the value, and a key that moves the caret edits it",
        arguments: [
            (["3"], "3"), (["End", "0"], "70"), (["Left", "1"], "17"), (["Backspace", "4"], "4"),
            (["Up", "9"], "9"),
        ])
    func replacing(keys: [String], expected: String) throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o")
        for key in keys { try fixture.press(key) }
        #expect(fixture.state.panels.first(OverrideEditor.self)?.text == expected)
    }

    @Test("Tab selects what a field has, so that the first letter replaces it")
    func selecting() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j", "o", "Tab", "Tab")
        fixture.type("QA")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.note.text == "QA")
    }

    @Test("a value that its key refuses is set with a key of its own, and never with Enter")
    func insisting() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o")
        fixture.type("many")
        for _ in 0..<3 { #expect(try fixture.press("Enter").isEmpty) }
        #expect(fixture.screen.contains("ctrl-s sets it anyway"))
        try fixture.run(fixture.press("ctrl-s"))
        #expect(fixture.store.overrides["max_items"]?.value == "many")
    }

    @Test("an empty field says what can be typed into it", arguments: [12, 24])
    func placeholders(rows: Int) throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: rows))
        try fixture.press("o", "Tab")
        #expect(fixture.screen.contains("2h, 18:00, next fetch"))
        #expect(fixture.screen.contains("╭─ until ─") == (rows == 24))
        fixture.type("1")
        #expect(!fixture.screen.contains("2h, 18:00"))
    }

    @Test("the arrow keys offer the usual ends")
    func usualEnds() throws {
        var fixture = ShopFixture()
        try fixture.press("o", "Tab", "down", "down")
        #expect(fixture.screen.contains("2h"))
        try fixture.press("up")
        #expect(fixture.screen.contains("30m"))
    }

    @Test("the arrow keys count a whole number within its range")
    func counting() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o", "up", "up", "up", "up", "up")
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.store.overrides["max_items"]?.value == "10")
    }

    @Test("JSON is checked as it is typed, with the place")
    func json() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 24))
        try fixture.press("j", "j", "j", "j", "j", "o", "ctrl-u")
        fixture.type(#"{"a": 1, }"#)
        let lines = fixture.screen.split(separator: "\n").map(String.init)
        let row = try #require(lines.firstIndex { $0.contains(#"{"a": 1, }"#) })
        let brace = try #require(lines[row].firstIndex(of: "}"))
        let caret = try #require(lines[row + 1].firstIndex(of: "^"))
        #expect(
            lines[row].distance(from: lines[row].startIndex, to: brace)
                == lines[row + 1].distance(from: lines[row + 1].startIndex, to: caret))
        try fixture.press("left", "backspace", "backspace")
        #expect(fixture.screen.contains("Enter sets it"))
    }

    @Test("the note and the expiry can be edited without a value")
    func noteAlone() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j", "e", "ctrl-u")
        fixture.type("other")
        try fixture.press("Tab", "ctrl-u")
        try fixture.run(fixture.press("Enter"))
        let override = try #require(fixture.store.overrides["max_items"])
        #expect(override.note == "other")
        #expect(override.expiresAt == nil)
        #expect(override.value == "9")
    }

    @Test("an override that has ended gets no old end back")
    func ended() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        fixture.pass(8000)
        try fixture.press("j", "j", "j", "o")
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.store.overrides["max_items"]?.expiresAt == nil)
        #expect(fixture.state.selectedRow?.status == .override)
    }

    @Test(
        "a value that is pasted stays what it was, but for one line end at the end",
        arguments: [
            ("abc\n", "abc"), ("line1\nline2\r\nline3", "line1\nline2\r\nline3"), ("abc\n\n", "abc\n"),
            ("abc ", "abc "),
        ])
    func pasteValue(text: String, expected: String) throws {
        let key = CatalogKey(name: "greeting", schema: ValueSchema(kind: .string))
        var fixture = ShopFixture(keys: [key], snapshot: Snapshot(texts: [:], fetchedAt: ShopFixture.start))
        try fixture.press("o", "ctrl-u")
        _ = fixture.state.update(.input(.paste(text)))
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.store.overrides["greeting"]?.value == expected)
    }

    @Test("a number that was copied with the end of its line is a number")
    func pasteNumber() throws {
        let key = CatalogKey(name: "days", schema: ValueSchema(kind: .int))
        var fixture = ShopFixture(keys: [key], snapshot: Snapshot(texts: [:], fetchedAt: ShopFixture.start))
        try fixture.press("o", "ctrl-u")
        _ = fixture.state.update(.input(.paste("5\n")))
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.store.overrides["days"]?.value == "5")
    }

    @Test("a paste goes into the field that has the focus")
    func paste() throws {
        var fixture = ShopFixture()
        try fixture.press("o", "Tab", "Tab")
        _ = fixture.state.update(.input(.paste("pasted\nnote")))
        try fixture.run(fixture.press("Enter"))
        #expect(fixture.store.overrides["paywall_type"]?.note == "pasted note")
    }
}
