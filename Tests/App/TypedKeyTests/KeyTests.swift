import Experiments
import Foundation
import TestSupport
import Testing

@Suite("Keys that know their type", .inTurn)
struct KeyTests {
    private let keeper = InMemoryRemoteConfigKeeper()
    private let store = InMemoryOverrideStore()
    private let service: RemoteConfigService

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
    }

    private func publish(_ texts: [String: String]) {
        keeper.publish(Snapshot(texts: texts, fetchedAt: Date(timeIntervalSince1970: 0)))
    }

    @Test("A value is the override, else the source's, else the key's default")
    func order() throws {
        #expect(service[.columns] == 3)
        publish(["columns": "4", "paywall_type": "b", "gift_cards": "yes", "theme": "dark"])
        #expect(service[.columns] == 4)
        #expect(service[.paywall] == .b)
        #expect(service[.giftCards])
        #expect(service[.theme] == .dark)
        try service.override(.columns, with: 5, author: "ann")
        #expect(service[.columns] == 5)
        #expect(store.overrides["columns"]?.author == "ann")
        try service.override(.columns, with: nil)
        #expect(service[.columns] == 4)
    }

    @Test("A text that is not valid gives the key's default, and is reported with its reason")
    func incorrect() {
        publish(["columns": "7", "paywall_type": "d"])
        #expect(service[.columns] == 3)
        #expect(service[.paywall] == .a)
        let report = service.getValues(for: [Keys.columns, Keys.paywall, Keys.discount])
        #expect(report.rows.map(\.status) == [.incorrect, .incorrect, .missing])
        #expect(report.rows[0].problem?.reason == "outside its range")
        #expect(report.rows[2].valueText == "0.25")
    }

    @Test("Reports know the range, the cases, the default, and the words for people")
    func schema() {
        let rows = service.report(for: [CatalogKey(Keys.columns), CatalogKey(Keys.paywall)]).rows
        #expect(rows[0].key.schema == ValueSchema(kind: .int, range: 1...6, defaultText: "3"))
        #expect(rows[0].key.declaredTitle == nil)
        #expect(rows[1].key.schema.cases == ["a", "b", "c"])
        #expect(rows[1].key.title == "Paywall")
        #expect(rows[1].key.group == "Shop")
    }

    @Test(
        "A remote value has the default that its key states, and hooks of a subclass see it as its own type")
    func remoteValue() {
        final class Custom: RemoteConfigService, @unchecked Sendable {
            override func customValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
                key.name == "theme" ? Theme.dark as? Value : nil
            }
        }
        #expect(service[.theme] == .light)
        #expect(service[.darkTheme] == .dark)
        #expect(Custom(remoteConfigKeeper: keeper)[.theme] == .dark)
    }

    @Test("An optional key is nil where the source has nothing or an empty text")
    func optional() {
        #expect(service[.limit] == nil)
        publish(["limit": "7"])
        #expect(service[.limit] == 7)
        publish(["limit": ""])
        #expect(service[.limit] == nil)
    }

    @Test("A boolean is read leniently if the service is set to")
    func lenient() {
        publish(["gift_cards": "maybe"])
        let lenient = RemoteConfigService(remoteConfigKeeper: keeper, booleanPolicy: .lenient)
        let row = lenient.getValues(for: [Keys.giftCards]).rows.first
        #expect(!lenient[.giftCards])
        #expect(row?.status == .ok)
    }

    @Test("A subscriber gets the value there is, then each other one once, however it is spelled")
    func observing() throws {
        let seen = Recorder<Bool>()
        let observation = service.observeValue(of: .giftCards) { seen.record($0) }
        publish(["gift_cards": "on"])
        publish(["gift_cards": "true"])
        publish(["gift_cards": "off", "columns": "2"])
        #expect(seen.elements == [false, true, false])
        observation.cancel()
    }

    @Test("A stream brings the values, and ends with the service")
    func stream() async throws {
        var service: RemoteConfigService? = RemoteConfigService(remoteConfigKeeper: keeper)
        let values = try #require(service?.values(of: .columns))
        publish(["columns": "4"])
        service = nil
        var seen: [Int] = []
        for await value in values { seen.append(value) }
        #expect(seen == [3, 4])
    }

    @Test("A key that names an experiment lists its groups, and not its default")
    func exposure() {
        let told = Recorder<String>()
        let observation = service.observeKeyEvents { event in
            if case .exposure(let exposure) = event {
                told.record("\(exposure.experimentalGroupKey) \(exposure.experimentalGroupValue)")
            }
        }
        _ = service[.ranking]
        publish(["ranking": "b"])
        _ = (service[.ranking], service[.ranking])
        #expect(told.elements == ["ranking_test b"])
        _ = observation
    }
}
