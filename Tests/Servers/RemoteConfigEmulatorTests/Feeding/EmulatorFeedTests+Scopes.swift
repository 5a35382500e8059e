import ExperimentsCore
import ExperimentsOperator
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import RemoteConfigEmulator

extension EmulatorFeedTests {
    @Test("an override for one app or installation reaches that one only, and goes before a wider one")
    func scopes() async throws {
        var fed = try Fed(template(["color": "red", "size": "4", "other": "x"]), [.overrides])
        try fed.set(["color": "everyone", "size": "5", "other": "y"])
        var set = fed.store.overrides
        set[.app("1:1:web:a")].entries = ["color": Override(value: "app"), "size": Override(value: "big")]
        set[.installation(app: "1:1:web:a", id: "mine")].entries = [
            "color": Override(value: "mine"), "other": Override(value: "z", isEnabled: false),
        ]
        set[.app("com.example.other")].entries = ["color": Override(value: "nobody's")]
        let new = set
        try fed.store.update { $0 = new }
        try fed.feed.serve(at: testTime)
        // A key that does not accept its override is left out; one that is switched off is the template's.
        #expect(try await fed.fetched("mine").entries == ["color": "mine", "other": "x"])
        #expect(try await fed.fetched("another").entries == ["color": "app", "other": "y"])
    }

    @Test("an override for one app ends when its time is over, as one for everyone does")
    func scopedExpiry() async throws {
        var fed = try Fed(template(["color": "red"]), [.overrides])
        var set = OverrideSet.empty
        set[.app("1:1:web:a")].entries = ["color": Override(value: "app", expiresAt: testTime + 9)]
        let new = set
        try fed.store.update { $0 = new }
        try fed.feed.serve(at: testTime)
        #expect(fed.feed.deadline == testTime + 9)
        #expect(try await fed.fetched().entries == ["color": "app"])
        try fed.feed.serve(at: testTime + 9)
        #expect(try await fed.fetched().entries == ["color": "red"])
    }

    @Test("overrides for apps that cannot be read are reported, and what was served before stays")
    func unreadableScopes() async throws {
        var fed = try Fed(template(["color": "red"]), [.overrides])
        let refusals = Recorder<OverrideStoreProblem>()
        let observation = fed.emulator.observe { notice in
            if case .overridesRefused(_, let problem) = notice { refusals.record(problem) }
        }
        defer { observation.cancel() }
        try fed.store.update { $0[.app("1:1:web:a")].entries = ["color": Override(value: "app")] }
        try fed.feed.serve(at: testTime)
        try fed.store.update { $0 = try OverrideSet(parsing: Array(#"{"version": 1, "apps": 7}"#.utf8)) }
        try fed.feed.serve(at: testTime)
        try fed.feed.serve(at: testTime)
        #expect(refusals.count == 1)
        #expect(try await fed.fetched().entries == ["color": "app"])
    }

    @Test("what is set for one installation goes before what is set for everyone")
    func installation() async throws {
        var fed = try Fed(template(["color": "red", "size": "4"]), [.overrides])
        try fed.set(["color": "blue", "size": "5"])
        try fed.feed.serve(at: testTime)
        _ = try await Caller(emulator: fed.emulator).call(
            "PUT", "/emulator/v1/projects/demo-shop/installations/mine/overrides",
            #"{"overrides": {"color": "green"}}"#, headers: ["authorization": "Bearer owner"])
        #expect(try await fed.fetched("mine").entries == ["color": "green", "size": "5"])
        #expect(try await fed.fetched("other").entries == ["color": "blue", "size": "5"])
    }
}
