import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Overrides for a single app", .inTurn)
struct AppScopesTests {
    private let phone = OverrideScope.installation(app: "shop", id: "4f2a91")

    private func edits(_ effects: [Effect]) -> [OverrideEdit] {
        effects.compactMap { if case .editOverrides(let edit) = $0 { edit } else { nil } }
    }

    @Test("if no app is connected, the editor asks for nothing more than before")
    func nobody() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.fields == OverrideEditor.Field.usual)
        #expect(!fixture.screen.contains("for    everyone"))
    }

    @Test("if apps are connected, it is for everyone unless someone else is chosen")
    func choosing() throws {
        var fixture = AppsFixture.dashboard()
        try fixture.press("j", "j", "j", "o")
        #expect(fixture.screen.contains("for    everyone"))
        var same = fixture
        #expect(edits(try same.press("Enter")).map(\.scope) == [.everyone])
        try fixture.press("Tab", "Tab", "Tab", "Down")
        #expect(fixture.screen.contains("‹ shop, all installations ›"))
        try fixture.press("Down")
        #expect(fixture.screen.contains("‹ shop 4.2.0 on iPhone16,2 only ›"))
        let edit = try #require(edits(try fixture.press("Enter")).first)
        #expect(edit.scope == phone && edit.title.hasSuffix("for shop on 4f2a91"))
    }

    @Test("o on an app asks for the key, and sets it only for that app; u removes it")
    func onScreenSeven() throws {
        var fixture = AppsFixture.dashboard()
        try fixture.press("7", "o")
        #expect(fixture.screen.contains("Override for shop 4.2.0 on iPhone16,2 only"))
        try fixture.press("/")
        fixture.type("max_items")
        try fixture.press("Enter", "Enter", "ctrl-u")
        fixture.type("3")
        let effects = try fixture.press("Enter")
        let edit = try #require(edits(effects).first)
        #expect(edit.scope == phone && edit.entries["max_items"]??.value == "3")
        // It is shown before the store has it, and for nobody else.
        #expect(fixture.state.overrides(for: AppID(AppsFixture.phone))["max_items"]?.value == "3")
        #expect(fixture.state.overrides(for: AppID(AppsFixture.tablet))["max_items"]?.value == "9")
        #expect(
            fixture.screen.contains("for it only max_items = 3")
                && fixture.screen.contains("override not received yet"))
        try fixture.run(effects)
        #expect(fixture.state.source.report.overrides[phone].names == ["max_items"])
        #expect(fixture.state.source.report.overrides["max_items"]?.value == "9")
        let removal = try fixture.press("u", "y")
        #expect(edits(removal).map(\.scope) == [phone])
        try fixture.run(removal)
        #expect(fixture.state.source.report.overrides[phone].isEmpty)
        #expect(
            fixture.state.reasonDisabled(.removeOverride) == "no overrides for shop 4.2.0 on iPhone16,2 only")
    }

    @Test("an override for one app counts where it is meant to be, and nowhere else")
    func reach() throws {
        var fixture = AppsFixture.dashboard()
        let edit = OverrideEdit(title: "t", entries: ["paywall_type": Override(value: "c")]).scoped(to: phone)
        try fixture.run([.editOverrides(edit)])
        let reach = try #require(fixture.state.apps.reach(of: "paywall_type", fixture.state))
        #expect(reach.total == 1 && reach.words == "not active in the app yet")
    }

    @Test("a change for one app can be undone")
    func undo() throws {
        var fixture = AppsFixture.dashboard()
        let edit = OverrideEdit(title: "t", entries: ["paywall_type": Override(value: "c")]).scoped(to: phone)
        let update = OverrideUpdate(before: ShopFixture.overrides, after: ShopFixture.overrides)
        _ = fixture.state.update(
            .overridesEdited(OverrideAnswer(edit, .success(update))), at: fixture.state.now)
        try fixture.run([.editOverrides(edit)])
        let undone = edits(try fixture.press("U"))
        #expect(undone.map(\.scope) == [phone] && undone.first?.entries["paywall_type"] == .some(nil))
    }

    @Test("the keys to choose from are listed with what the app holds of them")
    func keys() throws {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 80, rows: 16))
        try fixture.press("7", "j", "o")
        try Golden.expect(fixture.screen, named: "linked-apps-keys")
        try fixture.press("Escape")
        #expect(fixture.state.panels.isEmpty && fixture.state.screen == .apps)
    }
}
