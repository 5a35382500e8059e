import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Live updates on screen", .inTurn)
struct LiveTests {
    private func header(_ fixture: ShopFixture) -> String {
        fixture.screen.split(separator: "\n").first.map(String.init) ?? ""
    }

    private func tell(_ status: LiveStatus, _ fixture: inout ShopFixture) {
        _ = fixture.state.update(.service(.liveStatusChanged(status)), at: fixture.state.now)
    }

    @Test("while the source announces its changes, the header says live, and fetches are a minute apart")
    func live() {
        var fixture = ShopFixture(size: CellSize(columns: 100, rows: 24))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        tell(.connecting, &fixture)
        #expect(header(fixture).contains("fetched now  connecting · next in 30s"))
        tell(.live, &fixture)
        #expect(header(fixture).contains("fetched now · ● live · next in 1m"))
        #expect(fixture.state.notices.notice == nil)
    }

    @Test("a lost connection is reported with its reason and the next try, and values are fetched as before")
    func lost() {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        tell(.live, &fixture)
        tell(.interrupted(reason: "the network is down", nextTryAt: fixture.state.now + 40), &fixture)
        #expect(
            fixture.state.notices.notice?.text == "live updates lost: the network is down, next try in 40s")
        #expect(header(fixture).contains("fetched now  live updates lost, next try in 40s · next in 30s"))
        fixture.pass(30)
        #expect(fixture.state.isBusy)

        tell(.connecting, &fixture)
        tell(.live, &fixture)
        #expect(fixture.state.notices.notice?.text == "live updates are back")
        #expect(header(fixture).contains("● live"))
    }

    @Test("a reason is reported once, however often the connection fails for it")
    func once() {
        var fixture = ShopFixture()
        tell(.interrupted(reason: "no network", nextTryAt: nil), &fixture)
        #expect(fixture.state.notices.notice?.text == "live updates lost: no network")
        fixture.pass(11)
        tell(.connecting, &fixture)
        tell(.interrupted(reason: "no network", nextTryAt: nil), &fixture)
        #expect(fixture.state.notices.notice == nil)
        tell(.unavailable(reason: "switched off"), &fixture)
        #expect(fixture.state.notices.notice?.text == "no live updates: switched off")
        fixture.finishFetch(.success(ShopFixture.snapshot))
        #expect(header(fixture).contains("now  not live"))
    }

    @Test("values that are held back or could not be fetched are not called live")
    func notLive() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot))
        tell(.live, &fixture)
        try fixture.press("p")
        #expect(!header(fixture).contains("live"))
        try fixture.press("p")
        fixture.finishFetch(.failure(FetchFailure("connection refused")))
        #expect(!header(fixture).contains("live"))
    }

    @Test("on a narrow screen the mark stays and the countdown goes")
    func narrow() {
        var fixture = ShopFixture(size: CellSize(columns: 54, rows: 12))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        tell(.live, &fixture)
        #expect(header(fixture).contains("now · ● live"))
        #expect(!header(fixture).contains("next"))
    }
}
