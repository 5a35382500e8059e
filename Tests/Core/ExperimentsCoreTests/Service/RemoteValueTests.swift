import Dispatch
import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@Suite("Values as an app reads them", .inTurn)
struct RemoteValueTests {
    private let keeper = InMemoryRemoteConfigKeeper()
    private let store = InMemoryOverrideStore()
    private let clock = ManualClock()
    private let service: RecordingService

    init() {
        service = RecordingService(remoteConfigKeeper: keeper, overrideStore: store, now: clock.reading)
    }

    private func paywall(_ key: Key = .paywall) -> Paywall { service.remoteValue(for: key) }

    @Test("the source's value, or the default where it is missing or incorrect")
    func reads() {
        #expect(paywall() == .a)
        keeper.publish(Snapshot(["paywall": "b", "otherPaywall": "z"]))
        #expect(paywall() == .b)
        #expect(paywall(.otherPaywall) == .a)
    }

    @Test("two keys of one type have values of their own")
    func perKey() {
        keeper.publish(Snapshot(["paywall": "b", "otherPaywall": "c"]))
        #expect(paywall() == .b)
        #expect(paywall(.otherPaywall) == .c)
    }

    @Test("a new snapshot and a change to the overrides are seen by the next read")
    func seesChanges() throws {
        #expect(paywall() == .a)
        try store.update { $0["paywall"] = Override(value: "c") }
        #expect(paywall() == .c)
        keeper.publish(Snapshot(["paywall": "b"]))
        #expect(paywall() == .c)
        try store.update { $0["paywall"] = nil }
        #expect(paywall() == .b)
    }

    @Test("an override that ends is no longer active at the next read")
    func expires() throws {
        try store.update { $0["paywall"] = Override(value: "c", expiresAt: clock.now + 60) }
        #expect(paywall() == .c)
        clock.advance(by: 59)
        #expect(paywall() == .c)
        clock.advance(by: 1)
        #expect(paywall() == .a)
    }

    @Test("a broken override is incorrect, and the default is used even where the source has a value")
    func brokenOverride() throws {
        keeper.publish(Snapshot(["paywall": "b"]))
        try store.update { $0["paywall"] = Override(value: "nonsense") }
        #expect(paywall() == .a)
        #expect(service.trackingCalls == ["trackIncorrectValue(paywall,nonsense)"])
        #expect(service.report(for: [CatalogKey(Key.paywall)]).rows[0].status == .incorrect)
    }

    @Test("what a source held before the service was made is there")
    func earlierValues() {
        let keeper = InMemoryRemoteConfigKeeper(Snapshot(["paywall": "b"]))
        let store = InMemoryOverrideStore(OverrideSet(["otherPaywall": Override(value: "c")]))
        let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
        let values: [Paywall] = [
            service.remoteValue(for: Key.paywall), service.remoteValue(for: Key.otherPaywall),
        ]
        #expect(values == [.b, .c])
    }

    @Test("a catalog's key gets the default of its own schema")
    func catalogueDefault() {
        let key = CatalogKey(name: "title", schema: ValueSchema(kind: .int, defaultText: "7"))
        let bare = CatalogKey(name: "bare", schema: ValueSchema(kind: .int))
        func text(_ key: CatalogKey) -> String { (service.remoteValue(for: key) as CatalogValue).remoteText }
        #expect(text(key) == "7")
        #expect(text(bare) == "")
        keeper.publish(Snapshot(["title": "x", "bare": "5"]))
        #expect(text(key) == "7")
        #expect(text(bare) == "5")
        #expect(service.trackingCalls.contains("trackIncorrectValue(title,x)"))
    }

    @Test("read as another type than its own, a key has that type's value and is not tracked")
    func anotherType() {
        keeper.publish(Snapshot(["paywall": "b"]))
        let other: CatalogValue = service.remoteValue(for: Key.paywall)
        #expect(other.remoteText == "b")
        #expect(paywall() == .b)
        #expect((service.remoteValue(for: Key.paywall) as CatalogValue).remoteText == "b")
        let incorrect: Layout = service.remoteValue(for: Key.paywall)
        #expect(incorrect == .grid)
        #expect(service.trackingCalls.isEmpty)
    }

    @Test("a subclass may put its own value in place, and decline an operator's")
    func debugValues() throws {
        keeper.publish(Snapshot(["paywall": "b"]))
        try store.update { $0["paywall"] = Override(value: "c") }
        service.declinesOverrides.withLock { $0 = true }
        #expect(paywall() == .b)
        service.debugTexts.withLock { $0 = ["paywall": "a"] }
        keeper.publish(Snapshot(["paywall": "c"]))
        #expect(paywall() == .a)
    }

    @Test("while sources and overrides change on other threads, every read is one of their values")
    func underChange() throws {
        keeper.publish(Snapshot(["paywall": "b"]))
        let odd = Recorder<Paywall>()
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for turn in 0..<300 {
                switch thread {
                case 0: keeper.publish(Snapshot(["paywall": turn % 2 == 0 ? "b" : "c"]))
                case 1: _ = try? store.update { $0["unrelated"] = Override(value: "\(turn)") }
                default: if paywall() == .a { odd.record(.a) }
                }
            }
        }
        #expect(odd.elements.isEmpty)
        keeper.publish(Snapshot(["paywall": "b"]))
        #expect(paywall() == .b)
    }

    @Test("whoever publishes reads what it published, whatever other threads do")
    func readsItsOwnWrite() {
        let stale = Recorder<String>()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            let name = "own\(thread)"
            let key = CatalogKey(name: name, schema: ValueSchema(kind: .string))
            for turn in 0..<200 {
                _ = try? store.update { $0[name] = Override(value: "\(turn)") }
                let value: CatalogValue = service.remoteValue(for: key)
                if value.remoteText != "\(turn)" { stale.record("\(value.remoteText) for \(turn)") }
            }
        }
        #expect(stale.elements.isEmpty)
    }
}
