import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The log on screen", .inTurn)
struct LogPanelTests {
    private func panel(_ fixture: ShopFixture) throws -> LogPanel {
        try #require(fixture.state.panels.first(LogPanel.self))
    }

    private func selected(_ fixture: ShopFixture) throws -> String? {
        try panel(fixture).selectedEntry(fixture.state)?.line
    }

    private func fail(_ reason: String, _ fixture: inout ShopFixture) {
        fixture.finishFetch(.failure(FetchFailure(reason)))
        fixture.pass(30)
    }

    /// A dashboard with a fetch, a failure and an override in its log.
    private func watched(_ size: CellSize = CellSize(columns: 100, rows: 20)) throws -> ShopFixture {
        var fixture = ShopFixture(size: size)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.pass(30)
        fail("connection refused by 127.0.0.1:9090", &fixture)
        try fixture.press("j", "j", "j", "o", "ctrl-u")
        fixture.type("9")
        try fixture.run(fixture.press("Enter"))
        return fixture
    }

    @Test("lists what happened, the newest last and under the cursor")
    func listed() throws {
        var fixture = try watched()
        try fixture.press("L")
        #expect(
            fixture.state.log.entries.map(\.line) == [
                "fetch updated: version 13, HTTP 200, 4096 bytes, 23ms, 1 changed: max_items",
                "fetch failed after 23ms: connection refused by 127.0.0.1:9090",
                "override max_items: none -> 9, by eve in the dashboard",
            ])
        #expect(try selected(fixture) == "override max_items: none -> 9, by eve in the dashboard")
        let lines = fixture.screen.split(separator: "\n")
        #expect(lines[0].contains("Log  3 entries  follows the newest"))
        #expect(lines[3].contains("09:01:00  override max_items"), "\(fixture.screen)")
    }

    @Test("before anything happened, the keys say so", arguments: ["L", "!"])
    func empty(key: String) throws {
        var fixture = ShopFixture()
        try fixture.press(key)
        #expect(fixture.state.panels.isEmpty)
        #expect(fixture.state.notices.notice?.text == "the log is empty")
    }

    @Test(
        "the cursor goes along with the newest until it is moved, and again from the end on",
        arguments: ["G", "End"])
    func follows(key: String) throws {
        var fixture = try watched()
        try fixture.press("L")
        fail("no answer", &fixture)
        #expect(try selected(fixture)?.hasSuffix("no answer") == true)
        try fixture.press("k")
        fail("no route", &fixture)
        #expect(try selected(fixture)?.hasPrefix("override max_items") == true)
        #expect(fixture.screen.contains("2 newer; G follows the newest"))
        try fixture.press(key)
        fail("no name", &fixture)
        #expect(try selected(fixture)?.hasSuffix("no name") == true)
    }

    @Test("the reason of a failure stands there whole, wrapped", arguments: [24, 40, 80])
    func wrapped(columns: Int) throws {
        var fixture = ShopFixture(size: CellSize(columns: columns, rows: 24))
        let reason =
            "config.json:302:16: unexpected 'o' where a value, such as true or a number, was expected"
        fail(reason, &fixture)
        try fixture.press("L")
        let words = fixture.screen.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.replacing(" ", with: "").contains(reason.replacing(" ", with: "")), "\(fixture.screen)")
    }

    @Test("a filter leaves out other entries; Esc clears it, then closes the log")
    func filter() throws {
        var fixture = try watched()
        try fixture.press("L", "/")
        fixture.type("failed")
        #expect(try panel(fixture).count == 1)
        #expect(fixture.screen.contains("1 of 3"))
        try fixture.press("Enter")
        fail("again", &fixture)
        #expect(try panel(fixture).count == 2)
        try fixture.press("Esc")
        #expect(try panel(fixture).count == 4)
        try fixture.press("Esc")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("a filter that cannot be read is reported, and not kept")
    func brokenFilter() throws {
        var fixture = try watched()
        try fixture.press("L", "/")
        fixture.type("type:bol")
        try fixture.press("Enter")
        #expect(fixture.screen.contains("no type \"bol\"") && fixture.screen.contains("invalid"))
        #expect(!fixture.screen.contains("Enter keep"))
        #expect(try panel(fixture).reading.filterField != nil)
    }

    @Test("finding goes from match to match, and leaves the others")
    func find() throws {
        var fixture = try watched()
        try fixture.press("L", "f")
        fixture.type("fetch")
        try fixture.press("Enter")
        #expect(try panel(fixture).reading.search.matches == [0, 1])
        try fixture.press("n")
        let first = try selected(fixture)
        try fixture.press("n")
        let second = try selected(fixture)
        #expect(try panel(fixture).count == 3 && second != first)
    }

    @Test("Enter opens all that is known of an entry, Esc goes back to the log")
    func whole() throws {
        var fixture = try watched()
        try fixture.press("L", "g", "Enter")
        #expect(fixture.screen.contains("─ Fetch ─") && fixture.screen.contains("updated, HTTP 200"))
        #expect(
            fixture.screen.contains("max_items") && fixture.screen.contains("7 -> 8"), "\(fixture.screen)")
        try fixture.press("Esc")
        #expect(try selected(fixture)?.hasPrefix("fetch updated") == true)
    }

    @Test("y copies the entry, in the list and where it is open", arguments: [[], ["Enter"]])
    func copy(keys: [String]) throws {
        var fixture = try watched()
        try fixture.press("L")
        for key in keys { try fixture.press(key) }
        let effects = try fixture.press("y")
        let texts = effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
        #expect(
            texts == [
                "2026-03-01 09:01:00  override max_items: none -> 9, by eve in the dashboard\nmax_items: none -> 9"
            ])
    }

    @Test("a click chooses an entry, another one opens it")
    func click() throws {
        var fixture = try watched()
        try fixture.press("L")
        let click = Message.input(
            .mouse(MouseEvent(.press, button: 1, at: CellPoint(column: 20, row: 2))))
        _ = fixture.state.update(click)
        #expect(try selected(fixture)?.hasPrefix("fetch failed") == true)
        _ = fixture.state.update(click)
        #expect(fixture.state.panels.top is LogEntryPanel)
    }

    @Test("of a thousand long entries those on the screen are laid out, and each can be gone to")
    func long() throws {
        var fixture = ShopFixture(size: CellSize(columns: 60, rows: 24))
        for number in 0..<1200 {
            fixture.state.say("\(number) " + String(repeating: "long words ", count: 12), .warning)
        }
        try fixture.press("L")
        let layout = LogLayout(try panel(fixture), fixture.state)
        #expect(layout.visible.upperBound == 1000 && layout.visible.count < 10)
        #expect(fixture.screen.contains("1199 long words"))
        for (key, text) in [("g", "200 long"), ("j", "201 long"), ("PgDn", "long words"), ("G", "1199 long")]
        {
            try fixture.press(key)
            let panel = try panel(fixture)
            let entry = try #require(panel.selectedEntry(fixture.state))
            #expect(fixture.screen.contains(text) && fixture.screen.contains(entry.text.prefix(12)), "\(key)")
        }
    }

    @Test("control characters in what is logged are shown, not sent")
    func hostile() throws {
        var fixture = ShopFixture()
        fail("\u{1b}[31mred\u{7}\u{202e}", &fixture)
        try fixture.press("L")
        #expect(
            !fixture.screen.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{7}" || $0 == "\u{202e}" })
        try fixture.press("Enter")
        #expect(
            !fixture.screen.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{7}" || $0 == "\u{202e}" })
    }
}

@Suite("What goes into the log", .inTurn)
struct LoggingTests {
    private func lines(_ fixture: ShopFixture) -> [String] { fixture.state.log.entries.map(\.line) }

    @Test("live updates, when they are lost and when they come back")
    func live() {
        var fixture = ShopFixture()
        for status: LiveStatus in [
            .connecting, .live, .interrupted(reason: "no route", nextTryAt: ShopFixture.start + 5),
            .connecting, .live,
        ] { _ = fixture.state.update(.service(.liveStatusChanged(status)), at: fixture.state.now) }
        #expect(
            lines(fixture) == [
                "live updates: on", "live updates lost: no route; next try at 09:00:05", "live updates: on",
            ])
    }

    @Test("a change to the overrides' file by something else")
    func foreign() {
        var fixture = ShopFixture()
        let state = OverrideStoreState(overrides: OverrideSet(["max_items": Override(value: "3")]))
        _ = fixture.state.update(.service(.overridesChanged(state)), at: fixture.state.now)
        #expect(
            lines(fixture) == ["overrides changed in the file by an app or an editor: max_items: none -> 3"])
    }

    @Test("a change that is made here, once; one that the store refuses, with the reason")
    func own() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o", "ctrl-u")
        fixture.type("3")
        try fixture.run(fixture.press("Enter"))
        let edit = OverrideEdit(title: "override max_items", entries: ["max_items": Override(value: "4")])
        #expect(lines(fixture) == ["override max_items: none -> 3, by eve in the dashboard"])
        let state = OverrideStoreState(overrides: fixture.store.overrides)
        let answer = OverrideAnswer(edit, .failure(MessageError("disk full")), state: state)
        _ = fixture.state.update(.overridesEdited(answer), at: fixture.state.now)
        #expect(lines(fixture).dropFirst() == ["override max_items: disk full"])
    }

    @Test("the project file, read again or refused")
    func project() {
        var fixture = ShopFixture()
        let update = ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(30))
        _ = fixture.state.update(.projectRead(.success(update)), at: fixture.state.now)
        _ = fixture.state.update(.projectRead(.failure(MessageError("line 3: no"))), at: fixture.state.now)
        #expect(fixture.state.log.entries.map(\.kind) == [.file, .file])
        #expect(
            lines(fixture) == [
                "project file reloaded", "still using the last valid project file: line 3: no",
            ])
    }

    @Test("the overrides' file, when it cannot be read and when it can be read again")
    func overridesFile() {
        var fixture = ShopFixture()
        func tell(_ problem: OverrideStoreProblem?) {
            let state = OverrideStoreState(overrides: .empty, problem: problem)
            _ = fixture.state.update(.service(.overridesChanged(state)), at: fixture.state.now)
        }
        let problem = OverrideStoreProblem(
            FileProblem(path: "shop/overrides.json", message: "permission denied"))
        for problem in [problem, problem, nil, nil] { tell(problem) }
        #expect(
            lines(fixture) == [
                "overrides not read: overrides.json: permission denied", "overrides are readable again",
            ])
        #expect(fixture.state.log.entries.map(\.kind) == [.file, .file])
        #expect(fixture.state.log.entries.map(\.severity) == [.error, .info])
    }

    @Test("a theme, where it is another one now; nothing is reported about what can be seen")
    func theme() throws {
        func library(_ text: String) -> ThemeLibrary {
            ThemeLibrary(adding: [ThemeText(name: "mine", source: "mine.yaml", text: text)])
        }
        var fixture = ShopFixture(
            options: DashboardOptions(theme: try library("roles: {ok: red}").theme(named: "mine")))
        func read(_ text: String, _ problem: String? = nil) {
            _ = fixture.state.update(.themesRead(library(text), problem: problem), at: fixture.state.now)
        }
        read("roles: {ok: red}")
        #expect(lines(fixture).isEmpty)
        read("roles: {ok: blue}")
        #expect(lines(fixture) == ["reloaded theme mine"] && fixture.state.notices.notice == nil)
        read("roles: {ok: blue}", "mine.yaml:4: no")
        #expect(lines(fixture).last == "mine.yaml:4: no")
        #expect(fixture.state.log.entries.map(\.kind) == [.file, .file])
    }

    @Test("the fetches before this dashboard, and the source where there are several")
    func earlier() {
        var fixture = ShopFixture(sources: [DashboardSource(name: "shop"), DashboardSource(name: "staging")])
        let record = FetchRecord(
            id: 0, trigger: .manual, startedAt: ShopFixture.start - 86400, duration: .milliseconds(5),
            result: .failure(FetchFailure("no route")), version: nil, difference: .none)
        for _ in 0..<2 {
            _ = fixture.state.update(.to(\.shown.history, .earlierFetches([record], source: "shop")))
        }
        #expect(lines(fixture) == ["fetch failed after 5ms: no route (shop (emulator))"])
    }
}
