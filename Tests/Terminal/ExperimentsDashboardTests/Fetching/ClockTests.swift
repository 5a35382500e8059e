import ExperimentsCore
import Foundation
import TerminalUI
import Testing

@testable import ExperimentsDashboard

@Suite("A clock that is set")
struct ClockTests {
    private func fetched() -> ShopFixture {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(fixture.state.source.report.snapshot))
        return fixture
    }

    @Test("back by hours or years does not stop the fetches", arguments: [-3_600, -86_400, -315_360_000])
    func setBack(step: TimeInterval) {
        var fixture = fetched()
        #expect(fixture.pass(1).isEmpty)
        let effects = fixture.pass(step)
        #expect(effects.contains { if case .fetch(.scheduled) = $0 { true } else { false } })
    }

    @Test("back does not keep a message on the screen")
    func notice() throws {
        var fixture = fetched()
        try fixture.press("F50")
        #expect(fixture.state.notices.notice != nil)
        fixture.pass(-3_600)
        fixture.pass(20)
        #expect(fixture.state.notices.notice == nil)
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
