import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Whoever follows the lifecycle of an app", .inTurn)
struct AppPresenceTests {
    private let presence = AppPresence()
    private let keeper = ScriptedKeeper()
    private let clock = ManualClock()
    private let service: RemoteConfigService

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper, now: clock.reading)
    }

    @Test("is reported each change, and of nothing that changes nothing")
    func told() {
        let told = Recorder<Bool>()
        let observation = presence.observe { told.record($0.isActive) }
        presence.report(.foreground)
        presence.report(.background)
        presence.report(.background)
        presence.report(.foreground)
        #expect(told.elements == [false, true])
        observation.cancel()
        presence.report(.background)
        #expect(told.count == 2)
    }

    @Test("waits until the app is active, and not at all where it is")
    func waiting() async throws {
        try await presence.untilActive()
        presence.report(.background)
        let isOver = Recorder<Bool>()
        let waiting = Task {
            try await presence.untilActive()
            isOver.record(presence.lifecycle.isActive)
        }
        presence.report(.lowData(true))
        presence.report(.foreground)
        #expect(isOver.count == 0)
        presence.report(.lowData(false))
        try await waiting.value
        #expect(isOver.elements == [true])
    }

    @Test("waits no longer when its task is cancelled")
    func cancelled() async {
        presence.report(.background)
        let waiting = Task { try await presence.untilActive() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    private func comeBack() {
        presence.report(.background)
        presence.report(.foreground)
    }

    @Test("fetches when the app comes to the foreground, until its handle is cancelled")
    func fetches() async throws {
        let handle = service.fetchInForeground(of: presence)
        #expect(keeper.triggers.isEmpty)
        comeBack()
        try await keeper.answer(.success(Snapshot(texts: [:], fetchedAt: clock.now)))
        try await eventually("the fetch") { service.history.records.count == 1 }
        handle.cancel()
        clock.advance(by: 3600)
        comeBack()
        async let byHand = service.fetch(.manual)
        try await keeper.answer(.success(Snapshot(texts: [:], fetchedAt: clock.now)))
        _ = try await byHand
        #expect(keeper.triggers.count == 2)
    }

    @Test("fetches again only when the latest fetch is old enough, and not in Low Data Mode")
    func age() async throws {
        async let byHand = service.fetch(.manual)
        try await keeper.answer(.success(Snapshot(texts: [:], fetchedAt: clock.now)))
        _ = try await byHand
        let handle = service.fetchInForeground(unlessYoungerThan: .seconds(60), of: presence)
        clock.advance(by: 59)
        comeBack()
        presence.report(.lowData(true))
        clock.advance(by: 2)
        comeBack()
        #expect(keeper.triggers.count == 1)
        presence.report(.lowData(false))
        try await keeper.fetchBegan(2)
        #expect(keeper.triggers.count == 2)
        withExtendedLifetime(handle) {}
    }

    @Test("fetches again after the clock was set back, because the age of the values is unknown")
    func clockSetBack() async throws {
        async let byHand = service.fetch(.manual)
        try await keeper.answer(.success(Snapshot(texts: [:], fetchedAt: clock.now)))
        _ = try await byHand
        let handle = service.fetchInForeground(unlessYoungerThan: .seconds(60), of: presence)
        clock.advance(by: -86_400)
        comeBack()
        try await keeper.fetchBegan(2)
        withExtendedLifetime(handle) {}
    }
}
