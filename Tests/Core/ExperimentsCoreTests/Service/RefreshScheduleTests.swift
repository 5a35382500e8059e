import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("When to fetch again", .inTurn)
struct RefreshScheduleTests {
    private let start = Date(timeIntervalSince1970: 1_000)

    @Test("the first fetch is due at the given time, and none while one runs")
    func firstFetch() {
        var schedule = RefreshSchedule(interval: .seconds(30), firstFetchAt: start)
        #expect(!schedule.isDue(at: start - 1))
        #expect(schedule.isDue(at: start))
        schedule.fetchStarted()
        #expect(!schedule.isDue(at: start + 1_000))
    }

    @Test("the next is due an interval after the end of one that succeeded")
    func steady() {
        var schedule = RefreshSchedule(interval: .seconds(30), firstFetchAt: start)
        schedule.fetchStarted()
        schedule.fetchSucceeded(at: start + 2)
        #expect(schedule.nextFetchAt == start + 32)
    }

    @Test("another interval counts from now, but a fetch that runs or failed is not forgotten")
    func changed() {
        var schedule = RefreshSchedule(interval: .seconds(30), firstFetchAt: start)
        schedule.fetchStarted()
        schedule.change(interval: .seconds(10), at: start, isFetching: true)
        #expect(schedule.nextFetchAt == nil)
        schedule.fetchSucceeded(at: start + 1)
        #expect(schedule.nextFetchAt == start + 11)
        schedule.change(interval: .seconds(60), at: start + 5, isFetching: false)
        #expect(schedule.nextFetchAt == start + 65)
        schedule.change(interval: nil, at: start + 6, isFetching: false)
        #expect(schedule.nextFetchAt == nil)
        schedule.change(interval: .seconds(5), at: start + 7, isFetching: false)
        #expect(schedule.nextFetchAt == start + 12)
        schedule.fetchStarted()
        schedule.fetchFailed(at: start + 12, retryAt: nil)
        schedule.change(interval: .seconds(60), at: start + 13, isFetching: false)
        #expect(schedule.nextFetchAt == start + 17)
    }

    @Test("failures double the wait up to its limit, and a success ends that")
    func backsOff() {
        var schedule = RefreshSchedule(interval: .seconds(30), firstFetchAt: start)
        var waits: [TimeInterval] = []
        for _ in 0..<7 {
            schedule.fetchStarted()
            schedule.fetchFailed(at: start, retryAt: nil)
            waits.append(schedule.nextFetchAt?.timeIntervalSince(start) ?? -1)
        }
        #expect(waits == [30, 60, 120, 240, 300, 300, 300])
        #expect(schedule.failures == 7)
        schedule.fetchSucceeded(at: start)
        #expect(schedule.failures == 0)
        #expect(schedule.nextFetchAt == start + 30)
    }

    @Test("fetches that were not due make the wait no longer, however many of them fail")
    func askedFor() {
        var schedule = RefreshSchedule(interval: .seconds(10), firstFetchAt: start)
        for _ in 0..<9 {
            schedule.fetchStarted()
            schedule.fetchFailed(at: start, retryAt: nil, wasDue: false)
        }
        #expect(schedule.nextFetchAt == start + 10)
        schedule.fetchFailed(at: start, retryAt: start + 25, wasDue: false)
        #expect(schedule.nextFetchAt == start + 25)
        schedule.fetchFailed(at: start, retryAt: nil)
        #expect(schedule.nextFetchAt == start + 20)
    }

    @Test("while the source announces its changes, fetches are a minute apart")
    func live() {
        var schedule = RefreshSchedule(interval: .seconds(5), firstFetchAt: nil)
        schedule.fetchSucceeded(at: start)
        schedule.sourceBecame(live: true, at: start + 1)
        #expect(schedule.nextFetchAt == start + 61)
        schedule.fetchStarted()
        schedule.fetchSucceeded(at: start + 10)
        #expect(schedule.nextFetchAt == start + 70)
        schedule.sourceBecame(live: false, at: start + 20)
        #expect(schedule.nextFetchAt == start + 25)
        schedule.sourceBecame(live: false, at: start + 24)
        #expect(schedule.nextFetchAt == start + 25)
    }

    @Test("an announcing source changes nothing for who fetches seldom, by hand, or after failures")
    func liveOtherwise() {
        var seldom = RefreshSchedule(interval: .seconds(300), firstFetchAt: nil)
        seldom.sourceBecame(live: true, at: start)
        seldom.fetchSucceeded(at: start)
        #expect(seldom.nextFetchAt == start + 300)
        var byHand = RefreshSchedule(interval: nil, firstFetchAt: nil)
        byHand.sourceBecame(live: true, at: start)
        byHand.sourceBecame(live: false, at: start)
        #expect(byHand.nextFetchAt == nil)
        var failing = RefreshSchedule(interval: .seconds(5), firstFetchAt: nil)
        failing.fetchFailed(at: start, retryAt: nil)
        failing.sourceBecame(live: true, at: start)
        #expect(failing.nextFetchAt == start + 5)
    }

    @Test("a thousand failures are still a limited wait")
    func manyFailures() {
        var schedule = RefreshSchedule(interval: .seconds(1), firstFetchAt: nil)
        for _ in 0..<1_000 { schedule.fetchFailed(at: start, retryAt: nil) }
        #expect(schedule.nextFetchAt == start + 300)
    }

    @Test("an interval longer than the limit is kept after failures")
    func longInterval() {
        var schedule = RefreshSchedule(interval: .seconds(3_600), firstFetchAt: start)
        schedule.fetchFailed(at: start, retryAt: nil)
        schedule.fetchFailed(at: start, retryAt: nil)
        #expect(schedule.nextFetchAt == start + 3_600)
    }

    @Test("the source may ask for a longer wait, not for a shorter one")
    func retryAt() {
        var schedule = RefreshSchedule(interval: .seconds(30), firstFetchAt: start)
        schedule.fetchFailed(at: start, retryAt: start + 500)
        #expect(schedule.nextFetchAt == start + 500)
        schedule.fetchFailed(at: start, retryAt: start + 1)
        #expect(schedule.nextFetchAt == start + 60)
    }

    private func failed(_ trigger: FetchTrigger, _ failure: FetchFailure = FetchFailure("no network"))
        -> FetchRecord
    {
        FetchRecord(
            id: 1, trigger: trigger, startedAt: start, duration: .zero, result: .failure(failure),
            version: nil,
            difference: .none)
    }

    @Test("only fetches that were due and were sent lengthen the wait")
    func finished() {
        var schedule = RefreshSchedule(interval: .seconds(10), firstFetchAt: start)
        for trigger in [FetchTrigger.manual, .realtime(attempt: 1), .app, .realtime(attempt: 2)] {
            schedule.fetchFinished(failed(trigger), at: start)
            #expect(schedule.nextFetchAt == start + 10)
        }
        schedule.fetchFinished(failed(.scheduled), at: start)
        #expect(schedule.nextFetchAt == start + 20)
        let held = FetchFailure("waiting", retryAt: start + 15, wasHeldBack: true)
        schedule.fetchFinished(failed(.scheduled, held), at: start)
        #expect(schedule.nextFetchAt == start + 20)
        let success = FetchRecord(
            id: 2, trigger: .manual, startedAt: start, duration: .zero,
            result: .success(FetchOutcome(status: .unchanged)), version: nil, difference: .none)
        schedule.fetchFinished(success, at: start)
        #expect(schedule.nextFetchAt == start + 10)
        #expect(schedule.failures == 0)
    }

    @Test("a source that asks for no wait at all gets the interval, doubled by each failure")
    func askedForNone() {
        var schedule = RefreshSchedule(interval: .zero, firstFetchAt: start)
        var tenths: [Double] = []
        for _ in 0..<4 {
            schedule.fetchFailed(at: start, retryAt: start)
            tenths.append(((schedule.nextFetchAt?.timeIntervalSince(start) ?? 0) * 10).rounded())
        }
        #expect(tenths == [1, 2, 4, 8])
        #expect(!schedule.isAskedToWait)
    }

    @Test("a seed makes waits after failures longer by up to a quarter, a minute at most, and no others")
    func seeded() throws {
        var waits: Set<TimeInterval> = []
        for seed in 0..<UInt64(200) {
            var schedule = RefreshSchedule(interval: .seconds(40), firstFetchAt: start, seed: seed)
            schedule.fetchFailed(at: start, retryAt: nil)
            let wait = try #require(schedule.nextFetchAt).timeIntervalSince(start)
            #expect((39.999..<50).contains(wait))
            waits.insert(wait)
            schedule.fetchFailed(at: start, retryAt: start + 7200)
            #expect((7200..<7260).contains(try #require(schedule.nextFetchAt).timeIntervalSince(start)))
            #expect(schedule.isAskedToWait)
            schedule.fetchSucceeded(at: start)
            #expect(schedule.nextFetchAt == start + 40)
        }
        #expect(waits.count > 190)
    }

    @Test("without an interval nothing is due by itself")
    func byHand() {
        var schedule = RefreshSchedule(interval: nil, firstFetchAt: nil)
        schedule.fetchStarted()
        schedule.fetchSucceeded(at: start)
        #expect(schedule.nextFetchAt == nil)
        schedule.fetchFailed(at: start, retryAt: start + 1)
        #expect(!schedule.isDue(at: .distantFuture))
    }

    @Test("no interval is so short that fetches run without pause", arguments: [Duration.zero, .seconds(-5)])
    func shortest(_ interval: Duration) throws {
        var schedule = RefreshSchedule(interval: interval, firstFetchAt: start)
        schedule.fetchSucceeded(at: start)
        #expect(try #require(schedule.nextFetchAt) > start)
    }

    @Test(
        "a clock that is set, back or ahead, changes no wait",
        arguments: [-315_360_000, -3_600, -2, 2, 86_400])
    func clock(step: TimeInterval) {
        var schedule = RefreshSchedule(interval: .seconds(30), firstFetchAt: start)
        schedule.fetchSucceeded(at: start)
        schedule.clockWasSet(by: step)
        #expect(!schedule.isDue(at: start + step + 29))
        #expect(schedule.isDue(at: start + step + 30))
        schedule.fetchStarted()
        schedule.fetchFailed(at: start + step, retryAt: start + step + 120)
        schedule.clockWasSet(by: -step)
        #expect(!schedule.isDue(at: start + 119) && schedule.isDue(at: start + 120))
    }

    @Test("the first fetch may be far away")
    func farAway() {
        let schedule = RefreshSchedule(interval: .seconds(30), firstFetchAt: start + 3_600)
        #expect(!schedule.isDue(at: start))
    }
}
