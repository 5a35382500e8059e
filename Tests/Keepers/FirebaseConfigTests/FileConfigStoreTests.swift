import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("The stored configuration", .inTurn)
struct FileConfigStoreTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    let identity = StoreIdentity(projectID: "demo", appID: "1:42:ios:0a", namespace: "firebase")
    let time = Date(timeIntervalSince1970: 1_770_000_000)

    var path: String { folder + "/state/config.json" }
    var store: FileConfigStore { FileConfigStore(path: path, now: { time }) }

    func full() throws -> StoredState {
        let config = FetchedConfig(
            entries: ["a": "1", "b": "ü\n\"x\"", "": ""], templateVersion: 42, etag: "etag-1",
            experiments: [
                ExperimentDescription(
                    experimentID: "_exp_1", variantID: "2", startTime: time, affectedParameterKeys: ["a"])
            ],
            rollouts: [RolloutAssignment(rolloutID: "r", variantID: "v", affectedParameterKeys: ["b"])],
            personalization: [
                "a": PersonalizationAssignment(
                    personalizationID: "p", armIndex: 1, choiceID: "c", group: "P13N")
            ])
        var throttle = FetchThrottle()
        throttle.note(
            ServerRefusal(service: .remoteConfig, status: 429, name: "X", message: "m"), at: time, fraction: 0
        )
        return StoredState(
            installation: Installation(
                id: try #require(InstallationID(sampleID)), refreshToken: "r",
                token: InstallationToken(text: "t", issuedAt: time, lifetime: 604_800)),
            fetched: config, active: FetchedConfig(entries: ["a": "0"]), lastSuccess: time,
            contextDigest: "1.0 | en",
            throttle: throttle)
    }

    func clean() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/state").sorted()
    }

    func write(_ text: String) throws {
        try AtomicFile.write(Array(text.utf8), to: path)
    }

    @Test("what was saved is loaded")
    func roundTrip() throws {
        defer { clean() }
        let state = try full()
        try store.save(state, for: identity)
        let loaded = store.load(for: identity)
        #expect(loaded.state == state)
        #expect(loaded.warning == nil)
    }

    @Test("a set that is both fetched and active is stored once")
    func storedOnce() throws {
        defer { clean() }
        var state = try full()
        state.active = state.fetched
        try store.save(state, for: identity)
        #expect(store.load(for: identity).state == state)
        let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
        #expect(text.ranges(of: "etag-1").count == 1)
    }

    @Test("a stored count of refusals at the end of its range leaves room for the next refusal")
    func endlessRefusals() throws {
        let text = String(decoding: try full().json(for: identity).compactBytes, as: UTF8.self)
            .replacing(#""refusals":1,"#, with: #""refusals":9223372036854775807,"#)
        var throttle = try StoredState(parsing: Array(text.utf8), for: identity).throttle
        let before = throttle.refusals
        #expect(before > 1)
        throttle.note(ServerRefusal(service: .remoteConfig, status: 503), at: time, fraction: 0)
        #expect(throttle.refusals == before + 1)
        #expect(throttle.wait(at: time)?.until == time + FetchThrottle.longestWait / 2)
    }

    @Test("a first start finds nothing, without a warning")
    func first() {
        let loaded = store.load(for: identity)
        #expect(loaded.state == StoredState())
        #expect(loaded.warning == nil)
    }

    @Test("the file is for its owner's eyes only, also after it was replaced")
    func permissions() throws {
        defer { clean() }
        for _ in 0..<2 {
            try store.save(try full(), for: identity)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test(
        "a file that cannot be used is set aside with a warning, and the next save makes a new one",
        arguments: [
            "", "{", "nonsense", "[]", "{}", #"{"version": 2}"#, #"{"version": "x"}"#,
            #"{"version": 1, "project": "demo", "app": "1:42:ios:0a", "namespace": "firebase", "active": 5}"#,
            #"{"version": 1, "project": "other", "app": "1:42:ios:0a", "namespace": "firebase"}"#,
        ])
    func setAside(text: String) throws {
        defer { clean() }
        try write(text)
        let loaded = store.load(for: identity)
        #expect(loaded.state == StoredState())
        #expect(loaded.warning?.contains("set aside as \(path).unusable-2026-02-02T024000Z") == true)
        #expect(try names() == ["config.json.unusable-2026-02-02T024000Z"])
        let aside = try FileBytes.read(path + ".unusable-2026-02-02T024000Z")
        #expect(String(decoding: aside, as: UTF8.self) == text)
        try store.save(try full(), for: identity)
        #expect(store.load(for: identity).warning == nil)
    }

    @Test("a header value that holds a line break makes the file unusable")
    func lineBreak() throws {
        defer { clean() }
        var state = try full()
        state.fetched?.etag = "a\r\nx-evil: 1"
        try store.save(state, for: identity)
        #expect(store.load(for: identity).warning?.contains("\"etag\"") == true)
    }

    @Test("a folder in the file's place is neither moved nor written over")
    func folderInPlace() throws {
        defer { clean() }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let store = store
        #expect(store.load(for: identity).warning?.contains("is a directory") == true)
        #expect(throws: FileProblem.self) { try store.save(try full(), for: identity) }
        #expect(try names() == ["config.json"])
    }

    @Test("each app has a file of its own in the user's state folder")
    func defaultPath() throws {
        let project = try FirebaseProject(projectID: "example.com:shop", appID: "1:42:ios:0a", apiKey: "k")
        let path = FileConfigStore.defaultPath(for: project, environment: ["XDG_STATE_HOME": "/state"])
        #expect(path.hasSuffix("/experiments/firebase/example.com_shop-1_42_ios_0a-firebase.json"))
        #if !canImport(Darwin)
        #expect(path.hasPrefix("/state/"))
        let fromHome = FileConfigStore.defaultPath(for: project, environment: ["HOME": "/home/me"])
        #expect(fromHome.hasPrefix("/home/me/.local/state/experiments/"))
        #endif
    }

    @Test("a file cut at any byte is refused whole or read whole")
    func cutAnywhere() throws {
        let state = try full()
        let bytes = Array(state.json(for: identity).compactText.utf8)
        for length in 0..<bytes.count {
            #expect(throws: MessageError.self) {
                try StoredState(parsing: Array(bytes.prefix(length)), for: identity)
            }
        }
        #expect(try StoredState(parsing: bytes, for: identity) == state)
    }

    @Test("a file with bytes changed is refused or read, nothing else")
    func mutations() throws {
        let bytes = Array(try full().json(for: identity).compactText.utf8)
        var random = Randomness.seeded(11)
        for _ in 0..<5000 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                in: 0...255, using: &random)
            _ = try? StoredState(parsing: changed, for: identity)
        }
    }
}
