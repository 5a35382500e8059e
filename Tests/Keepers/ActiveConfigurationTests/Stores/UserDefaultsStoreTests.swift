import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The store in user defaults", .inTurn)
struct UserDefaultsStoreTests {
    let suite = "experiments-tests-\(UUID().uuidString)"
    let defaults: UserDefaults
    let store: UserDefaultsActiveConfigStore

    init() throws {
        defaults = try #require(UserDefaults(suiteName: suite))
        store = UserDefaultsActiveConfigStore(defaults: defaults)
    }

    func clean() {
        defaults.removePersistentDomain(forName: suite)
    }

    func stored(_ value: JSONValue) throws -> StoredActiveConfig {
        StoredActiveConfig(state: try state(["S": value]), etag: "e", downloadedAt: ManualClock().now)
    }

    @Test("what was kept for a user is found again, and by no other user")
    func roundTrip() throws {
        defer { clean() }
        #expect(try store.configuration(for: "u") == nil)
        try store.persist(stored(1), for: "u")
        store.persist(try stored(2), for: nil)
        #expect(try store.configuration(for: "u") == stored(1))
        #expect(try store.configuration(for: nil) == stored(2))
        #expect(try store.configuration(for: "shared") == nil)
        store.persist(nil, for: "u")
        #expect(try store.configuration(for: "u") == nil)
        #expect(try store.configuration(for: nil) != nil)
    }

    @Test("the keys are the app's to choose")
    func keys() throws {
        defer { clean() }
        let store = UserDefaultsActiveConfigStore(defaults: defaults) { "mine_" + ($0 ?? "(nobody)") }
        store.persist(try stored(1), for: nil)
        #expect(defaults.data(forKey: "mine_(nobody)") != nil)
    }

    @Test("an unusable entry is skipped and reported")
    func setAside() throws {
        defer { clean() }
        defaults.set("text", forKey: "ActiveConfig.user.u")
        let problem = #expect(throws: ActiveConfigStoreProblem.self) { try store.configuration(for: "u") }
        #expect(problem?.description.contains("ActiveConfig.user.u.unusable") == true)
        #expect(defaults.string(forKey: "ActiveConfig.user.u.unusable") == "text")
        #expect(try store.configuration(for: "u") == nil)
        defaults.set(Data("{}".utf8), forKey: "ActiveConfig.shared")
        #expect(throws: ActiveConfigStoreProblem.self) { try store.configuration(for: nil) }
    }

    @Test("that a configuration was downloaded is remembered")
    func firstDownload() async throws {
        defer { clean() }
        #expect(!store.firstDownloadFinished)
        try await ConfigUnderTest(store: store).download(document(["S": 1]))
        #expect(UserDefaultsActiveConfigStore(defaults: defaults).firstDownloadFinished)
    }
}
