import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Overriding by keys", .inTurn)
struct OverridingTests {
    /// Runs the edits among the effects against the store, as the program does.
    private func run(_ effects: [Effect], _ fixture: inout ShopFixture) throws {
        try fixture.run(effects)
    }

    @Test("a boolean is set by choosing")
    func chooseBool() throws {
        var fixture = ShopFixture()
        try run(fixture.press("j", "o", "Enter"), &fixture)
        #expect(
            fixture.store.overrides["free_shipping_enabled"]?.value == "false"
                || fixture.store.overrides["free_shipping_enabled"]?.value == "true")
        #expect(fixture.store.overrides["free_shipping_enabled"]?.author == "eve")
        #expect(fixture.store.overrides["free_shipping_enabled"]?.setAt == ShopFixture.start)
    }

    @Test("a digit chooses the case of that number")
    func chooseByDigit() throws {
        var fixture = ShopFixture()
        try run(fixture.press("o", "3", "Enter"), &fixture)
        #expect(fixture.store.overrides["paywall_type"]?.value == "c")
    }

    @Test("a number outside its range is set with ctrl-s, and not with Enter")
    func insist() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o", "ctrl-u")
        fixture.type("99")
        #expect(try fixture.press("Enter", "Enter").isEmpty)
        try run(fixture.press("ctrl-s"), &fixture)
        #expect(fixture.store.overrides["max_items"]?.value == "99")
        #expect(fixture.state.selectedRow?.status == .incorrect)
    }

    @Test("JSON goes to $EDITOR indented, and comes back into the editor on one line")
    func jsonEditor() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "j", "j")
        guard case .openEditor(let request) = try fixture.press("o", "ctrl-o").first else {
            Issue.record("no editor was asked for")
            return
        }
        #expect(request.text == "{\n  \"label\": \"Hello\"\n}")
        #expect(request.fileExtension == "json")
        _ = fixture.state.update(
            .editorClosed(request, .success("{\n  \"label\": \"Bye\"\n}\n")), at: fixture.state.now)
        try run(fixture.press("Enter"), &fixture)
        #expect(fixture.store.overrides["login_screen"]?.value == #"{"label":"Bye"}"#)
    }

    @Test("broken JSON from $EDITOR is set with ctrl-s, and not with Enter")
    func brokenJSON() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "j", "j")
        guard case .openEditor(let request) = try fixture.press("o", "ctrl-o").first else {
            Issue.record("no editor was asked for")
            return
        }
        _ = fixture.state.update(.editorClosed(request, .success("{")), at: fixture.state.now)
        #expect(fixture.screen.contains("not JSON"))
        #expect(try fixture.press("Enter", "Enter").isEmpty)
        #expect(fixture.store.overrides.isEmpty)
        try run(fixture.press("ctrl-s"), &fixture)
        #expect(fixture.store.overrides["login_screen"]?.value == "{")
    }

    @Test("an override is turned off and on, and removed")
    func switchAndRemove() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j")
        try run(fixture.press("space"), &fixture)
        #expect(fixture.store.overrides["max_items"]?.isEnabled == false)
        #expect(fixture.store.overrides["max_items"]?.note == "QA of long carts")
        try run(fixture.press("space"), &fixture)
        #expect(fixture.store.overrides["max_items"]?.isEnabled == true)
        try run(fixture.press("u"), &fixture)
        #expect(fixture.store.overrides["max_items"] == nil)
    }

    @Test("two presses faster than the store switch off and on again")
    func typeAhead() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j")
        let effects = try fixture.press("space", "space")
        try run(effects, &fixture)
        #expect(fixture.store.overrides["max_items"]?.isEnabled == true)
    }

    @Test("what was removed comes back whole by undo, and goes again by redo")
    func undoRedo() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        let before = fixture.store.overrides
        try fixture.press("j", "j", "j")
        try run(fixture.press("u"), &fixture)
        try run(fixture.press("U"), &fixture)
        #expect(fixture.store.overrides == before)
        try run(fixture.press("ctrl-y"), &fixture)
        #expect(fixture.store.overrides["max_items"] == nil)
    }

    @Test("undo pressed faster than the store answers undoes what was just done")
    func earlyUndo() throws {
        var fixture = ShopFixture()
        let effects = try fixture.press("o", "2", "Enter")
        #expect(try fixture.press("U").isEmpty)
        guard case .editOverrides(let edit) = effects.first else {
            Issue.record("nothing was to be written")
            return
        }
        let update = try fixture.store.update { try edit.apply(to: &$0) }
        let answer = OverrideAnswer(edit, .success(update), state: fixture.store.currentState)
        try run(fixture.state.update(.overridesEdited(answer), at: fixture.state.now), &fixture)
        #expect(fixture.store.overrides.isEmpty)
    }

    @Test("undo keeps what others changed in the meantime")
    func undoKeepsOthers() throws {
        var fixture = ShopFixture()
        try run(fixture.press("o", "2", "Enter"), &fixture)
        try fixture.store.update { $0["max_items"] = Override(value: "3") }
        try run(fixture.press("U"), &fixture)
        #expect(fixture.store.overrides.names == ["max_items"])
    }

    @Test("all overrides go only after a yes")
    func clear() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try run(fixture.press("D", "n"), &fixture)
        #expect(fixture.store.overrides.entries.count == 3)
        try run(fixture.press("D", "y"), &fixture)
        #expect(fixture.store.overrides.isEmpty)
    }

    @Test("a refused change is reported, and the dashboard continues")
    func refused() throws {
        var fixture = ShopFixture()
        let effects = try fixture.press("o", "2", "Enter")
        #expect(fixture.state.selectedRow?.status == .override)
        guard case .editOverrides(let edit) = effects.first else {
            Issue.record("nothing was to be written")
            return
        }
        let answer = OverrideAnswer(
            edit, .failure(MessageError("o.json: cannot write: no space left")),
            state: OverrideStoreState(overrides: .empty))
        _ = fixture.state.update(.overridesEdited(answer), at: ShopFixture.start)
        #expect(fixture.state.selectedRow?.status == .ok)
        #expect(fixture.screen.contains("override paywall_type: o.json: cannot write: no space left"))
    }

    @Test("an override that expires stops being active without any key")
    func expiry() {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        #expect(fixture.state.source.report.counts[.override] == 2)
        fixture.pass(7201)
        #expect(fixture.state.source.report.counts[.override] == 1)
    }

    @Test("an unreadable store is reported with its place, and the overrides stay in use")
    func unreadable() {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        let problem = FileProblem(path: "o.json", message: "not JSON: expected ','", line: 3, column: 7)
        let state = OverrideStoreState(overrides: ShopFixture.overrides, problem: problem)
        _ = fixture.state.update(.service(.overridesChanged(state)), at: ShopFixture.start)
        #expect(fixture.screen.contains("o.json:3:7: not JSON: expected ','"))
        #expect(fixture.state.source.report.counts[.override] == 2)
    }
}
