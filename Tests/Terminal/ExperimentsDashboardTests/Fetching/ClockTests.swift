import ExperimentsCore
import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("A clock that is set", .inTurn)
struct ClockTests {
    private func fetched() -> ShopFixture {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(fixture.state.source.report.snapshot))
        return fixture
    }

    @Test(
        "back or ahead, by seconds or years, changes no wait for the next fetch",
        arguments: [
            -315_360_000, -86_400, -5, 5, 3_600, 315_360_000,
        ])
    func fetches(step: TimeInterval) throws {
        var fixture = fetched()
        let next = try #require(fixture.state.fetching.schedule.nextFetchAt)
        let wait = next.timeIntervalSince(fixture.state.now)
        fixture.state.clockWasSet(by: step)
        #expect(fixture.pass(wait - 2).isEmpty)
        let effects = fixture.pass(2)
        #expect(effects.contains { if case .fetch(.scheduled) = $0 { true } else { false } })
    }

    @Test("back or ahead keeps a message on the screen for as long as any", arguments: [-3_600, 3_600])
    func notice(step: TimeInterval) throws {
        var fixture = fetched()
        try fixture.press("F50")
        fixture.state.clockWasSet(by: step)
        fixture.pass(1)
        #expect(fixture.state.notices.notice != nil)
        fixture.pass(20)
        #expect(fixture.state.notices.notice == nil)
    }

    @Test("ahead and back again ends an override by the time of day, and continues it")
    func expiry() {
        let override = Override(value: "7", setAt: ShopFixture.start - 60, expiresAt: ShopFixture.start + 600)
        var fixture = ShopFixture(overrides: OverrideSet(["max_items": override]))
        func isOverridden() -> Bool { fixture.state.source.report.counts[.override] == 1 }
        #expect(isOverridden())
        fixture.state.clockWasSet(by: 3_600)
        #expect(!isOverridden())
        fixture.state.clockWasSet(by: -3_600)
        #expect(isOverridden())
    }

    @Test("that a fetch failed is not said any longer once one has succeeded")
    func recovered() {
        var fixture = ShopFixture()
        let snapshot = fixture.state.source.report.snapshot
        fixture.finishFetch(.failure(FetchFailure("connection refused")))
        #expect(fixture.state.notices.notice?.severity == .error)
        fixture.finishFetch(.success(snapshot))
        #expect(fixture.state.notices.notice == nil)
    }
}
