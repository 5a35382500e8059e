import Experiments
import ExperimentsPublishers
import TestSupport
import Testing

@Suite("Publishers", .inTurn)
struct PublisherTests {
    private let keeper = InMemoryRemoteConfigKeeper(Snapshot(["layout": "list"]))

    @Test("Every subscriber gets the value there is, then each other one; none after it is cancelled")
    func values() {
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        let publisher = service.remoteValuePublisher(for: ServiceKey.layout, as: Layout.self)
        let (first, second) = (Recorder<Layout>(), Recorder<Layout>())
        let firstSubscription = publisher.sink { first.record($0) }
        keeper.publish(Snapshot(["layout": "grid"]))
        let secondSubscription = publisher.sink { second.record($0) }
        keeper.publish(Snapshot(["layout": "grid", "gifts": "on"]))
        keeper.publish(Snapshot(["layout": "list"]))
        firstSubscription.cancel()
        keeper.publish(Snapshot(["layout": "grid"]))
        #expect(first.elements == [.list, .grid, .list])
        #expect(second.elements == [.grid, .list, .grid])
        secondSubscription.cancel()
    }

    @Test("A publisher of values finishes with its service")
    func finishing() {
        var service: RemoteConfigService? = RemoteConfigService(remoteConfigKeeper: keeper)
        let events = Recorder<String>()
        let subscription = service?.remoteValuePublisher(for: ServiceKey.layout, as: Layout.self)
            .sink(
                receiveCompletion: { _ in events.record("finished") },
                receiveValue: { events.record("\($0)") })
        service = nil
        #expect(events.elements == ["list", "finished"])
        subscription?.cancel()
    }

    @Test(
        "A fetch begins without a subscriber, and gives each subscriber one value and the end, also afterwards"
    )
    func fetch() async throws {
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        keeper.lineUp(.success(Snapshot(["layout": "grid"])))
        let publisher = service.fetchPublisher()
        try await eventually("the fetch to be over") { service.history.records.count == 1 }
        let events = Recorder<String>()
        let subscription = publisher.sink(
            receiveCompletion: { events.record("\($0)") }, receiveValue: { events.record("value") })
        #expect(try await events.first(2) == ["value", "finished"])
        #expect(service.remoteValue(for: ServiceKey.layout) == Layout.grid)
        subscription.cancel()
    }

    @Test("A fetch that fails says why, and the next one is another fetch")
    func failure() async throws {
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        keeper.lineUp(.failure(FetchFailure("no network")))
        let events = Recorder<String>()
        let failing = service.fetchPublisher().sink(
            receiveCompletion: { events.record("\($0)") }, receiveValue: { events.record("value") })
        let first = try await events.first(1)
        #expect(first.first?.contains("no network") == true)
        let next = service.fetchPublisher().sink(
            receiveCompletion: { events.record("\($0)") }, receiveValue: { events.record("value") })
        #expect(try await events.first(3).suffix(2) == ["value", "finished"])
        failing.cancel()
        next.cancel()
    }
}
