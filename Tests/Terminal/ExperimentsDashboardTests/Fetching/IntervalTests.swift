import ExperimentsCore
import Testing

@testable import ExperimentsDashboard

@Suite("The time between fetches")
struct IntervalTests {
    @Test("+ and - go through the times, and the header counts down from the new one at once")
    func steps() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("-")
        #expect(fixture.state.fetching.interval == .seconds(60))
        #expect(fixture.screen.contains("next in 1m"))
        #expect(fixture.screen.contains("fetches every 1m, until the dashboard is left"))
        try fixture.press("+", "+", "+")
        #expect(fixture.state.fetching.interval == .seconds(5))
        #expect(fixture.screen.contains("next in 5s"))
        let effects = fixture.pass(5)
        guard case .fetch(.scheduled) = effects.first else {
            Issue.record("nothing was fetched")
            return
        }
    }

    @Test("after the longest time comes fetching by hand, and back")
    func ends() throws {
        var fixture = ShopFixture(refresh: .seconds(3600))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("-")
        #expect(fixture.state.fetching.interval == nil)
        #expect(fixture.screen.contains("by hand (r)"))
        try fixture.press("-")
        #expect(fixture.screen.contains("asked by hand only, already"))
        try fixture.press("+")
        #expect(fixture.state.fetching.interval == .seconds(3600))
        for _ in 0..<8 { try fixture.press("+") }
        #expect(fixture.state.fetching.interval == .seconds(1))
        try fixture.press("+")
        #expect(fixture.screen.contains("there is no shorter time than 1s"))
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
        #expect(fixture.screen.contains("the source allows no shorter time than 45s"))
    }
}
