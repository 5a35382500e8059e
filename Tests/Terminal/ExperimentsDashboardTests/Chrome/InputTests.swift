import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Keys, paste and mouse", .inTurn)
struct InputTests {
    @Test("typing a filter narrows the list letter by letter, Esc brings all back")
    func filter() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("max")
        #expect(fixture.state.rowCount == 1)
        try fixture.press("Esc")
        #expect(fixture.state.rowCount == 8)
    }

    @Test("Enter keeps the filter, and it survives a fetch and a change of screen")
    func stickyFilter() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("checkout")
        try fixture.press("Enter")
        #expect(fixture.state.rowCount == 2)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        try fixture.press("2")
        #expect(fixture.state.rowCount == 1)
        try fixture.press("1")
        #expect(fixture.state.rowCount == 2)
    }

    @Test("pasted text is data: it types into a field and never runs a command")
    func paste() throws {
        var fixture = ShopFixture()
        #expect(fixture.state.update(.input(.paste("q\nq"))).isEmpty)
        try fixture.press("/")
        _ = fixture.state.update(.input(.paste("max\nitems")))
        #expect(fixture.state.list.filter.text == "max items")
    }

    @Test("ctrl-c leaves from everywhere", arguments: [[], ["/"], ["?"], [":"], ["o"], ["t"]])
    func leave(_ keys: [String]) throws {
        var fixture = ShopFixture()
        for key in keys { try fixture.press(key) }
        guard case .quit = try fixture.press("ctrl-c").first else {
            Issue.record("ctrl-c did not leave")
            return
        }
    }

    @Test("a disabled action says why")
    func disabled() throws {
        var fixture = ShopFixture()
        try fixture.press("u")
        #expect(fixture.state.notices.notice?.text == "paywall_type has no override")
    }

    @Test("a click moves the cursor, a click on the cursor opens the details")
    func clicks() {
        var fixture = ShopFixture()
        let row = fixture.state.layout.list.row
        _ = fixture.state.update(
            .input(.mouse(MouseEvent(.press, button: 1, at: CellPoint(column: 5, row: row + 2)))))
        #expect(fixture.state.selectedName == "checkout_button_color")
        #expect(!fixture.state.details.isShown)
        _ = fixture.state.update(
            .input(.mouse(MouseEvent(.press, button: 1, at: CellPoint(column: 5, row: row + 2)))))
        #expect(fixture.state.details.isShown)
    }

    @Test("a click on a tab shows its screen")
    func tabClick() throws {
        var fixture = ShopFixture()
        let line = try #require(fixture.screen.split(separator: "\n").dropFirst().first)
        let column = try #require(
            line.firstRange(of: "History").map { line.distance(from: line.startIndex, to: $0.lowerBound) })
        _ = fixture.state.update(
            .input(.mouse(MouseEvent(.press, button: 1, at: CellPoint(column: column, row: 1)))))
        #expect(fixture.state.screen == .history)
    }

    @Test("a click on a title sorts by it, a second one turns the order")
    func titleClick() {
        var fixture = ShopFixture()
        let point = CellPoint(column: 14, row: fixture.state.layout.columnTitles.row)
        _ = fixture.state.update(.input(.mouse(MouseEvent(.press, button: 1, at: point))))
        #expect(fixture.state.list.sort == KeyOrder(.key))
        _ = fixture.state.update(.input(.mouse(MouseEvent(.press, button: 1, at: point))))
        #expect(fixture.state.list.sort == KeyOrder(.key, isReversed: true))
    }

    @Test("a click on a key in the list's border presses it")
    func borderClick() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 36))
        let row = fixture.state.layout.listBox.endRow - 1
        let line = DashboardView.frame(of: fixture.state, theme: .plain).lines[row]
        let place = try #require(line.firstRange(of: " v groups "))
        let column = line[..<place.lowerBound].count + 2
        _ = fixture.state.update(
            .input(.mouse(MouseEvent(.press, button: 1, at: CellPoint(column: column, row: row)))))
        #expect(fixture.state.list.isGrouped)
    }

    @Test("the wheel scrolls the list")
    func wheel() {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 9))
        _ = fixture.state.update(.input(.mouse(MouseEvent(.wheelDown, at: CellPoint(column: 5, row: 4)))))
        #expect(fixture.state.position.top == 3)
    }

    @Test("the palette runs the chosen command")
    func palette() throws {
        var fixture = ShopFixture()
        try fixture.press(":")
        fixture.type("history")
        try fixture.press("Enter")
        #expect(fixture.state.screen == .history)
    }

    @Test("Esc goes back one level at a time: details that were opened, filter, first screen")
    func back() throws {
        var fixture = ShopFixture()
        try fixture.press("2", "Enter", "/")
        fixture.type("c")
        try fixture.press("Enter", "Esc")
        #expect(!fixture.state.details.isShown && !fixture.state.list.filter.isEmpty)
        try fixture.press("Esc")
        #expect(fixture.state.list.filter.isEmpty && fixture.state.screen == .missing)
        try fixture.press("Esc")
        #expect(fixture.state.screen == .keys)
    }

    @Test("a theme is tried on as the cursor passes it, and Esc brings the old one back")
    func themes() throws {
        var fixture = ShopFixture()
        try fixture.press("t", "j")
        #expect(fixture.state.theme.name == fixture.state.appearance.themes.names[1])
        try fixture.press("Esc")
        #expect(fixture.state.theme == .plain)
        try fixture.press("t", "j", "Enter")
        #expect(fixture.state.theme.name == fixture.state.appearance.themes.names[1])
    }

    @Test("a key right after Esc on a list, which terminals send as alt and the key, is Esc and the key")
    func escapeThenKey() throws {
        var fixture = ShopFixture()
        try fixture.press("alt-2")
        var other = ShopFixture()
        try other.press("2")
        #expect(fixture.state.screen == other.state.screen)
        #expect(fixture.state.notices.notice == nil)
    }

    @Test(
        "alt with a letter in a text field or a panel does nothing to what is behind it",
        arguments: ["/", "f", ":", "o", "?", "t"], ["alt-u", "alt-d", "alt-q", "alt-x", "alt-Enter"])
    func altBehind(opening: String, key: String) throws {
        var fixture = ShopFixture()
        try fixture.press(opening)
        let isOpen = fixture.state.takesText || !fixture.state.panels.isEmpty
        #expect(isOpen)
        let screen = fixture.state.screen
        let text = fixture.state.typedField?.text
        let hasPanel = !fixture.state.panels.isEmpty
        #expect(try fixture.press(key).isEmpty)
        #expect(fixture.state.screen == screen && fixture.state.panels.isEmpty != hasPanel)
        if key != "alt-d" { #expect(fixture.state.typedField?.text == text) }
    }

    @Test("alt with a key that edits a text edits it")
    func altInField() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("one two")
        try fixture.press("alt-b", "alt-d")
        #expect(fixture.state.list.filterField?.text == "one ")
    }

    @Test("on a screen that is too small keys change nothing, and leaving works")
    func tooSmall() throws {
        var fixture = ShopFixture()
        _ = fixture.state.update(.input(.resized(CellSize(columns: 15, rows: 4))))
        let before = fixture.state.position.cursor
        #expect(try fixture.press("j", "o", "u", "x", "Enter").isEmpty)
        #expect(fixture.state.panels.isEmpty && fixture.state.position.cursor == before)
        let click = MouseEvent(.press, button: 1, at: CellPoint(column: 1, row: 3))
        #expect(fixture.state.update(.input(.mouse(click))).isEmpty)
        for key in ["q", "ctrl-c"] {
            guard case .quit = try fixture.press(key).first else {
                Issue.record("\(key) did not leave")
                continue
            }
        }
        guard case .suspend = try fixture.press("ctrl-z").first else {
            Issue.record("ctrl-z did not suspend")
            return
        }
        _ = fixture.state.update(.input(.resized(CellSize(columns: 80, rows: 24))))
        try fixture.press("j")
        #expect(fixture.state.position.cursor == before + 1)
    }
}
