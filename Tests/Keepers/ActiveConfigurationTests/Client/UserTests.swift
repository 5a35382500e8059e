import ActiveConfiguration
import ExperimentsCore
import TestSupport
import Testing

@Suite("Users", .inTurn)
struct UserTests {
    @Test(
        "what is used for a user is their own, else the shared, else the bootstrapped configuration, else nothing"
    )
    func chain() throws {
        let store = InMemoryActiveConfigStore()
        let bootstrapped = BootstrappedActiveConfig(try state(["S": "bootstrapped"]))
        let time = ManualClock().now
        func seen(by user: String?) -> String {
            let config = ConfigUnderTest(store: store, bootstrapped: bootstrapped, userID: user).config
            return "\(config["S"]?.shown ?? "nothing") \(config.current.origin)"
        }
        #expect(ConfigUnderTest(userID: "u").config.current.origin == .none)
        #expect(seen(by: nil) == "bootstrapped bootstrapped")
        #expect(seen(by: "u") == "bootstrapped bootstrapped")
        store.persist(StoredActiveConfig(state: try state(["S": "shared"]), downloadedAt: time), for: nil)
        #expect(seen(by: nil) == "shared own")
        #expect(seen(by: "u") == "shared shared")
        store.persist(StoredActiveConfig(state: try state(["S": "own"]), downloadedAt: time), for: "u")
        #expect(seen(by: "u") == "own own")
        #expect(seen(by: "other") == "shared shared")
        store.persist(nil, for: "u")
        #expect(seen(by: "u") == "shared shared")
    }

    @Test("a user with nothing stored gets nothing of the previous user's")
    func noLeak() throws {
        let under = ConfigUnderTest(userID: "u1")
        let listener = RecordingListener()
        under.config.apply(try state(["S": "secret"]))
        under.config.registerListener(listener, forSectionName: "S")
        under.config.currentUserID = "u2"
        under.drain()
        #expect(under.config["S"] == nil)
        #expect(under.config.current.origin == .none)
        #expect(listener.heard.elements == ["S=secret", "S=gone"])
    }

    @Test("a switch reports the sections that differ, and so does switching back")
    func switching() throws {
        let under = ConfigUnderTest(userID: "u1")
        under.config.apply(try state(["S": 1, "same": 1]))
        under.config.currentUserID = "u2"
        under.config.apply(try state(["S": 2, "same": 1]))
        let listener = RecordingListener()
        under.config.registerListener(listener, forSectionName: "S")
        under.config.registerListener(listener, forSectionName: "same")
        under.config.currentUserID = "u1"
        under.config.currentUserID = "u1"
        under.config.currentUserID = "u2"
        under.drain()
        #expect(listener.heard.elements == ["S=2", "same=1", "S=1", "S=2"])
        #expect(under.downloader.requests.isEmpty)
    }

    @Test("a download that ends after the switch is stored for its user and calls no listener")
    func lateDownload() async throws {
        let under = ConfigUnderTest(userID: "u1")
        let listener = RecordingListener()
        under.config.registerListener(listener, forSectionName: "S")
        async let report = under.config.downloadNewConfig()
        try await under.downloader.began(1)
        under.config.currentUserID = "u2"
        under.downloader.answer("u1", .success(ActiveConfigDownload(.value(document(["S": 9])))))
        #expect(try await report.outcome == .storedForItsUser)
        under.drain()
        #expect(listener.heard.elements.isEmpty)
        #expect(under.config["S"] == nil)
        #expect(!under.config.firstConfigDownloadFinished)
        under.config.currentUserID = "u1"
        #expect(under.config["S"]?.shown == "9")
    }

    @Test("the user's ID may be any text, also an empty one, which is not no one")
    func emptyID() throws {
        let under = ConfigUnderTest(userID: "")
        under.config.apply(try state(["S": 1]))
        under.config.currentUserID = nil
        #expect(under.config["S"] == nil)
        under.config.currentUserID = ""
        #expect(under.config["S"]?.shown == "1")
    }

    @Test("a stored configuration that cannot be used is reported and passed over")
    func storeProblem() throws {
        let store = FaultyStore()
        let under = ConfigUnderTest(store: store, bootstrapped: BootstrappedActiveConfig(try state(["S": 1])))
        #expect(under.config.current.origin == .bootstrapped)
        #expect(under.config.current.problems.map(\.description) == ["cannot be read"])
        let told = Recorder<String>()
        let observation = under.config.observe { event in
            if case .storeFailed(let problem) = event { told.record(problem.description) }
        }
        under.config.currentUserID = "u"
        #expect(under.config["S"]?.shown == "1")
        under.config.apply(try state(["S": 2]))
        #expect(under.config["S"]?.shown == "2")
        #expect(told.elements == ["cannot be read", "cannot be read", "cannot be written"])
        observation.cancel()
    }
}

private struct FaultyStore: ActiveConfigStore {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    func configuration(for userID: String?) throws -> StoredActiveConfig? {
        throw Fault(description: "cannot be read")
    }

    func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws {
        throw Fault(description: "cannot be written")
    }

    var firstDownloadFinished: Bool { true }
    func noteFirstDownload() throws { throw Fault(description: "cannot be noted") }
}
