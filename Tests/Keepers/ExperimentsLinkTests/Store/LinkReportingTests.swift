import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("What a linked app reports to its server", .inTurn, .timeLimit(.minutes(60)))
struct LinkReportingTests {
    /// Waits for a report, while time passes.
    private static func report(
        _ what: String, of app: LinkedApp, _ isMeant: (AppReport) -> Bool
    ) async throws -> AppReport {
        try await eventually(what) {
            app.time.pass(.milliseconds(100))
            return app.server.reports.first(where: isMeant)
        }
    }

    @Test("is who it is, and each key's value, status and supplier as it sees them")
    func keys() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        let keeper = InMemoryRemoteConfigKeeper(
            Snapshot(texts: ["count": "many"], version: "7", fetchedAt: Date(timeIntervalSince1970: 5)))
        let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
        store.report(LinkedKey.allCases, of: service)
        let report = try await Self.report("the keys", of: app) { !$0.keys.isEmpty }
        #expect(report.identity == AppIdentity(app: "shop", version: "1.0", installation: "i-1"))
        #expect(report.revision == app.server.current.revision)
        #expect(report.source == ReportedSource(fetchedAt: Date(timeIntervalSince1970: 5), version: "7"))
        #expect(report.keys.map(\.name) == ["count", "title"])
        #expect(report.keys.map(\.status) == [.incorrect, .override])
        #expect(report.keys.map(\.supplier) == [.default, .override])
        #expect(report.keys.map(\.value) == ["3", "hello"])
        #expect(report.keys[0].problem != nil)
    }

    @Test("follows a change to the overrides: the proof that the app took it")
    func change() async throws {
        let app = try LinkedApp()
        let store = try await app.startLinked()
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: store)
        store.report(LinkedKey.allCases, of: service)
        _ = try await Self.report("the keys", of: app) { !$0.keys.isEmpty }
        app.server.set(["title": "hello"])
        let revision = app.server.current.revision
        let report = try await Self.report("the change", of: app) { $0.revision == revision }
        #expect(report.isWhole == false)
        #expect(report.keys == [ReportedKey("title", status: .override, value: "hello", supplier: .override)])
    }

    @Test("includes what is pending for a key that keeps its value for a session, until the next one")
    func pending() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: store)
        service.pendingValues.keep("title") { PendingValues.Change(kept: "brief", next: "hello") }
        store.report(LinkedKey.allCases, of: service)
        let report = try await Self.report("the keys", of: app) { !$0.keys.isEmpty }
        let title = try #require(report.keys.first { $0.name == "title" })
        #expect(title.value == "brief")
        #expect(title.pending == "hello")
        #expect(title.status == .override)
        service.pendingValues.forget()
        service.pendingValues.beginSession()
        _ = try await Self.report("the next session", of: app) { report in
            report.keys.contains { $0.name == "title" && $0.value == "hello" && $0.pending == nil }
        }
    }

    @Test("includes an override that expires, for which there is no event")
    func expiry() async throws {
        let app = try LinkedApp()
        let store = try await app.startLinked()
        let lower = InMemoryOverrideStore(
            OverrideSet(["title": Override(value: "brief", expiresAt: app.clock.now + 30)]))
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: lower, now: app.clock.reading)
        store.report(LinkedKey.allCases, of: service)
        _ = try await Self.report("the override", of: app) { $0.keys.contains { $0.value == "brief" } }
        app.clock.advance(by: 31)
        app.time.pass(.seconds(31))
        let report = try await Self.report("its end", of: app) { report in
            report.keys.contains { $0.name == "title" && $0.supplier == .default }
        }
        #expect(report.keys.count == 1)
    }

    @Test("includes exposures, mismatches of type and what users did, at the app's time")
    func events() async throws {
        let app = try LinkedApp()
        let store = try await app.startLinked()
        let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: ["title": "hello"], fetchedAt: app.clock.now))
        let service = ReportingService(
            remoteConfigKeeper: keeper, overrideStore: store, exposurePolicy: .withOverrides)
        let _: LinkedKey.Title = service.remoteValue(for: LinkedKey.title)
        let _: LinkedKey.Count = service.remoteValue(for: LinkedKey.title)
        store.track("purchase", value: 12.5, unit: "u-1")
        let metric = try await Self.report("the purchase", of: app) { !$0.metrics.isEmpty }
        #expect(metric.metrics == [ReportedMetric("purchase", value: 12.5, unit: "u-1", at: app.clock.now)])
        let exposure = try await Self.report("the exposure", of: app) { !$0.exposures.isEmpty }
        #expect(
            exposure.exposures == [
                ReportedExposure(
                    key: "title", experiment: "titles", group: "hello", supplier: .source, unit: "u-1",
                    at: app.clock.now)
            ])
        let mismatch = try await Self.report("the mismatch", of: app) { !$0.mismatches.isEmpty }
        #expect(mismatch.mismatches == [ReportedMismatch(key: "title", declared: "Title", asked: "Count")])
    }

    @Test("waits for the server while it is away")
    func away() async throws {
        let app = try LinkedApp()
        let store = try await app.startLinked()
        app.server.goAway()
        try await eventually("the loss") { store.status != .linked }
        store.track("purchase")
        app.server.goAway(false)
        let report = try await Self.report("the purchase", of: app) { !$0.metrics.isEmpty }
        #expect(report.droppedEvents == 0)
    }

    @Test("does not keep the app's service alive")
    func service() async throws {
        let app = try LinkedApp()
        let store = try await app.startLinked()
        var service: RemoteConfigService? = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: store)
        weak let released = service
        if let service { store.report(LinkedKey.allCases, of: service) }
        service = nil
        try await eventually("the release") { released == nil }
    }
}
