import Experiments
import Foundation
import TestSupport
import Testing

@Suite("Following a value", .inTurn)
struct ObservingTests {
    private let keeper = InMemoryRemoteConfigKeeper(Snapshot(["layout": "list"]))
    private let store = InMemoryOverrideStore()
    private let service: RecordingService

    init() {
        service = RecordingService(remoteConfigKeeper: keeper, overrideStore: store)
    }

    @Test("A subscriber gets the value there is, then each other one once, whatever brings it")
    func eachOnce() throws {
        let seen = Recorder<Layout>()
        let observation = service.observeRemoteValue(for: ServiceKey.layout) { seen.record($0) }
        keeper.publish(Snapshot(["layout": "list", "gifts": "on"]))
        keeper.publish(Snapshot(["layout": "grid"]))
        try store.update { $0["layout"] = Override(value: "list") }
        try store.update { $0["layout"]?.note = "again" }
        try store.update { $0["layout"] = nil }
        #expect(seen.elements == [.list, .grid, .list, .grid])
        observation.cancel()
        keeper.publish(Snapshot(["layout": "list"]))
        #expect(seen.count == 4)
    }

    @Test("A change of one key makes no other key's subscriber look")
    func oneKeyOnly() throws {
        let looked = Recorder<String>()
        final class Looking: RemoteConfigService, @unchecked Sendable {
            let looked: Recorder<String>
            init(_ keeper: any RemoteConfigKeeper, _ store: any OverrideStore, _ looked: Recorder<String>) {
                self.looked = looked
                super.init(remoteConfigKeeper: keeper, overrideStore: store)
            }
            override func debugValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
                looked.record(key.name)
                return super.debugValue(for: key)
            }
        }
        let service = Looking(keeper, store, looked)
        let observations = [
            service.observeRemoteValue(for: ServiceKey.layout, as: Layout.self) { _ in },
            service.observeRemoteValue(for: ServiceKey.otherLayout, as: Layout.self) { _ in },
            service.observeRemoteValue(for: ServiceKey.gifts, as: Gifts.self) { _ in },
        ]
        looked.clear()
        try store.update { $0["otherLayout"] = Override(value: "grid") }
        keeper.publish(Snapshot(["layout": "list", "gifts": "yes"]))
        #expect(looked.elements == ["otherLayout", "gifts"])
        _ = observations
    }

    @Test("The end of an override by itself is a change like any other")
    func expiry() async throws {
        let seen = Recorder<Layout>()
        let observation = service.observeRemoteValue(for: ServiceKey.layout) { seen.record($0) }
        try store.update {
            $0["layout"] = Override(value: "grid", expiresAt: Date().addingTimeInterval(0.05))
        }
        #expect(try await seen.first(3) == [.list, .grid, .list])
        _ = observation
    }

    @Test("A sequence brings the value there is and each other one, and ends with the service")
    func sequence() async throws {
        var owned: RecordingService? = RecordingService(remoteConfigKeeper: keeper)
        let values = try #require(owned?.remoteValues(for: ServiceKey.layout, as: Layout.self))
        keeper.publish(Snapshot(["layout": "grid"]))
        keeper.publish(Snapshot(["layout": "list"]))
        owned = nil
        var seen: [Layout] = []
        for await value in values { seen.append(value) }
        #expect(seen == [.list, .grid, .list])
    }

    @Test("A key that is updated by hand is reported again though it is the same, and tracks nothing")
    func update() {
        let seen = Recorder<Layout>()
        service.updateRemoteValue(for: ServiceKey.layout, type: Layout.self)
        let observation = service.observeRemoteValue(for: ServiceKey.layout) { seen.record($0) }
        service.calls.clear()
        service.updateRemoteValue(for: ServiceKey.layout, type: Layout.self)
        service.custom.record("grid")
        service.updateRemoteValue(for: ServiceKey.layout, type: Layout.self)
        #expect(seen.elements == [.list, .list, .grid])
        #expect(service.calls.elements.isEmpty)
        _ = observation
    }

    @Test("A handler may change what it follows: its next value comes when it is done")
    func reentrant() throws {
        let seen = Recorder<Layout>()
        let observation = service.observeRemoteValue(for: ServiceKey.layout) { [keeper] (value: Layout) in
            if value == .list { keeper.publish(Snapshot(["layout": "grid"])) }
            seen.record(value)
        }
        #expect(seen.elements == [.list, .grid])
        _ = observation
    }
}
