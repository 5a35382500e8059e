import Experiments
import Foundation
import TestSupport
import Testing

@Suite("Keys that keep their value for a session", .inTurn)
struct SessionTests {
    private let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: ["page_layout": "b"], fetchedAt: nil))
    private let service: RemoteConfigService

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper)
    }

    private func publish(_ text: String) {
        keeper.publish(Snapshot(texts: ["page_layout": text], fetchedAt: nil))
    }

    @Test("The value stays as it was first read, and the next session has the new one")
    func kept() {
        #expect(service[.layout] == .b)
        #expect(service.pendingValue(of: .layout) == nil)
        publish("c")
        #expect(service[.layout] == .b)
        #expect(service.pendingValue(of: .layout) == .c)
        service.beginSession()
        #expect(service[.layout] == .c)
        #expect(service.pendingValue(of: .layout) == nil)
    }

    @Test("A reporter on the service hears which value is kept and which follows")
    func reported() {
        _ = service[.layout]
        #expect(service.pendingValues["page_layout"] == nil)
        publish("c")
        #expect(service.pendingValues["page_layout"] == PendingValues.Change(kept: "b", next: "c"))
        let told = Recorder<String>()
        let sessions = service.pendingValues.observeSessions { told.record("session") }
        service.beginSession()
        #expect(service.pendingValues["page_layout"] == nil)
        #expect(told.count == 1)
        _ = sessions
    }

    @Test("A change is reported as pending, and not again where the old value comes back")
    func pending() {
        let told = Recorder<String>()
        let observation = service.observeKeyEvents { event in
            if case .pending(let key) = event { told.record(key.name) }
        }
        _ = service[.layout]
        publish("c")
        publish("b")
        #expect(told.elements == ["page_layout"])
        _ = observation
    }

    @Test("An observer hears only the value of each session")
    func observed() {
        let seen = Recorder<PaywallPage>()
        let observation = service.observeValue(of: .layout) { seen.record($0) }
        publish("c")
        #expect(seen.elements == [.b])
        service.beginSession()
        service.beginSession()
        #expect(seen.elements == [.b, .c])
        observation.cancel()
        publish("a")
        service.beginSession()
        #expect(seen.count == 2)
    }

    @Test("A stream of it ends with the service")
    func stream() async throws {
        var owned: RemoteConfigService? = RemoteConfigService(remoteConfigKeeper: keeper)
        let values = try #require(owned?.values(of: .layout))
        owned = nil
        var seen: [PaywallPage] = []
        for await value in values { seen.append(value) }
        #expect(seen == [.b])
    }
}
