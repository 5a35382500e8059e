import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("Fetching", .inTurn)
struct FetchingTests {
    private let keeper = ScriptedKeeper()
    private let clock = ManualClock()
    private let service: RemoteConfigService
    private let events = Recorder<String>()
    private let observation: ObservationHandle

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper, now: clock.reading)
        observation = service.observe { [events] event in
            switch event {
            case .fetchStarted(let trigger, _): events.record("started \(trigger)")
            case .fetchFinished(let record): events.record("finished \(record.id) \(record.statusWord)")
            case .snapshotChanged: events.record("snapshot")
            case .overridesChanged: events.record("overrides")
            case .liveStatusChanged(let status): events.record("live status \(status)")
            }
        }
    }

    @Test("a fetch brings values and is reported, recorded and returned")
    func fetches() async throws {
        async let fetched = service.fetch(.manual)
        try await keeper.answer(
            .success(Snapshot(texts: ["paywall": "b"], version: "7", fetchedAt: clock.now)))
        let record = try await fetched
        #expect(record.id == 1)
        #expect(record.trigger == .manual)
        #expect(record.startedAt == clock.now)
        #expect(record.version == "7")
        #expect(record.difference.isEmpty, "before the first fetch there was nothing that could change")
        #expect(service.history.records.map(\.id) == [1])
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .b)
        #expect(events.elements == ["started manual", "snapshot", "finished 1 updated"])
        #expect(service.snapshot.version == "7")
    }

    @Test("a later fetch is recorded with what it changed")
    func difference() async throws {
        async let first = service.fetch(.manual)
        try await keeper.answer(
            .success(Snapshot(texts: ["paywall": "a"], version: "7", fetchedAt: clock.now)))
        _ = try await first
        async let second = service.fetch(.manual)
        try await keeper.answer(
            .success(Snapshot(texts: ["paywall": "b"], version: "8", fetchedAt: clock.now)))
        #expect(try await second.difference.changes == ["paywall": .changed(from: "a", to: "b")])
    }

    @Test("a fetch that takes longer than its limit ends as a failure, and the source is not waited for")
    func limit() async throws {
        let failure = FetchFailure("no answer within 5s")
        service.limitFetches { FetchLimit(.seconds(5), failure: failure, pause: { _ in }) }
        await #expect(throws: failure) { try await service.fetch(.manual) }
        #expect(service.history.last?.failure == failure)
        // The keeper, which has not answered, does not end the next fetch either.
        await #expect(throws: failure) { try await service.fetch(.manual) }
    }

    @Test("a fetch within its limit is as any other")
    func withinLimit() async throws {
        service.limitFetches {
            FetchLimit(
                .seconds(5), failure: FetchFailure("late"), pause: { _ in try await untilCancelledThrowing() }
            )
        }
        async let fetched = service.fetch(.manual)
        try await keeper.answer(FetchOutcome(status: .unchanged))
        #expect(try await fetched.failure == nil)
    }

    @Test("callers at the same time share one fetch")
    func shares() async throws {
        let tasks = (0..<20).map { _ in Task { try await service.fetch(.manual).id } }
        try await eventually("all to have asked") { service.fetches.callerCount == 20 }
        try await keeper.answer(FetchOutcome(status: .unchanged))
        for task in tasks { #expect(try await task.value == 1) }
        #expect(keeper.triggers.count == 1)
        #expect(service.history.records.count == 1)
        #expect(service.fetches.callerCount == 0)
    }

    @Test("after a fetch is over, the next caller begins another")
    func fetchesAgain() async throws {
        for id in 1...3 {
            async let record = service.fetch()
            try await keeper.answer(FetchOutcome(status: .unchanged))
            #expect(try await record.id == id)
        }
        #expect(keeper.triggers == [.app, .app, .app])
    }

    @Test("a failure is thrown to every caller, leaves the values, and is not remembered")
    func fails() async throws {
        keeper.publish(Snapshot(["paywall": "b"]))
        let failure = FetchFailure("connection refused", httpStatus: nil, retryAt: clock.now + 30)
        let tasks = (0..<2).map { _ in Task { try await service.fetch() } }
        try await eventually("both to have asked") { service.fetches.callerCount == 2 }
        try await keeper.answer(.failure(failure))
        for task in tasks { await #expect(throws: failure) { try await task.value } }
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .b)
        #expect(service.history.failuresInARow == 1)
        #expect(events.elements.last == "finished 1 failed")

        async let again = service.fetch()
        try await keeper.answer(FetchOutcome(status: .updated))
        #expect(try await again.id == 2)
        #expect(service.history.failuresInARow == 0)
    }

    @Test("a caller that is cancelled does not end the fetch for the others")
    func cancelledCaller() async throws {
        let first = Task { try await service.fetch() }
        let second = Task { try await service.fetch() }
        try await eventually("both to have asked") { service.fetches.callerCount == 2 }
        first.cancel()
        try await keeper.answer(.success(Snapshot(["paywall": "b"])))
        #expect(try await second.value.failure == nil)
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .b)
    }

    @Test("a notice of something newer fetches by itself")
    func notice() async throws {
        keeper.announceChange()
        try await keeper.answer(.success(Snapshot(["paywall": "b"])))
        try await eventually("the value") { (service.remoteValue(for: Key.paywall) as Paywall) == .b }
        #expect(keeper.triggers == [.realtime(attempt: 1)])
    }

    @Test("a notice during a fetch is followed by one more, however many notices there are")
    func noticesDuringFetch() async throws {
        let fetching = Task { try await service.fetch(.app) }
        try await keeper.fetchBegan(1)
        for _ in 0..<5 { keeper.announceChange() }
        // Nobody waits for each of them: a source that announces without end fills no memory.
        #expect(service.fetches.callerCount == 1)
        try await keeper.answer(.success(Snapshot(["paywall": "a"])))
        try await keeper.answer(.success(Snapshot(["paywall": "b"])))
        _ = try await fetching.value
        try await eventually("the fetches to be over") { events.count == 6 }
        #expect(keeper.triggers == [.app, .realtime(attempt: 1)])
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .b)
        #expect(
            events.elements == [
                "started app", "snapshot", "finished 1 updated", "started realtime(attempt: 1)", "snapshot",
                "finished 2 updated",
            ])
    }

    @Test("the end of a fetch is reported before the beginning of the next, whoever begins it")
    func orderOfEvents() async throws {
        let answering = Task {
            while !Task.isCancelled { try await keeper.answer(FetchOutcome(status: .unchanged)) }
        }
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<25 { _ = try? await service.fetch() } }
            }
        }
        answering.cancel()
        var expected: [String] = []
        for id in 1...service.history.records.count {
            expected += ["started app", "finished \(id) unchanged"]
        }
        #expect(events.elements == expected)
    }

    @Test("a change to the overrides is reported, and whether their store can be read")
    func overrideEvents() throws {
        let store = InMemoryOverrideStore()
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: store)
        let heard = Recorder<OverrideStoreState>()
        let observation = service.observe { event in
            if case .overridesChanged(let state) = event { heard.record(state) }
        }
        try store.update { $0["a"] = Override(value: "1") }
        try store.update { _ in }
        withExtendedLifetime(observation) {}
        #expect(heard.elements == [OverrideStoreState(overrides: OverrideSet(["a": Override(value: "1")]))])
    }

    @Test("a handler may change the overrides in its turn")
    func handlerChangesOverrides() throws {
        let store = InMemoryOverrideStore()
        let keeper = InMemoryRemoteConfigKeeper()
        let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
        let observation = service.observe { event in
            guard case .snapshotChanged = event else { return }
            _ = try? store.update { $0["paywall"] = Override(value: "c") }
        }
        keeper.publish(Snapshot([:]))
        withExtendedLifetime(observation) {}
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .c)
    }

    @Test("a service without owners is released, even while its keeper and store are in use")
    func noLeak() throws {
        let store = InMemoryOverrideStore()
        let keeper = InMemoryRemoteConfigKeeper()
        weak var weakService: RemoteConfigService?
        do {
            let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
            weakService = service
            _ = service.getValues(for: Key.allCases)
        }
        #expect(weakService == nil)
        keeper.publish(Snapshot([:]))
        try store.update { $0["a"] = Override(value: "1") }
    }
}
