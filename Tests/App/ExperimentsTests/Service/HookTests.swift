import Experiments
import TestSupport
import Testing

@Suite("Hooks of a service", .inTurn)
struct HookTests {
    private let keeper = InMemoryRemoteConfigKeeper()
    private let store = InMemoryOverrideStore()

    private func service(
        _ exposurePolicy: ExposurePolicy = .withoutOverrides, _ booleanPolicy: BooleanPolicy = .strict
    ) -> RecordingService {
        RecordingService(
            remoteConfigKeeper: keeper, overrideStore: store, exposurePolicy: exposurePolicy,
            booleanPolicy: booleanPolicy)
    }

    @Test("A custom value wins over the override and the source, and is tracked as the app's own")
    func custom() throws {
        let service = service()
        keeper.publish(Snapshot(["layout": "list"]))
        try store.update { $0["layout"] = Override(value: "list") }
        service.custom.record("grid")
        #expect(service.remoteValue(for: ServiceKey.layout) == Layout.grid)
        #expect(service.exposed.elements.map(\.origin) == [.custom])
    }

    @Test("An override is no exposure, unless the policy says so, and then it is marked")
    func overrides() throws {
        try store.update { $0["layout"] = Override(value: "grid") }
        let silent = service()
        let _: Layout = silent.remoteValue(for: ServiceKey.layout)
        #expect(silent.exposed.elements.isEmpty)
        let telling = service(.withOverrides)
        let _: Layout = telling.remoteValue(for: ServiceKey.layout)
        #expect(telling.exposed.elements.map(\.origin) == [.override])
        #expect(telling.calls.elements == ["trackExperimentalGroup(Layout,grid)"])
    }

    @Test("An exposure is tracked once for a key, a group and a snapshot; never for a default or a baseline")
    func once() throws {
        let service = service()
        func readAll() { _ = service.getValues(for: ServiceKey.allCases) }
        keeper.publish(Snapshot(["layout": "grid", "otherLayout": "spiral", "paywall": "b_baseline"]))
        readAll()
        try store.update { $0["layout"] = Override(value: "list") }
        readAll()
        try store.update { $0["layout"] = nil }
        readAll()
        #expect(service.exposed.elements.map(\.key) == ["layout"])
        keeper.publish(Snapshot(["layout": "list", "paywall": "b"]))
        readAll()
        #expect(service.exposed.elements.map(\.key) == ["layout", "layout", "paywall"])
        #expect(service.exposed.elements.map(\.experimentalGroupValue) == ["grid", "list", "b"])
    }

    @Test("A key read as another type is a clear error and gives that type's reading, never a crash")
    func mismatch() {
        let service = service()
        keeper.publish(Snapshot(["layout": "b"]))
        let value: Paywall = service.remoteValue(for: ServiceKey.layout)
        let _: Paywall = service.remoteValue(for: ServiceKey.layout)
        #expect(value == Paywall(baseline: false, variant: .b))
        #expect(
            service.mismatched.elements.map(\.description) == [
                #"key "layout" is a Layout, but was read as Paywall; ask for Layout, or change the key's valueType"#
            ])
        #expect(service.calls.elements.isEmpty)
    }

    @Test("Text that spells no boolean is incorrect, or false where the policy is lenient")
    func booleans() {
        keeper.publish(Snapshot(["gifts": "perhaps"]))
        let strict = service()
        let lenient = service(.withoutOverrides, .lenient)
        #expect(strict.remoteValue(for: ServiceKey.gifts) == Gifts.disabled)
        #expect(strict.calls.elements == ["trackIncorrectValue(gifts,perhaps)"])
        #expect(lenient.remoteValue(for: ServiceKey.gifts) == Gifts.disabled)
        #expect(lenient.calls.elements.isEmpty)
        #expect(strict.getValues(for: [ServiceKey.gifts]).rows.map(\.status) == [.incorrect])
        #expect(lenient.getValues(for: [ServiceKey.gifts]).rows.map(\.status) == [.ok])
        keeper.publish(Snapshot(["gifts": "ON"]))
        #expect(strict.remoteValue(for: ServiceKey.gifts) == Gifts.enabled)
        #expect(lenient.remoteValue(for: ServiceKey.gifts) == Gifts.enabled)
    }

    @Test("The list for a debug panel has the keys of the latest pass, with titles and texts")
    func currentRemoteData() {
        let service = service()
        keeper.publish(Snapshot(["layout": "grid", "gifts": "1", "perRow": "4"]))
        #expect(service.currentRemoteData.isEmpty)
        service.getValues(for: [ServiceKey.gifts, ServiceKey.layout, ServiceKey.perRow, ServiceKey.paywall])
        let data = service.currentRemoteData
        #expect(data.map(\.key) == ["GIFTS", "LAYOUT", "PERROW", "PAYWALL"])
        #expect(data.map(\.value) == ["enabled", "grid", "4", "a_baseline"])
    }
}
