import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Watching fetches", .inTurn)
struct WatchingTests {
    private func fetches(_ effects: [Effect]) -> [FetchTrigger] {
        effects.compactMap { if case .fetch(let trigger) = $0 { trigger } else { nil } }
    }

    @Test("the first tick fetches, and no other does until the interval is over")
    func automatic() {
        var fixture = ShopFixture()
        #expect(fetches(fixture.pass(0)) == [.scheduled])
        #expect(fetches(fixture.pass(1)).isEmpty)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        #expect(fetches(fixture.pass(29)).isEmpty)
        #expect(fetches(fixture.pass(1)) == [.scheduled])
    }

    @Test("failing fetches wait longer and longer")
    func backOff() {
        var fixture = ShopFixture()
        fixture.pass(0)
        fixture.finishFetch(.failure(FetchFailure("no network")))
        fixture.pass(30)
        fixture.finishFetch(.failure(FetchFailure("no network")))
        #expect(fetches(fixture.pass(59)).isEmpty)
        #expect(fetches(fixture.pass(1)) == [.scheduled])
    }

    @Test("a source that says when to come back is not asked before")
    func retryAfter() {
        var fixture = ShopFixture()
        fixture.pass(0)
        fixture.finishFetch(
            .failure(FetchFailure("too many requests", retryAt: ShopFixture.start.addingTimeInterval(100))))
        #expect(fetches(fixture.pass(99)).isEmpty)
        #expect(fetches(fixture.pass(1)) == [.scheduled])
    }

    @Test("r fetches immediately, but not while a fetch is under way")
    func manual() throws {
        var fixture = ShopFixture()
        #expect(fetches(try fixture.press("r")) == [.manual])
        #expect(fetches(try fixture.press("r")).isEmpty)
    }

    @Test("pausing holds new values back, and going on shows the latest")
    func pause() throws {
        var fixture = ShopFixture()
        try fixture.press("p")
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        #expect(fixture.state.source.report.snapshot.entries["max_items"]?.text == "7")
        #expect(fetches(fixture.pass(60)).isEmpty)
        try fixture.press("p")
        #expect(fixture.state.source.report.snapshot.entries["max_items"]?.text == "8")
    }

    @Test("a changed value is marked for a while")
    func marks() {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        #expect(fixture.screen.contains("Δ max_items"))
        fixture.pass(DashboardState.markDuration)
        #expect(fixture.screen.contains("Δ"))
    }

    @Test("the cursor stays on its key when rows come and go above it")
    func cursorFollows() throws {
        var fixture = ShopFixture()
        try fixture.press("2")
        #expect(fixture.state.selectedName == "checkout_button_color")
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["paywall_type": nil])))
        #expect(fixture.state.selectedName == "checkout_button_color")
        #expect(fixture.state.position.cursor == 1)
    }

    @Test("overrides that change outside are on screen immediately, also while paused")
    func overridesFromOutside() throws {
        var fixture = ShopFixture()
        try fixture.press("p")
        let state = OverrideStoreState(overrides: OverrideSet(["max_items": Override(value: "3")]))
        _ = fixture.state.update(.service(.overridesChanged(state)), at: ShopFixture.start)
        #expect(fixture.state.source.report.rows[3].valueText == "3")
    }
}

@Suite("Watching very many keys", .inTurn)
struct WatchingManyTests {
    private static let keys = (0..<6000).map {
        CatalogKey(name: "key_\($0)", schema: ValueSchema(kind: .int))
    }

    private func snapshot(_ value: String) -> Snapshot {
        Snapshot(
            texts: Dictionary(uniqueKeysWithValues: Self.keys.map { ($0.name, value) }),
            fetchedAt: ShopFixture.start)
    }

    private func requests(_ effects: [Effect]) -> [ResolutionRequest] {
        effects.compactMap { if case .resolve(let request) = $0 { request } else { nil } }
    }

    @Test("they are resolved in the background, and an answer that is late does not replace a newer one")
    func resolvedBeside() throws {
        var fixture = ShopFixture(keys: Self.keys, snapshot: snapshot("1"))
        let first = requests(
            fixture.state.update(.service(.snapshotChanged(snapshot("2"))), at: ShopFixture.start))
        let second = requests(
            fixture.state.update(.service(.snapshotChanged(snapshot("3"))), at: ShopFixture.start))
        #expect(fixture.state.source.report.rows[0].valueText == "1")
        _ = fixture.state.update(.resolved(try #require(second.first).resolved()), at: ShopFixture.start)
        #expect(fixture.state.source.report.rows[0].valueText == "3")
        _ = fixture.state.update(.resolved(try #require(first.first).resolved()), at: ShopFixture.start)
        #expect(fixture.state.source.report.rows[0].valueText == "3")
    }

    @Test("an override that is set in the meantime is in the answer")
    func overriddenMeanwhile() throws {
        var fixture = ShopFixture(keys: Self.keys, snapshot: snapshot("1"))
        let request = requests(
            fixture.state.update(.service(.snapshotChanged(snapshot("2"))), at: ShopFixture.start))
        let state = OverrideStoreState(overrides: OverrideSet(["key_0": Override(value: "9")]))
        _ = fixture.state.update(.service(.overridesChanged(state)), at: ShopFixture.start)
        _ = fixture.state.update(.resolved(try #require(request.first).resolved()), at: ShopFixture.start)
        #expect(fixture.state.source.report.rows[0].valueText == "9")
    }
}
