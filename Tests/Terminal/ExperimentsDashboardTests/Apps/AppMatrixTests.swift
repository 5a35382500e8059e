import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Values in the apps, on screen 7", .inTurn)
struct AppMatrixTests {
    private func tablet(size: CellSize = CellSize(columns: 140, rows: 40)) throws -> ShopFixture {
        var fixture = AppsFixture.dashboard(size: size)
        try fixture.press("7", "j")
        return fixture
    }

    private func line(_ fixture: ShopFixture, _ words: String) -> String {
        fixture.screen.split(separator: "\n").first { $0.contains(words) }.map(String.init) ?? ""
    }

    @Test("a key that differs has its value here, in each app, and the reason")
    func row() throws {
        let fixture = try tablet()
        let row = line(fixture, " max_items ")
        #expect(
            row.contains("9 ◆") && row.contains("7  ") && row.contains("override not received yet"), "\(row)")
        #expect(line(fixture, " paywall_type ").contains("older fetch or another user (1d ago)"))
        #expect(line(fixture, "4.1.9 iPad14,1 ").contains("4.2.0 iPhone16,2"))
        #expect(fixture.screen.contains("4 differ, 2 equal, 2 not in this app"))
        #expect(!fixture.screen.contains(" price_factor "))
    }

    @Test("c shows all keys, those that differ first, and again only those")
    func allKeys() throws {
        var fixture = try tablet()
        try fixture.press("c")
        #expect(line(fixture, " price_factor ").contains("the same"))
        #expect(line(fixture, " new_search_enabled ").contains("not in this app"))
        let lines = fixture.screen.split(separator: "\n")
        let (first, last) = (
            lines.firstIndex { $0.contains(" max_items ") },
            lines.firstIndex { $0.contains(" price_factor ") }
        )
        #expect(try #require(first) < #require(last))
        try fixture.press("c")
        #expect(!fixture.screen.contains(" price_factor "))
    }

    @Test("Enter goes into the matrix, and Esc back to the list")
    func focus() throws {
        var fixture = try tablet()
        try fixture.press("Enter", "j")
        #expect(
            LinkedAppList().isInDetails(fixture.state) && fixture.screen.contains("›checkout_button_color"))
        #expect(fixture.state.selectedApp?.id.installation == "c01d5e")
        try fixture.press("G")
        #expect(AppMatrix(fixture.state)?.cursor == 3)
        try fixture.press("g", "k")
        #expect(AppMatrix(fixture.state)?.cursor == 0)
        try fixture.press("Escape", "k")
        #expect(
            !LinkedAppList().isInDetails(fixture.state)
                && fixture.state.selectedApp?.id.installation == "4f2a91")
    }

    @Test("a click on a key goes into the matrix, another one opens the key")
    func clicks() throws {
        var fixture = try tablet()
        let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains(" checkout_button_color ") })
        let click = MouseEvent(.press, button: 1, at: CellPoint(column: 6, row: row))
        _ = fixture.state.update(.input(.mouse(click)))
        #expect(
            LinkedAppList().isInDetails(fixture.state)
                && AppMatrix(fixture.state)?.selected?.name == "checkout_button_color")
        _ = fixture.state.update(.input(.mouse(click)))
        #expect(fixture.state.screen == .keys && fixture.state.selectedName == "checkout_button_color")
    }

    @Test("the box of the matrix is as high as its rows, so that the boxes below it are whole")
    func room() throws {
        let fixture = try tablet()
        let boxes = fixture.state.detailBoxes
        #expect(boxes.main.rect.rows == boxes.main.lines.count + 2)
        #expect(boxes.others.allSatisfy { $0.lines.count <= $0.inside.rows })
    }

    @Test("the cursor stays on its key while others come and go")
    func following() throws {
        var fixture = try tablet()
        try fixture.press("Enter", "j", "j")
        #expect(AppMatrix(fixture.state)?.selected?.name == "max_items")
        try fixture.press("c")
        #expect(AppMatrix(fixture.state)?.selected?.name == "max_items")
        _ = fixture.state.update(
            .to(\.apps, .changed(KnownApps(AppsFixture.registryWithPending))), at: fixture.state.now)
        #expect(fixture.screen.contains("›"))
    }

    @Test("Enter on a key shows it among all keys")
    func open() throws {
        var fixture = try tablet()
        try fixture.press("Enter", "j", "j", "Enter")
        #expect(fixture.state.screen == .keys && fixture.state.selectedName == "max_items")
        try fixture.press("7")
        #expect(!LinkedAppList().isInDetails(fixture.state))
    }

    @Test("o on a key overrides it only in the app, and u removes that override")
    func override() throws {
        func scopes(_ effects: [Effect]) -> [OverrideScope] {
            effects.compactMap { if case .editOverrides(let edit) = $0 { edit.scope } else { nil } }
        }
        var fixture = try tablet()
        try fixture.press("Enter", "j", "j", "o", "ctrl-u")
        fixture.type("3")
        let effects = try fixture.press("Enter")
        let tablet = OverrideScope.installation(app: "shop", id: "c01d5e")
        #expect(scopes(effects) == [tablet])
        try fixture.run(effects)
        #expect(line(fixture, "›max_items").contains("3 ◆"))
        #expect(fixture.state.overrides(for: AppID(AppsFixture.phone))["max_items"]?.value == "9")
        let removal = try fixture.press("u")
        #expect(scopes(removal) == [tablet])
    }

    @Test("an app that has received an override says so, in its row and beside its facts")
    func received() throws {
        var fixture = try tablet()
        fixture.pass(120)
        #expect(!fixture.screen.contains("override received"))
        var registry = AppsFixture.registry
        registry.take(
            AppReport(
                identity: AppsFixture.tablet, run: "r1", sequence: 2, sentAt: fixture.state.now,
                isWhole: false,
                keys: [AppsFixture.key("max_items", "9", .override)]), at: fixture.state.now)
        _ = fixture.state.update(.to(\.apps, .changed(KnownApps(registry))), at: fixture.state.now)
        #expect(line(fixture, "iPadOS 17.7").contains("override received"))
        #expect(fixture.screen.contains("override   received now"))
        fixture.pass(120)
        #expect(!fixture.screen.contains("override received"))
    }

    @Test("a report without another override says nothing of overrides")
    func notReceived() throws {
        var fixture = try tablet()
        fixture.pass(120)
        _ = fixture.state.update(
            .to(\.apps, .changed(KnownApps(AppsFixture.registryWithPending))), at: fixture.state.now)
        #expect(!fixture.screen.contains("override received"))
    }

    @Test("a hundred thousand keys are not all listed, and the command that prints them is named")
    func many() throws {
        var fixture = try tablet()
        var registry = AppsFixture.registry
        registry.take(
            AppReport(
                identity: AppsFixture.tablet, run: "r1", sequence: 2, sentAt: fixture.state.now,
                isWhole: true,
                keys: (0..<2_000).map { AppsFixture.key("key_\($0)", "1") }), at: fixture.state.now)
        _ = fixture.state.update(.to(\.apps, .changed(KnownApps(registry))), at: fixture.state.now)
        #expect(AppMatrix(fixture.state)?.rows.count == AppMatrix.limit)
        try fixture.press("Enter", "G")
        for _ in 0..<3 { try fixture.press("J") }
        #expect(fixture.screen.contains("1,500 more: `experiments apps get c01d5e --json` prints all"))
    }

    @Test("the matrix can be read at 80x24, with the reason")
    func small() throws {
        var fixture = try tablet(size: CellSize(columns: 80, rows: 24))
        try fixture.press("Enter")
        let lines = fixture.screen.components(separatedBy: "\n")
        let row = try #require(lines.firstIndex { $0.contains("max_items") })
        #expect(lines[row + 1].contains("override not received"))
    }
}
