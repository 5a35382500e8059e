import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("What a server learns of apps", .inTurn)
struct AppRegistryTests {
    private let start = SampleApps.start
    private let phone = SampleApps.phone
    private var id: AppID { AppID(phone) }

    private func registry(_ limits: AppRegistry.Limits = AppRegistry.Limits()) -> AppRegistry {
        AppRegistry(limits: limits)
    }

    @Test("an app is connected while it has a stream open, and is remembered afterwards")
    func connecting() throws {
        var registry = registry()
        registry.connect(AppID(phone), at: start)
        #expect(registry.apps[id]?.isConnected == true && registry.connectedCount == 1)
        registry.disconnect(id, at: start + 5)
        let app = try #require(registry.apps[id])
        #expect(!app.isConnected && app.firstSeen == start && app.lastSeen == start + 5)
        registry.disconnect(id, at: start + 9)
        #expect(registry.apps[id]?.streams == 0 && registry.apps[id]?.lastSeen == start + 5)
    }

    @Test("a whole report says what the app holds; later ones change it key by key")
    func merging() throws {
        var registry = registry()
        registry.take(
            SampleApps.report([.held("b", "2"), .held("a", nil, .missing), .held("c", "x", .override)]),
            at: start)
        #expect(registry.apps[id]?.counts == AppCounts(keys: 3, overrides: 1, missing: 1))
        var next = SampleApps.report(number: 2, whole: false, [.held("b", "?", .incorrect, "no number")])
        next.removedKeys = ["a"]
        registry.take(next, at: start + 60)
        let app = try #require(registry.apps[id])
        #expect(app.values?.keys.map(\.name) == ["b", "c"])
        #expect(app.counts == AppCounts(keys: 2, overrides: 1, incorrect: 1))
        #expect(
            app.values?["b"]?.problem == "no number" && app.values?["a"] == nil
                && app.reportedAt == start + 60)
    }

    @Test(
        "keys that are reported in any order, twice or removed immediately, end in one order, and the last counts"
    )
    func orders() {
        var registry = registry()
        registry.take(
            SampleApps.report([.held("c", "1"), .held("a", "1"), .held("c", "2"), .held("e", "1")]), at: start
        )
        #expect(registry.apps[id]?.values?.keys == [.held("a", "1"), .held("c", "2"), .held("e", "1")])
        var next = SampleApps.report(
            number: 2, whole: false, [.held("f", "1"), .held("b", "1"), .held("e", "2"), .held("b", "2")])
        next.removedKeys = ["e", "a", "x"]
        registry.take(next, at: start)
        #expect(
            registry.apps[id]?.values?.keys == [
                .held("b", "2"), .held("c", "2"), .held("e", "2"), .held("f", "1"),
            ])
    }

    @Test("a whole report leaves nothing of those before")
    func whole() {
        var registry = registry()
        registry.take(SampleApps.report([.held("a", "1"), .held("b", "1")]), at: start)
        registry.take(SampleApps.report(number: 2, [.held("b", "2")]), at: start)
        #expect(registry.apps[id]?.values?.keys == [.held("b", "2")])
    }

    @Test("an app that reports only changes is asked for everything if the rest is unknown")
    func wantsWhole() {
        var registry = registry()
        let partial = SampleApps.report(number: 7, whole: false, [.held("a", "1")])
        #expect(registry.take(partial, at: start).wantsWhole)
        #expect(registry.apps[id]?.values == nil)
        #expect(!registry.take(SampleApps.report(number: 8, [.held("a", "1")]), at: start).wantsWhole)
        #expect(!registry.take(SampleApps.report(number: 9, whole: false), at: start).wantsWhole)
        // It was started anew, perhaps with other keys.
        #expect(registry.take(SampleApps.report(run: "r2", whole: false), at: start).wantsWhole)
    }

    @Test("a report that comes again, because its answer was lost, counts once")
    func repeated() {
        var registry = registry()
        var report = SampleApps.report([.held("a", "1")])
        report.metrics = [ReportedMetric("purchase", value: 9.5, at: start)]
        registry.take(report, at: start)
        #expect(!registry.take(report, at: start + 3).wantsWhole)
        #expect(registry.apps[id]?.doings.count == 1 && registry.apps[id]?.lastSeen == start + 3)
    }

    @Test(
        "exposures, events and reads of another type are reported in words, the latest last, and no more than fit"
    )
    func doings() throws {
        var registry = registry(AppRegistry.Limits(doings: 3))
        var report = SampleApps.report()
        report.mismatches = [ReportedMismatch(key: "max_items", declared: "int", asked: "string")]
        report.exposures = [
            ReportedExposure(
                key: "paywall_type", experiment: "_exp_7", group: "b", supplier: .source, unit: "u1",
                at: start)
        ]
        report.metrics = [
            ReportedMetric("purchase", value: 9.5, unit: "u1", at: start), ReportedMetric("open", at: start),
        ]
        registry.take(report, at: start)
        let words = try #require(registry.apps[id]).doings.map(\.words)
        #expect(words == ["paywall_type: _exp_7, group b for u1", "purchase: 9.5 by u1", "open"])
        report.sequence = 2
        (report.exposures, report.metrics) = ([], [])
        registry.take(report, at: start + 1)
        #expect(registry.apps[id]?.doings.last?.words == "max_items: is int, but was read as string")
        #expect(registry.apps[id]?.doings.count == 3)
    }

    @Test("events that an app lost are counted and said")
    func lostEvents() {
        var registry = registry()
        var report = SampleApps.report()
        report.droppedEvents = 40
        registry.take(report, at: start)
        report = SampleApps.report(number: 2)
        report.droppedEvents = .max
        registry.take(report, at: start)
        #expect(registry.apps[id]?.lostEvents == 1 << 40)
        #expect(
            registry.apps[id]?.warnings.contains { $0.hasSuffix("exposures and events were lost") } == true)
    }

    @Test("two devices that say they are one are distinguished by no one, and that is reported")
    func duplicate() {
        var registry = registry()
        registry.connect(AppID(phone), at: start)
        #expect(registry.apps[id]?.warnings == [])
        registry.connect(AppID(phone), at: start)
        #expect(
            registry.apps[id]?.warnings == [
                "2 devices use the ID of this installation; give each its own ID"
            ])
        registry.disconnect(id, at: start)
        #expect(registry.apps[id]?.warnings == [] && registry.apps[id]?.isConnected == true)
    }

    @Test(
        "a clock that is off is reported, and times are the server's",
        arguments: [(315_360_000.0, "3650d ahead"), (-7200.0, "2h behind"), (12.0, nil)])
    func clock(_ skew: TimeInterval, _ words: String?) throws {
        var registry = registry()
        var report = SampleApps.report(at: start + skew)
        report.source = ReportedSource(fetchedAt: start + skew - 60, version: "7")
        registry.take(report, at: start)
        let app = try #require(registry.apps[id])
        #expect(app.lastSeen == start)
        #expect(app.warnings == (words.map { ["its clock is \($0); times are those of the server"] } ?? []))
        // As far off as the clock is, the fetch was a minute ago; a clock that is nearly right is taken at its word.
        #expect(app.fetchedAt == (words == nil ? start - 48 : start - 60))
    }

    @Test("another version of the app is noted, and its values are asked for again")
    func update() throws {
        var registry = registry()
        registry.take(SampleApps.report([.held("a", "1")]), at: start)
        var updated = phone
        (updated.version, updated.build) = ("4.3.0", nil)
        #expect(registry.take(SampleApps.report(of: updated, run: "r2", whole: false), at: start).wantsWhole)
        let app = try #require(registry.apps[id])
        #expect(app.doings.map(\.text) == ["4.2.0 (1083) became 4.3.0"] && app.versionWords == "4.3.0")
        #expect(registry.apps.count == 1)
    }

    @Test("with too many apps, the one that is idle for longest goes first, and that is counted")
    func tooMany() {
        var registry = registry(AppRegistry.Limits(apps: 3))
        registry.connect(AppID(SampleApps.identity(0)), at: start)
        for number in 1...4 {
            registry.take(SampleApps.report(of: SampleApps.identity(number)), at: start + Double(number))
        }
        // The first one is connected, however long it has been silent.
        #expect(
            registry.apps.keys.map(\.installation).sorted() == [
                "installation-0", "installation-3", "installation-4",
            ])
        #expect(registry.forgottenCount == 2)
    }

    @Test("if all are connected, the one that is silent for longest goes")
    func tooManyConnected() {
        var registry = registry(AppRegistry.Limits(apps: 2))
        for number in 0..<3 {
            registry.connect(AppID(SampleApps.identity(number)), at: start + Double(number))
        }
        #expect(registry.apps.keys.map(\.installation).sorted() == ["installation-1", "installation-2"])
    }

    @Test("values are dropped before apps, and requested again")
    func tooMuch() throws {
        let keys = (0..<200).map {
            ReportedKey.held("a_key_with_a_long_name_\($0)", "a value of some length \($0)")
        }
        let size = AppValues(keys).cost
        var registry = registry(AppRegistry.Limits(bytes: 3 * size))
        for number in 0..<4 {
            // No two builds hold the same.
            let own = keys + [.held("own", String(number))]
            registry.take(SampleApps.report(of: SampleApps.identity(number), own), at: start + Double(number))
        }
        #expect(registry.apps.count == 4 && registry.forgottenCount == 0 && registry.bytes <= 3 * size)
        let oldest = try #require(registry.apps[AppID(SampleApps.identity(0))])
        #expect(oldest.values == nil && oldest.counts.keys == 201)
        #expect(oldest.warnings == ["its values are no longer in memory; its next report will contain them"])
        #expect(
            registry.take(SampleApps.report(of: SampleApps.identity(0), number: 2, whole: false), at: start)
                .wantsWhole)
    }

    @Test("phones that hold the same take little more than one")
    func sharing() {
        let keys = (0..<100).map { ReportedKey.held("a_key_with_a_long_name_\($0)", "\($0)") }
        var registry = registry()
        for number in 0..<200 {
            registry.take(SampleApps.report(of: SampleApps.identity(number), keys), at: start)
        }
        #expect(registry.apps.values.allSatisfy { $0.values != nil })
        #expect(registry.bytes < 200 * 1500 + AppValues(keys).cost)
    }

    @Test("ten thousand installations take no more than 32 MB, whatever they say")
    func hostile() {
        var registry = registry()
        let name = String(repeating: "x", count: 200)
        for number in 0..<10_500 {
            let identity = AppIdentity(
                app: name, version: name, build: name, system: name, device: name,
                installation: "\(number)" + name)
            var report = SampleApps.report(
                of: identity, [.held("k\(number)", String(repeating: "v", count: 9000))])
            report.metrics = [ReportedMetric(name, unit: name, at: start)]
            registry.take(report, at: start)
        }
        #expect(registry.bytes <= 32 << 20 && registry.apps.count <= 10_000)
        #expect(registry.apps.count + registry.forgottenCount == 10_500)
    }

    @Test("apps that were kept are known again, and not connected until they say so")
    func restoring() {
        var before = registry()
        before.connect(AppID(phone), at: start)
        before.take(SampleApps.report([.held("a", nil, .missing)]), at: start)
        var after = registry()
        after.restore(Array(before.apps.values))
        #expect(after.apps[id]?.isConnected == false && after.apps[id]?.counts.missing == 1)
        #expect(after.apps[id]?.values?["a"] != nil)
        // The same start of the app, with a report that tells nothing of what it told before.
        #expect(after.take(SampleApps.report(number: 2, whole: false), at: start).wantsWhole)
    }
}
