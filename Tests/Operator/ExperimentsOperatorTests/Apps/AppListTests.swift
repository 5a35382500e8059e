import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Lists of apps", .inTurn)
struct AppListTests {
    private let start = SampleApps.start

    private var apps: [ConnectedApp] {
        var gone = SampleApps.app(AppIdentity(app: "kiosk", version: "10.0", installation: "k1"), streams: 0)
        gone.lastSeen = start - 3600
        gone.roundTrip = 0.2
        return [
            gone,
            SampleApps.app(
                SampleApps.tablet, [.held("a", nil, .missing), .held("b", "", .incorrect, "empty")]),
            SampleApps.app(SampleApps.phone, [.held("a", "1", .override)]),
        ]
    }

    private func ids(_ order: AppList.Order, reversed: Bool = false, _ filter: String = "") -> [String] {
        AppList(apps, passing: Filter(filter), by: order, isReversed: reversed, at: start).apps.map(
            \.id.installation)
    }

    @Test("connected apps come first, and none moves because it said something")
    func seen() {
        #expect(ids(.seen) == ["4f2a91", "c01d5e", "k1"])
        #expect(ids(.seen, reversed: true) == ["k1", "c01d5e", "4f2a91"])
    }

    @Test("versions are ordered as numbers, and counts with the most first")
    func orders() {
        #expect(ids(.version) == ["c01d5e", "4f2a91", "k1"])
        #expect(ids(.app) == ["k1", "4f2a91", "c01d5e"])
        #expect(ids(.missing).first == "c01d5e" && ids(.incorrect).first == "c01d5e")
        #expect(ids(.overrides).first == "4f2a91" && ids(.roundTrip).first == "k1")
        #expect(ids(.device) == ["k1", "c01d5e", "4f2a91"] && ids(.system) == ["k1", "4f2a91", "c01d5e"])
    }

    @Test("a filter finds apps by what they are and how they stand")
    func filtering() {
        #expect(ids(.seen, "iphone") == ["4f2a91"])
        #expect(ids(.seen, "status:incorrect") == ["c01d5e"])
        #expect(ids(.seen, "gone") == ["k1"])
        #expect(ids(.seen, "group:shop !ipad") == ["4f2a91"])
        #expect(ids(.seen, "changed:>30m") == ["k1"])
    }

    @Test("what apps miss or cannot use is found, app by app")
    func findings() {
        let findings = AppFinding.findings(in: apps)
        #expect(findings.map(\.key) == ["a", "b"] && findings.allSatisfy { $0.app.installation == "c01d5e" })
        #expect(findings.map(\.message) == ["the app's source has no value", "empty"])
        let unnamed = ConnectedApp(
            SampleApps.phone, firstSeen: start, lastSeen: start,
            counts: AppCounts(keys: 9, missing: 2, incorrect: 1))
        #expect(
            AppFinding.findings(in: [unnamed]).map(\.message) == [
                "2 keys (names not stored)", "1 key (name not stored)",
            ])
    }

    @Test("an app is meant by its name, its installation, or how that begins; what is not clear is refused")
    func naming() throws {
        let ids = apps.map(\.id)
        for text in ["shop/4f2a91", "shop/4f", "4f2a91", "4f"] {
            #expect(try AppID.named(text, among: ids) == AppID(SampleApps.phone))
        }
        let more =
            ids + [AppID(app: "shop", installation: "4f9"), AppID(app: "kiosk", installation: "4f2a91")]
        #expect(throws: MessageError.self) { try AppID.named("4f", among: more) }
        #expect(throws: MessageError.self) { try AppID.named("4f2a91", among: more) }
        #expect(try AppID.named("kiosk/4", among: more) == AppID(app: "kiosk", installation: "4f2a91"))
        #expect(
            throws: MessageError(
                "\"shop/4f\" matches 2 apps", advice: "Use one of shop/4f2a91, shop/4f9")
        ) { try AppID.named("shop/4f", among: more) }
        #expect(throws: MessageError.self) { try AppID.named("", among: ids) }
        do {
            _ = try AppID.named("shop/4f2a92", among: ids)
            Issue.record("it names none")
        } catch {
            #expect(error.advice == "Did you mean shop/4f2a91?")
        }
    }

    @Test("what is new about apps is reported once: who came and went, other numbers, what was done")
    func news() {
        var registry = AppRegistry()
        func news(_ change: (inout AppRegistry) -> Void) -> [String] {
            let before = registry.apps
            change(&registry)
            return AppNews.news(from: before, to: registry.apps).map { "\($0.kind.word): \($0.words)" }
        }
        let id = AppID(SampleApps.phone)
        #expect(news { $0.connect(AppID(SampleApps.phone), at: start) } == ["connected: connected"])
        #expect(
            news { $0.take(SampleApps.report([.held("a", nil, .missing)]), at: start) } == [
                "counts: 1 key, 1 missing"
            ])
        var report = SampleApps.report(number: 2, whole: false)
        report.metrics = [ReportedMetric("open", at: start), ReportedMetric("buy", at: start)]
        #expect(news { $0.take(report, at: start) } == ["event: open", "event: buy"])
        report.sequence = 3
        #expect(news { $0.take(report, at: start) } == ["event: open", "event: buy"])
        #expect(news { $0.take(SampleApps.report(number: 4, whole: false), at: start) } == [])
        #expect(news { $0.disconnect(id, at: start) } == ["gone: gone"])
    }

    @Test("a connected app that is no longer known has left; one that had left before is not reported")
    func forgotten() {
        var registry = AppRegistry()
        registry.connect(AppID(SampleApps.phone), at: start)
        registry.connect(AppID(app: "shop", installation: "idle"), at: start)
        registry.disconnect(AppID(app: "shop", installation: "idle"), at: start)
        let news = AppNews.news(from: registry.apps, to: [:])
        #expect(news.map(\.words) == ["gone"] && news.first?.app.id == AppID(SampleApps.phone))
        #expect(news.first?.app.isConnected == false)
    }
}
