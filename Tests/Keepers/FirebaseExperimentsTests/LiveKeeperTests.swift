import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import FirebaseExperiments
import Foundation
import TestSupport
import Testing

@Suite("The Firebase keeper, listening", .inTurn, .timeLimit(.minutes(60)))
struct LiveKeeperTests {
    @Test("a keeper that does not listen opens no stream, and says that it is off")
    func deaf() async throws {
        let service = ScriptedService()
        let keeper = FirebaseRemoteConfigKeeper(remoteConfig: try service.client())
        _ = try await keeper.fetch(.manual)
        #expect(keeper.liveStatus == .off)
        #expect(service.streamCount == 0)
    }

    @Test("the stream is opened after the first fetch, and closed when the keeper goes")
    func opening() async throws {
        let service = ScriptedService()
        var keeper: FirebaseRemoteConfigKeeper? = FirebaseRemoteConfigKeeper(
            remoteConfig: try service.client(), listens: true)
        let statuses = Recorder<LiveStatus>()
        let observation = keeper?.observe { if case .liveStatus(let status) = $0 { statuses.record(status) } }
        #expect(service.streamCount == 0)
        _ = try await keeper?.fetch(.manual)
        #expect(try await statuses.first(2) == [.connecting, .live])
        #expect(keeper?.liveStatus == .live)
        #expect(service.streamCount == 1)
        observation?.cancel()
        keeper = nil
        try await eventually("the stream to be closed") { service.isStreamLeft }
    }

    @Test(
        "a published template is in the service's next report immediately, with a realtime fetch in its history"
    )
    func publish() async throws {
        let backend = ScriptedService()
        let keeper = FirebaseRemoteConfigKeeper(remoteConfig: try backend.client(), listens: true)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.fetch(.scheduled)
        try await eventually("live") { keeper.liveStatus == .live }
        backend.publish(["color": "green"])
        try await eventually("the new value") { service.snapshot.entries["color"]?.text == "green" }
        try await eventually("its record") { service.history.last?.trigger == .realtime(attempt: 1) }
        #expect(service.history.records.count == 2)
        #expect(service.history.last?.difference.names == ["color"])
        #expect(service.history.last?.version == "2")
    }

    @Test("what was published while the connection was lost is fetched when it is back")
    func missed() async throws {
        let backend = ScriptedService()
        let keeper = FirebaseRemoteConfigKeeper(remoteConfig: try backend.client(), listens: true)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        let statuses = Recorder<LiveStatus>()
        let observation = keeper.observe { if case .liveStatus(let status) = $0 { statuses.record(status) } }
        defer { observation.cancel() }
        try await service.fetch(.scheduled)
        try await eventually("live") { keeper.liveStatus == .live }
        // Its versions begin anew, as those of a server that was started again.
        backend.restart(["color": "blue"], version: 1)
        try await eventually("the new value") { service.snapshot.entries["color"]?.text == "blue" }
        #expect(statuses.elements.map(\.word) == ["connecting", "live", "interrupted", "connecting", "live"])
        backend.publish(["color": "black"])
        try await eventually("the next value") { service.snapshot.entries["color"]?.text == "black" }
    }

    @Test("a version that does not come is a failure of that fetch, and the values stay")
    func lagging() async throws {
        let backend = ScriptedService()
        let keeper = FirebaseRemoteConfigKeeper(remoteConfig: try backend.client(), listens: true)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.fetch(.scheduled)
        try await eventually("live") { keeper.liveStatus == .live }
        backend.announce(9)
        try await eventually("a failure") { service.history.last?.failure != nil }
        #expect(
            service.history.last?.failure?.summary
                == "version 9 of the template was announced and could not be fetched: the service still has version 1"
        )
        #expect(service.snapshot.entries["color"]?.text == "red")
    }

    @Test("a fetch by hand tries a lost connection again immediately")
    func byHand() async throws {
        let backend = ScriptedService()
        backend.refusesStreams = true
        let keeper = FirebaseRemoteConfigKeeper(
            remoteConfig: try backend.client(pausing: true), listens: true)
        _ = try await keeper.fetch(.scheduled)
        try await eventually("an interruption") { keeper.liveStatus.word == "interrupted" }
        backend.refusesStreams = false
        _ = try await keeper.fetch(.scheduled)
        #expect(keeper.liveStatus.word == "interrupted")
        _ = try await keeper.fetch(.manual)
        try await eventually("live") { keeper.liveStatus == .live }
    }
}
