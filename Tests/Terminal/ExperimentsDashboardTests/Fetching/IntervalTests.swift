import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The time between fetches", .inTurn)
struct IntervalTests {
    @Test("+ and - go through the times, and the header counts down from the new one immediately")
    func steps() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("-")
        #expect(fixture.state.fetching.interval == .seconds(60))
        #expect(fixture.screen.contains("next in 1m"))
        #expect(fixture.screen.contains("fetching every 1m (this session)"))
        try fixture.press("+", "+", "+")
        #expect(fixture.state.fetching.interval == .seconds(5))
        #expect(fixture.screen.contains("next in 5s"))
        let effects = fixture.pass(5)
        guard case .fetch(.scheduled) = effects.first else {
            Issue.record("nothing was fetched")
            return
        }
    }

    @Test("an interval of few seconds is shown as it is, without a countdown")
    func everyFewSeconds() {
        var fixture = ShopFixture(refresh: .seconds(2))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        #expect(fixture.screen.contains("fetched now · every 2s"))
        #expect(!fixture.screen.contains("next"))
    }

    @Test("after the longest time comes fetching by hand, and back")
    func ends() throws {
        var fixture = ShopFixture(refresh: .seconds(3600))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("-")
        #expect(fixture.state.fetching.interval == nil)
        #expect(fixture.screen.contains("manual (r)"))
        try fixture.press("-")
        #expect(fixture.screen.contains("automatic fetching is already off"))
        try fixture.press("+")
        #expect(fixture.state.fetching.interval == .seconds(3600))
        for _ in 0..<8 { try fixture.press("+") }
        #expect(fixture.state.fetching.interval == .seconds(1))
        try fixture.press("+")
        #expect(fixture.screen.contains("the shortest interval is 1s"))
    }

    @Test("a time between two steps goes to the next one, and none is shorter than the source allows")
    func least() throws {
        var source = DashboardSource(name: "firebase")
        source.shortestInterval = .seconds(45)
        var fixture = ShopFixture(refresh: .seconds(90), sources: [source])
        try fixture.press("+")
        #expect(fixture.state.fetching.interval == .seconds(60))
        try fixture.press("+")
        #expect(fixture.state.fetching.interval == .seconds(45))
        try fixture.press("+")
        #expect(fixture.screen.contains("the source's shortest interval is 45s"))
    }
}
