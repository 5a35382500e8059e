import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The bootstrapped configuration", .inTurn)
struct BootstrappedTests {
    @Test("it is not read while the store has something, then read once")
    func lazy() throws {
        let reads = Recorder<Int>()
        let bootstrapped = BootstrappedActiveConfig {
            reads.record(1)
            return try state(["S": "bootstrapped"])
        }
        let store = InMemoryActiveConfigStore()
        store.persist(
            StoredActiveConfig(state: try state(["S": 1]), downloadedAt: ManualClock().now), for: nil)
        let stocked = ConfigUnderTest(store: store, bootstrapped: bootstrapped)
        #expect(stocked.config["S"]?.shown == "1")
        #expect(!bootstrapped.isLoaded)
        let fresh = ConfigUnderTest(bootstrapped: bootstrapped)
        fresh.config.currentUserID = "u"
        fresh.config.currentUserID = "v"
        #expect(fresh.config["S"]?.shown == "bootstrapped")
        #expect(reads.count == 1)
    }

    @Test("a file is read")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(document(["S": 1]).compactText, to: "initial.json")
        #expect(try BootstrappedActiveConfig(path: path).state()["S"]?.shown == "1")
    }

    @Test(
        "a file that cannot be used is reported with its name and reason",
        arguments: [
            (nil, "no such file"), ("{", "line 1, column 1"), ("{}", "meta: expected an object"),
            (#"{"meta": {}, "config_sections": {}}"#, "no sections"),
        ] as [(String?, String)])
    func unusable(text: String?, reason: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("initial.json")
        if let text { try folder.write(text, to: "initial.json") }
        let bootstrapped = BootstrappedActiveConfig(path: path)
        let under = ConfigUnderTest(bootstrapped: bootstrapped)
        #expect(under.config.current.origin == .none)
        let problem = try #require(under.config.current.problems.first)
        #expect(problem.description.contains(reason), "\(problem)")
        #expect(problem.description.contains(path))
        try folder.write(document(["S": 1]).compactText, to: "initial.json")
        under.config.currentUserID = "u"
        #expect(under.config["S"]?.shown == "1")
    }

    @Test(
        "the original's file is used until something is downloaded",
        .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
    func original() async throws {
        let path = Conformance.folder + "/active_config/InitialActiveConfig.strict.json"
        let under = ConfigUnderTest(bootstrapped: BootstrappedActiveConfig(path: path), userID: "7")
        #expect(under.config.currentConfigurationMeta["is_bootstrapped_configuration"] == true)
        #expect(under.config["SampleViewConfiguration"]?.bool(forKey: "ButtonEnabled") == true)
        try await under.download(document(["S": 1]))
        #expect(under.config["SampleViewConfiguration"] == nil)
    }
}
