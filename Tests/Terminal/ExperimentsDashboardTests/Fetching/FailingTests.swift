import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Fetches that fail", .inTurn)
struct FailingTests {
    @Test("by hand, or because the source announced something, do not put off the next one")
    func impatience() {
        var fixture = ShopFixture(refresh: .seconds(10))
        for trigger in [FetchTrigger.manual, .manual, .realtime(attempt: 1), .manual, .realtime(attempt: 1)] {
            let record = FetchRecord(
                id: fixture.state.history.fetches.records.count + 1, trigger: trigger,
                startedAt: fixture.state.now,
                duration: .milliseconds(5), result: .failure(FetchFailure("refused")), version: nil,
                difference: SnapshotDifference(from: .empty, to: .empty))
            _ = fixture.state.update(.service(.fetchFinished(record)), at: fixture.state.now)
        }
        #expect(fixture.state.fetching.schedule.nextFetchAt == fixture.state.now + 10)
        fixture.finishFetch(.failure(FetchFailure("refused")))
        #expect(fixture.state.fetching.schedule.nextFetchAt == fixture.state.now + 20)
    }
}
