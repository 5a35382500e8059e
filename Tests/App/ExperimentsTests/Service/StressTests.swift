import Dispatch
import Experiments
import ExperimentsPublishers
import TestSupport
import Testing

@Suite("Everything immediately", .inTurn)
struct StressTests {
    @Test("Readers, subscribers, fetches and override changes on many threads end with the same last value")
    func everything() async throws {
        let keeper = InMemoryRemoteConfigKeeper(Snapshot(["layout": "list"]))
        let store = InMemoryOverrideStore()
        let service = RecordingService(remoteConfigKeeper: keeper, overrideStore: store)
        let seen = Recorder<Layout>()
        let observation = service.observeRemoteValue(for: ServiceKey.layout) { seen.record($0) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        let _: Layout = service.remoteValue(for: ServiceKey.layout)
                        let _: Gifts = service.remoteValue(for: ServiceKey.gifts)
                    }
                }
            }
            group.addTask {
                for round in 0..<100 {
                    keeper.lineUp(.success(Snapshot(["layout": round.isMultiple(of: 2) ? "grid" : "list"])))
                    _ = try? await service.fetch()
                }
            }
            group.addTask {
                for round in 0..<100 {
                    _ = try? store.update {
                        $0["layout"] = round.isMultiple(of: 3) ? Override(value: "grid") : nil
                    }
                }
            }
            group.addTask {
                for _ in 0..<100 {
                    service.getValues(for: ServiceKey.allCases)
                    service.updateRemoteValue(for: ServiceKey.layout, type: Layout.self)
                    _ = service.currentRemoteData
                    service.remoteValuePublisher(for: ServiceKey.layout, as: Layout.self).sink { _ in }
                        .cancel()
                }
            }
        }
        keeper.publish(Snapshot(["layout": "grid"]))
        try store.update { $0["layout"] = Override(value: "list") }
        #expect(seen.elements.last == .list)
        _ = observation
    }
}
