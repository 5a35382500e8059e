import Dispatch
import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@Suite("Tracking", .inTurn)
struct TrackingTests {
    private let keeper = InMemoryRemoteConfigKeeper()
    private let store = InMemoryOverrideStore()
    private let service: RecordingService

    init() {
        service = RecordingService(
            remoteConfigKeeper: keeper, overrideStore: store, exposurePolicy: .withOverrides)
    }

    /// Writes down what it is told.
    private final class RecordingTracker: ExperimentTracker {
        let told = Recorder<String>()

        func track(_ exposure: Exposure) {
            let seconds = exposure.at.timeIntervalSince1970
            told.record("\(exposure.experimentalGroupValue) \(exposure.unit ?? "-") \(seconds)")
        }

        func track(_ event: TrackingEvent) {
            let value = event.value.map { "\($0)" } ?? "-"
            told.record("\(event.name) \(value) \(event.unit ?? "-") \(event.at.timeIntervalSince1970)")
        }
    }

    @Test("a tracker is reported exposures once, and of events, with unit and time")
    func tracker() {
        let tracker = RecordingTracker()
        let service = RemoteConfigService(
            remoteConfigKeeper: keeper, unit: "ann", tracker: tracker, now: { Date(timeIntervalSince1970: 7) }
        )
        keeper.publish(Snapshot(["layout": "list"]))
        for _ in 0..<2 { _ = service.getValues(for: [Key.layout]) }
        service.track("purchase", value: 5.5)
        service.track("view", value: .nan)
        service.track("")
        #expect(tracker.told.elements == ["list ann 7.0", "purchase 5.5 ann 7.0", "view - ann 7.0"])
    }

    @Test(
        "a pass asks for a debug value of each key in order, tracks each, then all missing, then all incorrect"
    )
    func passOrder() {
        keeper.publish(Snapshot(["paywall": "zzz", "theme": "b_var_baseline", "layout": "list"]))
        let report = service.getValues(for: [Key.paywall, .onboarding, .theme, .layout])
        #expect(
            service.calls.elements == [
                "debugValue(paywall)", "trackIncorrectValue(paywall,zzz)", "debugValue(onboarding)",
                "trackKeyNotFound(onboarding)", "debugValue(theme)", "debugValue(layout)",
                "trackExperimentalGroup(Layout,list)", "trackKeysNotFound([onboarding])",
                "trackIncorrectValues([paywall=zzz])",
            ])
        #expect(report.rows.map(\.status) == [.incorrect, .missing, .ok, .ok])
    }

    @Test(
        "the report and the tracking methods count the same keys, also where the app supplies values itself")
    func counts() {
        keeper.publish(Snapshot(["theme": "zzz", "layout": "zzz"]))
        service.debugTexts.withLock { $0 = ["paywall": "b", "theme": "b_var"] }
        service.customTexts.withLock { $0 = ["sorting": "true"] }
        let report = service.getValues(for: Key.allCases)
        let missing = report.rows.filter { $0.status == .missing }.map(\.name)
        let incorrect = report.rows.filter { $0.status == .incorrect }.map(\.name)
        #expect(missing == ["otherPaywall", "onboarding", "retries"])
        #expect(incorrect == ["layout"])
        #expect(
            report.counts[.missing] == 3 && report.counts[.incorrect] == 1 && report.counts[.override] == 3)
        #expect(service.calls.elements.contains("trackKeysNotFound([\(missing.joined(separator: ","))])"))
        #expect(service.calls.elements.contains("trackIncorrectValues([layout=zzz])"))
        #expect(report.rows.first?.valueText == "b")
    }

    @Test("a second pass tracks no key again, but reports its own missing and incorrect keys")
    func secondPass() {
        keeper.publish(Snapshot(["paywall": "zzz"]))
        _ = service.getValues(for: [Key.paywall, .onboarding])
        service.calls.clear()
        _ = service.getValues(for: [Key.paywall])
        #expect(service.calls.elements == ["trackIncorrectValues([paywall=zzz])"])
    }

    @Test("a pass in which all is fine reports nothing")
    func finePass() {
        keeper.publish(Snapshot(["paywall": "a"]))
        _ = service.getValues(for: [Key.paywall])
        #expect(service.trackingCalls.isEmpty)
    }

    @Test("a key read before a pass is not tracked again by it")
    func readBeforePass() {
        keeper.publish(Snapshot(["layout": "list"]))
        let _: Layout = service.remoteValue(for: Key.layout)
        _ = service.getValues(for: [Key.layout, .onboarding])
        #expect(
            service.trackingCalls == [
                "trackExperimentalGroup(Layout,list)", "trackKeyNotFound(onboarding)",
                "trackKeysNotFound([onboarding])",
            ])
    }

    @Test("keys that share a type are each tracked")
    func sharedType() {
        keeper.publish(Snapshot(["paywall": "x", "otherPaywall": "y"]))
        _ = service.getValues(for: [Key.paywall, .otherPaywall])
        #expect(service.trackingCalls.last == "trackIncorrectValues([paywall=x,otherPaywall=y])")
    }

    @Test("a baseline's group is not tracked; another value's is, and an override's where the policy says so")
    func groups() throws {
        keeper.publish(Snapshot(["theme": "b_var_baseline", "sorting": "true_baseline", "layout": "grid"]))
        _ = service.getValues(for: [Key.theme, .sorting, .layout])
        #expect(service.trackingCalls == ["trackExperimentalGroup(Layout,grid)"])
        try store.update { $0["theme"] = Override(value: "b_var") }
        _ = service.getValues(for: [Key.theme, .sorting, .layout])
        #expect(service.trackingCalls.last == "trackExperimentalGroup(Theme,b_var)")
    }

    @Test("the default of a missing or incorrect key is never tracked as a group")
    func noGroupForDefaults() {
        keeper.publish(Snapshot(["layout": "spiral"]))
        let layout: Layout = service.remoteValue(for: Key.layout)
        #expect(layout == .grid)
        #expect(service.trackingCalls == ["trackIncorrectValue(layout,spiral)"])
    }

    @Test("another snapshot with the same text tracks nothing again; with another text it does")
    func oncePerChange() {
        func read() { let _: Layout = service.remoteValue(for: Key.layout) }
        keeper.publish(Snapshot(["layout": "list"]))
        read()
        keeper.publish(Snapshot(["layout": "list", "paywall": "b"]))
        read()
        read()
        #expect(service.trackingCalls == ["trackExperimentalGroup(Layout,list)"])
        keeper.publish(Snapshot(["layout": "grid"]))
        read()
        #expect(service.trackingCalls.last == "trackExperimentalGroup(Layout,grid)")
        keeper.publish(Snapshot([:]))
        read()
        #expect(service.trackingCalls.last == "trackKeyNotFound(layout)")
        keeper.publish(Snapshot(["paywall": "c"]))
        read()
        #expect(service.trackingCalls.count == 3)
    }

    @Test("an override that stays the same tracks nothing again")
    func sameOverride() throws {
        try store.update { $0["layout"] = Override(value: "list") }
        let _: Layout = service.remoteValue(for: Key.layout)
        try store.update { $0["paywall"] = Override(value: "b") }
        let _: Layout = service.remoteValue(for: Key.layout)
        #expect(service.trackingCalls == ["trackExperimentalGroup(Layout,list)"])
    }

    @Test("many threads that read a key for the first time track it once")
    func onceForAllThreads() {
        keeper.publish(Snapshot(["layout": "list"]))
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let _: Layout = service.remoteValue(for: Key.layout)
        }
        #expect(service.trackingCalls == ["trackExperimentalGroup(Layout,list)"])
    }

    @Test("a value that a source pushes while a key is being resolved is the one that is kept")
    func pushWhileResolving() {
        final class Pushing: RemoteConfigService, @unchecked Sendable {
            let pushed = Recorder<Void>()

            override func debugValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
                if pushed.count == 0, let keeper = keeper as? InMemoryRemoteConfigKeeper {
                    pushed.record(())
                    keeper.publish(Snapshot(["paywall": "c"]))
                }
                return nil
            }
        }
        let service = Pushing(remoteConfigKeeper: InMemoryRemoteConfigKeeper(Snapshot(["paywall": "b"])))
        let first: Paywall = service.remoteValue(for: Key.paywall)
        let second: Paywall = service.remoteValue(for: Key.paywall)
        #expect(first == .c)
        #expect(second == .c)
    }

    @Test("a source that pushes at every step holds up no read")
    func pushesForEver() {
        final class Restless: RemoteConfigService, @unchecked Sendable {
            override func debugValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
                (keeper as? InMemoryRemoteConfigKeeper)?.publish(Snapshot(["paywall": "b"]))
                return nil
            }
        }
        let service = Restless(remoteConfigKeeper: InMemoryRemoteConfigKeeper(Snapshot(["paywall": "b"])))
        let value: Paywall = service.remoteValue(for: Key.paywall)
        #expect(value == .b)
    }

    @Test("a tracking method may read values itself")
    func readsWhileTracking() {
        final class Curious: RemoteConfigService, @unchecked Sendable {
            let read = Recorder<Paywall>()

            override func trackKeyNotFound(_ key: any RemoteKey) {
                read.record(remoteValue(for: Key.paywall))
            }
        }
        let service = Curious(remoteConfigKeeper: InMemoryRemoteConfigKeeper())
        let value: Paywall = service.remoteValue(for: Key.paywall)
        #expect(value == .a)
        #expect(service.read.elements == [.a])
    }
}
