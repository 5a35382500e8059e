import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Apps in the dashboard", .inTurn)
struct AppsTests {
    private func line(_ fixture: ShopFixture, _ words: String) -> String? {
        fixture.screen.split(separator: "\n").first { $0.contains(words) }.map(String.init)
    }

    @Test("the header says where apps are served, and how many are linked")
    func header() {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 160, rows: 20))
        #expect(line(fixture, "shop (emulator)")?.contains("serving 127.0.0.1:4180 · 2 apps") == true)
        _ = fixture.state.update(.to(\.apps, .servingChanged(.off)), at: fixture.state.now)
        #expect(line(fixture, "shop (emulator)")?.contains("serving") == false)
    }

    @Test("another program's server is reported as such")
    func otherServer() {
        var fixture = ShopFixture(size: CellSize(columns: 160, rows: 20))
        let document = AppsDocument(AppsFixture.registry, server: "127.0.0.1:9", at: ShopFixture.start)
        _ = fixture.state.update(
            .to(\.apps, .changed(KnownApps(document, at: ShopFixture.start))), at: ShopFixture.start)
        #expect(line(fixture, "shop (emulator)")?.contains("served on 127.0.0.1:9 · 2 apps") == true)
        #expect(fixture.state.apps.reasonNotServing == "cannot serve apps here")
    }

    @Test("who comes and who goes is reported; of many, how many")
    func news() {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20))
        var registry = AppRegistry()
        registry.connect(AppID(AppsFixture.phone), at: ShopFixture.start)
        _ = fixture.state.update(.to(\.apps, .changed(KnownApps(registry))), at: ShopFixture.start)
        #expect(fixture.state.notices.notice?.text == "shop linked")
        registry.take(
            AppReport(
                identity: AppsFixture.phone, run: "r", sequence: 1, sentAt: ShopFixture.start, isWhole: true),
            at: ShopFixture.start)
        registry.disconnect(AppID(AppsFixture.phone), at: ShopFixture.start)
        _ = fixture.state.update(.to(\.apps, .changed(KnownApps(registry))), at: ShopFixture.start)
        #expect(fixture.state.notices.notice?.text == "shop 4.2.0 on iPhone16,2 was removed")
        for number in 0..<40 {
            registry.connect(AppID(app: "shop", installation: "\(number)"), at: ShopFixture.start)
        }
        _ = fixture.state.update(.to(\.apps, .changed(KnownApps(registry))), at: ShopFixture.start)
        #expect(fixture.state.notices.notice?.text == "40 apps linked")
    }

    @Test("the details of a key say in which apps its override is active, and why not in others")
    func reach() throws {
        var fixture = AppsFixture.dashboard()
        try fixture.press("/")
        fixture.type("max_items")
        try fixture.press("Enter")
        #expect(fixture.screen.contains("active in 1 of 2 apps"))
        #expect(fixture.screen.contains("shop 4.1.9 on iPad14,1:"))
        // One without an override says nothing of apps.
        fixture = AppsFixture.dashboard()
        #expect(!fixture.screen.contains("active in"))
    }

    @Test("the app under the cursor is compared again when it reports, and when overrides change")
    func following() throws {
        var fixture = AppsFixture.dashboard()
        var registry = AppsFixture.registry
        try fixture.press("7", "j")
        #expect(fixture.screen.contains("override not received yet"))
        registry.take(
            AppReport(
                identity: AppsFixture.tablet, run: "r1", sequence: 2, sentAt: ShopFixture.start,
                isWhole: false,
                keys: [AppsFixture.key("max_items", "9", .override)]), at: ShopFixture.start)
        _ = fixture.state.update(.to(\.apps, .changed(KnownApps(registry))), at: fixture.state.now)
        #expect(!fixture.screen.contains("override not received yet"))
        let edit = OverrideEdit(title: "remove", entries: ["max_items": nil])
        let update = OverrideUpdate(before: ShopFixture.overrides, after: .empty)
        let answer = OverrideAnswer(edit, .success(update), state: OverrideStoreState(overrides: .empty))
        _ = fixture.state.update(.overridesEdited(answer), at: fixture.state.now)
        #expect(fixture.screen.contains("still overridden there"))
    }

    @Test("the list is filtered, looked through and sorted as others are")
    func reading() throws {
        var fixture = AppsFixture.dashboard()
        try fixture.press("7")
        #expect(fixture.state.list.apps.map(\.id.installation) == ["4f2a91", "c01d5e", "hall-3"])
        try fixture.press("s", "s")
        #expect(fixture.state.apps.order == .version)
        #expect(fixture.state.list.apps.map(\.id.installation) == ["hall-3", "c01d5e", "4f2a91"])
        try fixture.press("S")
        #expect(fixture.state.list.apps.first?.id.installation == "4f2a91")
        try fixture.press("f")
        fixture.type("kiosk")
        try fixture.press("Enter")
        #expect(fixture.state.selectedApp?.id.app == "kiosk")
        try fixture.press("Escape", "/")
        fixture.type("status:incorrect")
        try fixture.press("Enter")
        #expect(fixture.state.list.apps.count == 2)
        #expect(fixture.screen.contains("2 of 3"))
    }

    @Test("the cursor stays on its app while others come and go")
    func cursor() throws {
        var fixture = AppsFixture.dashboard()
        try fixture.press("7", "j")
        #expect(fixture.state.selectedApp?.id.installation == "c01d5e")
        var registry = AppsFixture.registry
        registry.connect(AppID(app: "another", installation: "1"), at: ShopFixture.start)
        _ = fixture.state.update(.to(\.apps, .changed(KnownApps(registry))), at: fixture.state.now)
        #expect(fixture.state.selectedApp?.id.installation == "c01d5e" && fixture.state.position.cursor == 2)
    }

    @Test("what is known of apps and cannot be kept is reported once, and logged")
    func problem() {
        var fixture = AppsFixture.dashboard()
        let problem = FileProblem(
            path: ".linked-apps/o.json", message: "cannot write: no space left on device")
        for _ in 0..<2 {
            let known = KnownApps(AppsFixture.registry, problem: problem)
            _ = fixture.state.update(.to(\.apps, .changed(known)), at: fixture.state.now)
        }
        let words = "apps: .linked-apps/o.json: cannot write: no space left on device"
        #expect(fixture.state.notices.notice?.text.hasPrefix(words) == true)
        #expect(fixture.state.log.entries.count { $0.line.contains("cannot write") } == 1)
    }

    @Test("what apps say of themselves cannot steer the terminal")
    func hostile() throws {
        let identity = AppIdentity(
            app: "\u{1B}[31mshop", version: "\u{202E}4", device: "a\nb\tc", installation: "\u{7}1")
        var registry = AppRegistry()
        registry.connect(AppID(identity), at: ShopFixture.start)
        var report = AppReport(
            identity: identity, run: "r", sequence: 1, sentAt: ShopFixture.start, isWhole: true,
            keys: [AppsFixture.key("k\u{1B}", "\u{9B}2J", .incorrect, "\u{1B}]0;x\u{7}")])
        report.metrics = [ReportedMetric("\u{1B}c", at: ShopFixture.start)]
        registry.take(report, at: ShopFixture.start)
        var fixture = AppsFixture.dashboard(registry: registry)
        try fixture.press("7")
        #expect(
            !fixture.screen.unicodeScalars.contains {
                $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" || $0 == "\u{9B}"
            })
    }
}
