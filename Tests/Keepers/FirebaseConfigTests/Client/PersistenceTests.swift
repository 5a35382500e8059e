import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("What survives a restart", .inTurn)
struct PersistenceTests {
    @Test("values, tag, installation and age serve the next start")
    func restart() async throws {
        let store = InMemoryConfigStore()
        let first = try await ClientUnderTest.afterFirstFetch(store: store)
        let second = try ClientUnderTest(store: store)
        #expect(second.config.configValue(for: "color").stringValue == "red")
        #expect(second.config.lastFetchTime == first.clock.now)
        #expect(try await second.config.fetch().status == .cached)
        second.transport.add(304)
        try await second.config.fetch(withExpirationDuration: 0)
        #expect(second.transport.requests.count == 1)
        #expect(second.transport.requests.first?.headers["if-none-match"] == "etag-1")
        #expect(second.transport.requests.first?.headers["x-goog-firebase-installations-auth"] == "token-1")
    }

    @Test("a set that was fetched and not activated is activated by the next start")
    func pending() async throws {
        let store = InMemoryConfigStore()
        let first = try ClientUnderTest(store: store)
        first.transport.addRegistration()
        first.transport.addUpdate()
        try await first.config.fetch()
        let second = try ClientUnderTest(store: store)
        #expect(second.config.active == nil)
        #expect(second.config.activate())
        #expect(second.config.configValue(for: "color").stringValue == "red")
    }

    @Test("a restart does not shorten a wait")
    func throttle() async throws {
        let store = InMemoryConfigStore()
        let first = try await ClientUnderTest.afterFirstFetch(store: store)
        first.transport.add(429)
        await #expect(throws: FirebaseFetchError.self) {
            try await first.config.fetch(withExpirationDuration: 0)
        }
        await first.config.keeper.flush()
        let second = try ClientUnderTest(store: store)
        let held = await #expect(throws: FirebaseFetchError.self) {
            try await second.config.fetch(withExpirationDuration: 0)
        }
        #expect(held?.nextAttempt == first.clock.now + 120)
        #expect(second.transport.requests.isEmpty)
    }

    @Test("a store that cannot save warns, and fetching continues")
    func brokenStore() async throws {
        let client = try await ClientUnderTest.afterFirstFetch(store: BrokenStore())
        #expect(client.config.storageWarning == "the configuration could not be saved: the disk is full")
        #expect(client.config.configValue(for: "color").stringValue == "red")
    }

    @Test("a new time of the last fetch is not written within a minute if nothing else changed")
    func frugal() {
        let time = Date(timeIntervalSince1970: 1_770_000_000)
        let saved = StoredState(fetched: FetchedConfig(entries: ["a": "1"]), lastSuccess: time)
        var state = saved
        state.lastSuccess = time + 59
        #expect(!state.isWorthSaving(over: saved))
        state.lastSuccess = time + 60
        #expect(state.isWorthSaving(over: saved))
        state.lastSuccess = time - 1
        #expect(state.isWorthSaving(over: saved))
        state = saved
        state.active = state.fetched
        #expect(state.isWorthSaving(over: saved))
    }

    @Test("saves are in order and the last state wins")
    func order() async throws {
        let store = RecordingStore()
        let keeper = StateKeeper(
            store: store, identity: StoreIdentity(projectID: "p", appID: "a", namespace: "n"))
        for number in 1...200 { keeper.update { $0.contextDigest = "\(number)" } }
        await keeper.flush()
        let saved = store.saved.elements.compactMap { $0.contextDigest.flatMap(Int.init) }
        #expect(saved == saved.sorted())
        #expect(saved.last == 200)
    }
}

private struct BrokenStore: ConfigStore {
    struct Full: Error, CustomStringConvertible {
        let description = "the disk is full"
    }

    func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?) { (StoredState(), nil) }
    func save(_ state: StoredState, for identity: StoreIdentity) throws { throw Full() }
}

private final class RecordingStore: ConfigStore {
    let saved = Recorder<StoredState>()

    func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?) { (StoredState(), nil) }
    func save(_ state: StoredState, for identity: StoreIdentity) { saved.record(state) }
}
