import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Marking rows", .inTurn)
struct MarkingTests {
    @Test("a mark stays on its key, whatever is shown, and Esc takes all marks away")
    func marks() throws {
        var fixture = ShopFixture()
        try fixture.press("m", "j", "m")
        #expect(fixture.state.marked == ["paywall_type", "checkout_button_color"])
        try fixture.press("s", "2", "1", "/")
        fixture.type("max")
        try fixture.press("Enter")
        #expect(fixture.state.marked.count == 2)
        #expect(fixture.screen.contains("2 marked, 2 not shown"))
        try fixture.press("Esc")
        #expect(fixture.state.marked.isEmpty)
        #expect(!fixture.state.list.filter.isEmpty)
    }

    @Test("a mark stays on its key when the source drops the key and brings it back among other rows")
    func comingAndGoing() throws {
        var fixture = ShopFixture()
        try fixture.press("m", "G", "m")
        #expect(fixture.state.marked == ["paywall_type", "greeting_日本"])
        let without = ShopFixture.snapshot.changing(["greeting_日本": nil])
        fixture.finishFetch(.success(without))
        #expect(fixture.state.marked == ["paywall_type", "greeting_日本"])
        #expect(fixture.state.overriding.hiddenMarkCount == 1)
        #expect(fixture.state.targets.map(\.name) == ["paywall_type"])
        fixture.finishFetch(.success(without.changing(["a_new_one": "1", "greeting_日本": "2"])))
        #expect(fixture.state.targets.map(\.name) == ["paywall_type", "greeting_日本"])
        #expect(fixture.state.overriding.hiddenMarkCount == 0)
    }

    @Test("all rows shown are marked, and then none")
    func all() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("enabled")
        try fixture.press("Enter", "M")
        #expect(fixture.state.marked == ["free_shipping_enabled", "new_search_enabled"])
        try fixture.press("M")
        #expect(fixture.state.marked.isEmpty)
    }

    @Test("several keys are set together after a yes, and undone in one step")
    func setSeveral() throws {
        var fixture = ShopFixture()
        try fixture.press("/")
        fixture.type("enabled")
        try fixture.press("Enter", "M", "o")
        #expect(fixture.screen.contains("Override 2 keys"))
        #expect(try fixture.press("1", "Enter").isEmpty)
        #expect(fixture.screen.contains("Override 2 keys with \"true\"?"))
        try fixture.run(fixture.press("y"))
        #expect(
            fixture.store.overrides.entries.mapValues(\.value) == [
                "free_shipping_enabled": "true", "new_search_enabled": "true",
            ])
        #expect(fixture.state.marked.isEmpty)
        try fixture.run(fixture.press("U"))
        #expect(fixture.store.overrides.isEmpty)
        try fixture.run(fixture.press("ctrl-y"))
        #expect(fixture.store.overrides.entries.count == 2)
    }

    @Test("no is the answer to everything but y", arguments: ["n", "Enter", "Esc", "x"])
    func no(_ key: String) throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("4", "M", "u")
        #expect(fixture.screen.contains("Remove 3 overrides?"))
        #expect(try fixture.press(key).isEmpty)
        #expect(fixture.state.hasNoOverlay)
        #expect(fixture.state.marked.count == 3)
    }

    @Test("switching several switches all off where one is on, and else all on")
    func switchSeveral() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.run(fixture.press("4", "M", "space", "y"))
        #expect(fixture.store.overrides.entries.values.allSatisfy { !$0.isEnabled })
        try fixture.run(fixture.press("M", "space", "y"))
        #expect(fixture.store.overrides.entries.values.allSatisfy { $0.isEnabled })
    }

    @Test("a value that one of several keys refuses is reported with the key")
    func refusal() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "m", "m", "o")
        fixture.type("red")
        #expect(fixture.screen.contains("max_items: not a whole number"))
    }

    @Test("the note of several overrides is edited, and unedited parts stay")
    func notes() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("4", "M", "e")
        fixture.type("for QA")
        try fixture.run(fixture.press("Enter", "y"))
        #expect(fixture.store.overrides.entries.values.allSatisfy { $0.note == "for QA" })
        #expect(fixture.store.overrides["max_items"]?.expiresAt == ShopFixture.start + 7200)
        #expect(fixture.store.overrides["max_items"]?.author == "ana")
    }

    @Test("if no questions are wanted, several change together")
    func noQuestion() throws {
        var options = DashboardOptions()
        options.asksFirst = false
        var fixture = ShopFixture(overrides: ShopFixture.overrides, options: options)
        try fixture.run(fixture.press("4", "M", "u"))
        #expect(fixture.store.overrides.isEmpty)
        #expect(fixture.state.hasNoOverlay)
    }

    @Test(
        "read-only, nothing is changed, and the reason is reported",
        arguments: ["o", "e", "u", "space", "D", "U"])
    func readOnly(_ key: String) throws {
        var options = DashboardOptions()
        options.isReadOnly = true
        var fixture = ShopFixture(
            size: CellSize(columns: 120, rows: 20), overrides: ShopFixture.overrides, options: options)
        #expect(try fixture.press("4", key).isEmpty)
        #expect(fixture.state.notices.notice?.text == "read-only: cannot change overrides")
        #expect(fixture.screen.contains("READ-ONLY"))
    }

    @Test("an action on marks without overrides says why it does nothing")
    func nothingToDo() throws {
        var fixture = ShopFixture()
        try fixture.press("m", "u")
        #expect(fixture.state.notices.notice?.text == "no marked keys have overrides")
    }
}

extension DashboardState {
    fileprivate var hasNoOverlay: Bool { panels.isEmpty }
}
