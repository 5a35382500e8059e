import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Two values beside each other", .inTurn)
struct DifferencePanelTests {
    static let old =
        #"{"nested": {"retries": 3}, "list": [1, 2, 3], "text": "The old words stay", "gone": true}"#
    static let new =
        #"{"text": "The new words stay", "nested": {"retries": 5}, "list": [3, 1, 2], "added": {"a": 1}}"#

    private func fixture(_ size: CellSize, _ old: String?, _ new: String?) -> ShopFixture {
        var fixture = ShopFixture(size: size)
        let request = DifferenceRequest(
            "login_screen", oldSide: "production", old: old, newSide: "staging", new: new)
        for case .differ(let request) in fixture.state.settle(DifferencePanel.opened(on: request)) {
            _ = fixture.state.update(.differed(request.compared()))
        }
        return fixture
    }

    @Test(
        "by path, and whole",
        arguments: [("wide", CellSize(columns: 120, rows: 24)), ("usual", CellSize(columns: 80, rows: 24))])
    func screens(_ name: String, _ size: CellSize) throws {
        var fixture = fixture(size, Self.old, Self.new)
        try Golden.expect(fixture.screen, named: "difference-paths-\(name)")
        try fixture.press("Tab")
        try Golden.expect(fixture.screen, named: "difference-whole-\(name)")
    }

    @Test(
        "texts by word",
        arguments: [("wide", CellSize(columns: 120, rows: 12)), ("narrow", CellSize(columns: 60, rows: 12))])
    func words(_ name: String, _ size: CellSize) throws {
        let start = String(repeating: "The same long start of both. ", count: 6)
        let fixture = fixture(size, start + "Red is the end.", start + "Blue was the end.")
        try Golden.expect(fixture.screen, named: "difference-words-\(name)")
    }

    @Test("n and N go from change to change, and stop at the ends")
    func changes() throws {
        var fixture = fixture(CellSize(columns: 80, rows: 10), Self.old, Self.new)
        #expect(fixture.screen.contains("change 1 of 5"))
        try fixture.press("n", "n")
        #expect(fixture.screen.contains("change 3 of 5"))
        let row = try #require(DashboardView.frame(of: fixture.state, theme: .plain).cursor?.row)
        #expect(
            fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)[row].contains(
                "nested.retries"))
        try fixture.press("N")
        #expect(fixture.screen.contains("change 2 of 5"))
        try fixture.press("n", "n", "n", "n", "n")
        #expect(fixture.screen.contains("change 5 of 5"))
        #expect(fixture.screen.contains("added"))
    }

    @Test("that are large are released in the background when they are closed", arguments: [false, true])
    func closing(isLarge: Bool) throws {
        let text = String(repeating: "x", count: isLarge ? 20_000 : 20)
        var fixture = fixture(CellSize(columns: 80, rows: 10), #"["\#(text)", 1]"#, #"["\#(text)", 2]"#)
        let released = try fixture.press("Esc").contains { if case .release = $0 { true } else { false } }
        #expect(released == isLarge && fixture.state.panels.visible.isEmpty)
    }

    @Test("are copied as a diff and as a JSON Patch")
    func copying() throws {
        var fixture = fixture(CellSize(columns: 80, rows: 24), #"{"a": 1}"#, #"{"a": 2}"#)
        guard case .copy(let diff)? = try fixture.press("y").first,
            case .copy(let patch)? = try fixture.press("Y").first
        else {
            Issue.record("nothing was copied")
            return
        }
        _ = fixture.state.update(.copied(patch, CopyOutcome(wasSent: true)), at: ShopFixture.start)
        let notice = try #require(fixture.state.notices.notice?.text)
        #expect(fixture.screen.contains(notice.prefix(40)))
        #expect(diff.hasPrefix("--- production/login_screen\n+++ staging/login_screen\n@@ -1,3 +1,3 @@\n"))
        #expect(try JSONValue(parsing: patch) == [["op": "replace", "path": "/a", "value": 2]])
    }

    /// Writes what differs to a file, as the program does.
    private func export(_ fixture: inout ShopFixture, to path: String) throws {
        try fixture.press("E", "ctrl-u")
        fixture.type("export \(path)")
        for case .export(let request) in try fixture.press("Enter") {
            _ = fixture.state.update(.exported(request, request.written()), at: ShopFixture.start)
        }
    }

    @Test("are written to a file, as a JSON Patch or as a diff, by the ending of its name")
    func exporting() throws {
        let folder = try TemporaryFolder()
        var fixture = fixture(CellSize(columns: 80, rows: 24), #"{"a": 1}"#, #"{"a": 2}"#)
        try fixture.press("E")
        #expect(fixture.screen.contains("export login_screen.json"))
        try fixture.press("Esc")
        try export(&fixture, to: folder.path("d.json"))
        #expect(fixture.state.notices.notice?.text == "wrote the JSON Patch to \(folder.path("d.json"))")
        let patch = try JSONValue(parsing: folder.text(of: "d.json"))
        #expect(patch == [["op": "replace", "path": "/a", "value": 2]])
        try export(&fixture, to: folder.path("d.patch"))
        #expect(
            try folder.text(of: "d.patch").hasPrefix(
                "--- production/login_screen\n+++ staging/login_screen\n"))
        try export(&fixture, to: folder.path("d.csv"))
        #expect(fixture.screen.contains("ends in .json for a JSON Patch"))
    }

    @Test("texts have no JSON Patch, which is reported")
    func exportingTexts() throws {
        var fixture = fixture(CellSize(columns: 80, rows: 24), "a", "b")
        try fixture.press("E")
        #expect(fixture.screen.contains("export login_screen.diff"))
        try fixture.press("ctrl-u")
        fixture.type("export x.json")
        #expect(try fixture.press("Enter").isEmpty)
        #expect(fixture.screen.contains("a JSON Patch needs JSON values"))
    }

    @Test("what is looked for is found in paths and values; n and N are its own until Esc")
    func finding() throws {
        var fixture = fixture(CellSize(columns: 80, rows: 10), Self.old, Self.new)
        try fixture.press("/")
        fixture.type("words")
        #expect(fixture.screen.contains("1/1"))
        try fixture.press("Enter")
        #expect(fixture.screen.contains("The new words stay") && fixture.screen.contains("Esc clears"))
        try fixture.press("n")
        #expect(fixture.screen.contains("change 1 of 5"))
        try fixture.press("Esc", "n")
        #expect(fixture.screen.contains("change 2 of 5") && fixture.state.panels.top is DifferencePanel)
        try fixture.press("/")
        fixture.type("nowhere")
        #expect(fixture.screen.contains("not found"))
        try fixture.press("Esc", "Esc")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("that are large are compared in the background")
    func large() throws {
        let old = "[" + (0..<9_000).map(String.init).joined(separator: ",") + "]"
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 10))
        let request = DifferenceRequest(
            "k", oldSide: "a", old: old, newSide: "b", new: old.replacing("8999", with: "0"))
        let effects = fixture.state.settle(DifferencePanel.opened(on: request))
        #expect(fixture.screen.contains("comparing…"))
        guard case .differ(let request)? = effects.first else {
            Issue.record("nothing was asked for")
            return
        }
        _ = fixture.state.update(.differed(request.compared()))
        #expect(fixture.screen.contains("[8999]"))
    }

    @Test("O shows what the override under the cursor changes, and says so where there is none")
    func override() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("4", "O")
        #expect(fixture.state.panels.top is DifferencePanel)
        try fixture.press("Esc")
        #expect(fixture.state.panels.isEmpty)
        var other = ShopFixture()
        try other.press("O")
        #expect(other.screen.contains("the key has no override"))
    }

    @Test("Breaks lines between words, also where only some words of a line differ")
    func wrapping() throws {
        let (old, new) = (
            String(repeating: "words here ", count: 20), String(repeating: "words there ", count: 20)
        )
        let request = DifferenceRequest("key", oldSide: "one", old: old, newSide: "other", new: new)
        let page = try #require(request.compared().completed().rest?.whole)
        let layout = DifferenceLayout(CellSize(columns: 100, rows: 20), showing: nil)
        let lines = page.rows.flatMap { layout.lines(of: $0) }.map { $0.right.map(\.text).joined() }
        let words = lines.flatMap { $0.dropFirst(2).split(separator: " ") }
        #expect(lines.count > 5 && words.allSatisfy { ["words", "there"].contains($0) }, "\(lines)")
    }
}
