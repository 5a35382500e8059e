import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("A fetch that is waited for only so long", .inTurn)
struct TimedFetchTests {
    private let keeper = ScriptedKeeper()
    private let clock = StandingClock()
    private let service: RemoteConfigService
    private let time = Date(timeIntervalSince1970: 1000)

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper)
    }

    private func values(_ text: String) -> Snapshot { Snapshot(texts: ["paywall": text], fetchedAt: time) }

    private var paywall: Paywall { service.remoteValue(for: Key.paywall) }

    @Test("has the values of the source if it answers in time")
    func inTime() async throws {
        async let fetched = service.fetch(within: .seconds(2), clock: clock)
        try await eventually("the wait") { clock.sleeperCount == 1 }
        clock.advance(by: .milliseconds(1999))
        try await keeper.answer(.success(values("b")))
        let found = try await fetched
        #expect(found.origin == .source && found.failure == nil && found.fetchedAt == time)
        #expect(paywall == .b)
        try await eventually("nobody to wait") { clock.sleeperCount == 0 }
    }

    @Test("has those of an earlier fetch if it takes longer, and those of the source when they arrive")
    func late() async throws {
        keeper.publish(values("b"))
        async let fetched = service.fetch(within: .seconds(2), clock: clock)
        try await keeper.fetchBegan(1)
        try await eventually("the wait") { clock.sleeperCount == 1 }
        clock.advance(by: .seconds(2))
        let found = try await fetched
        #expect(found.origin == .earlier && found.failure?.summary == "no answer within 2s")
        #expect(paywall == .b)
        try await keeper.answer(.success(values("c")))
        try await eventually("the late answer") { service.history.last?.failure == nil && paywall == .c }
        #expect(keeper.triggers.count == 1, "the fetch went on")
    }

    @Test("has the defaults if there was never an answer, and says why")
    func failure() async throws {
        async let fetched = service.fetch(within: .seconds(2), clock: clock)
        try await keeper.answer(.failure(FetchFailure("no route")))
        let found = try await fetched
        #expect(found.origin == .defaults && found.fetchedAt == nil && found.failure?.summary == "no route")
    }

    @Test("ends when the task of the caller is cancelled, and the fetch goes on")
    func cancelled() async throws {
        let task = Task { try await service.fetch(within: .seconds(2), clock: clock) }
        try await keeper.fetchBegan(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await keeper.answer(.success(values("b")))
        try await eventually("the answer") { paywall == .b }
    }

    @Test("an answer at the last moment is either in time or late, and never both")
    func race() async throws {
        for round in 0..<200 {
            async let fetched = service.fetch(within: .seconds(2), clock: clock)
            try await keeper.fetchBegan(round + 1)
            try await eventually("the wait") { clock.sleeperCount == 1 }
            async let ending: Void = clock.advance(by: .seconds(2))
            try await keeper.answer(.success(values(round.isMultiple(of: 2) ? "b" : "c")))
            await ending
            let found = try await fetched
            #expect((found.origin == .source) == (found.failure == nil))
            #expect(found.failure == nil || found.failure?.summary == "no answer within 2s")
            try await eventually("the end of the fetch") { service.history.last?.id == round + 1 }
        }
    }
}
