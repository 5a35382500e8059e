import Foundation
import Observation
import TestSupport
import Testing

@testable import Experiments

@Suite("Reads of keys that were read before", .inTurn)
struct KeptReadTests {
    private let keeper = InMemoryRemoteConfigKeeper()
    private let clock = ManualClock()
    private let service: RemoteConfigService

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper, now: clock.reading)
    }

    private func publish(_ texts: [String: String], to keeper: InMemoryRemoteConfigKeeper? = nil) {
        (keeper ?? self.keeper).publish(Snapshot(texts: texts, fetchedAt: Date(timeIntervalSince1970: 0)))
    }

    private func twice(_ key: Key<Int>) -> [Int] { (0..<2).map { _ in service[key] } }

    @Test("A second read has what the first had, and the next after a change has the new value")
    func changes() throws {
        publish(["columns": "4"])
        #expect(twice(.columns) == [4, 4])
        publish(["columns": "5"])
        #expect(twice(.columns) == [5, 5])
        try service.override(.columns, with: 6)
        #expect(twice(.columns) == [6, 6])
        try service.override(.columns, with: nil)
        #expect(service[.columns] == 5)
    }

    @Test("An override that ends by itself is not read a moment longer")
    func expiry() throws {
        publish(["columns": "4"])
        try service.overrideStore.update {
            $0["columns"] = Override(value: "6", expiresAt: clock.now.addingTimeInterval(60))
        }
        #expect(twice(.columns) == [6, 6])
        clock.advance(by: 61)
        #expect(service[.columns] == 4)
    }

    @Test("Services that are read in turn have their own values")
    func twoServices() {
        let other = InMemoryRemoteConfigKeeper()
        let otherService = RemoteConfigService(remoteConfigKeeper: other)
        publish(["columns": "4"])
        publish(["columns": "5"], to: other)
        for _ in 0..<3 {
            #expect(service[.columns] == 4)
            #expect(otherService[.columns] == 5)
        }
    }

    @Test("Keys of one name and of different types are read each as its own")
    func oneName() {
        let (number, text) = (Key("columns", default: 3), Key("columns", default: "three"))
        publish(["columns": "4"])
        for _ in 0..<3 {
            #expect(service[number] == 4)
            #expect(service[text] == "4")
        }
    }

    @Test("However many keys there are, each has its own value")
    func many() {
        let keys = (0..<3000).map { Key("key_\($0)", default: -1) }
        publish(Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1.name, String($0)) }))
        for _ in 0..<2 {
            #expect(keys.indices.allSatisfy { service[keys[$0]] == $0 })
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test("An observer of a key that keeps its value for a session hears only the next value")
    func observedSessions() {
        let (plain, kept) = (Key("columns", default: 3), Key("columns", default: 3).atLaunch)
        let told = Recorder<String>()
        publish(["columns": "4"])
        RemoteScope.with(service) {
            withObservationTracking {
                #expect(Remote(kept).wrappedValue == 4)
            } onChange: {
                told.record("session")
            }
            withObservationTracking {
                #expect(Remote(plain).wrappedValue == 4)
            } onChange: {
                told.record("change")
            }
            publish(["columns": "5"])
            #expect(told.elements == ["change"])
            #expect(Remote(kept).wrappedValue == 4)
            service.beginSession()
            #expect(told.elements == ["change", "session"])
            #expect(Remote(kept).wrappedValue == 5)
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test("A read that was observed once is observed again after a change")
    func observedAgain() {
        let told = Recorder<Int>()
        RemoteScope.with(service) {
            for columns in 1...3 {
                withObservationTracking {
                    _ = Remote(.columns).wrappedValue
                    _ = service[.columns]
                    _ = Remote(.columns).wrappedValue
                } onChange: {
                    told.record(columns)
                }
                publish(["columns": "\(columns)"])
            }
        }
        #expect(told.elements == [1, 2, 3])
    }

    @Test("Many threads that read while values change have each value as it is")
    func threads() {
        let (reads, changes) = (20_000, 200)
        publish(["columns": "1"])
        #expect(service[.columns] == 1)
        DispatchQueue.concurrentPerform(iterations: 5) { thread in
            if thread == 0 {
                for turn in 1...changes { publish(["columns": "\(turn % 6 + 1)"]) }
            } else {
                for _ in 0..<reads where !(1...6).contains(service[.columns]) {
                    Issue.record("no value of the source")
                }
            }
        }
        #expect(service[.columns] == changes % 6 + 1)
    }
}
