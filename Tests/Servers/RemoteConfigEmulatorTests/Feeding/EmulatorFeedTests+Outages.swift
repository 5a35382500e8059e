import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@testable import RemoteConfigEmulator

extension EmulatorFeedTests {
    @Test("before the source has brought values, apps never hear that there are none")
    func unavailable() async throws {
        var fed = try Fed()
        try fed.feed.serve(at: testTime)
        let answer = try await Caller(emulator: fed.emulator).fetch()
        #expect(answer.status == 503)
        #expect(answer.json["error"]?.object?["status"] == "UNAVAILABLE")
    }

    @Test("overrides are not served as if they were all values")
    func onlyOverrides() async throws {
        var fed = try Fed()
        try fed.set(["color": "blue"])
        try fed.feed.serve(at: testTime)
        #expect(try await Caller(emulator: fed.emulator).fetch().status == 503)
    }

    @Test("once the source has brought values, also none at all, they are served")
    func available() async throws {
        var fed = try Fed()
        fed.keeper.publish(snapshot([:]))
        try fed.feed.serve(at: testTime)
        let answer = try await Caller(emulator: fed.emulator).fetch()
        #expect(answer.status == 200)
        #expect(answer.json["state"] == "EMPTY_CONFIG")
    }

    @Test("a source that fails before it has brought values is not said to have last good ones")
    func missing() throws {
        var fed = try Fed()
        let failed = FetchRecord(
            id: 1, trigger: .scheduled, startedAt: testTime, duration: .zero,
            result: .failure(FetchFailure("connection refused")), version: nil, difference: .none)
        try fed.feed.hear(.fetchFinished(failed), at: testTime)
        #expect(fed.news.elements.contains("missing(\"connection refused\")"))
    }
}
