import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("An installation in the Keychain", .inTurn)
struct InstallationSecretsTests {
    private let keychain = PretendKeychain()
    private let folder: TemporaryFolder
    private let identity = StoreIdentity(projectID: "demo", appID: "1:42:ios:0a", namespace: "firebase")
    private let time = Date(timeIntervalSince1970: 1_770_000_000)

    init() throws { folder = try TemporaryFolder() }

    /// The store, as each start of the app makes it.
    private var store: FileConfigStore {
        let secrets = KeychainSecrets(
            service: "test", folder: folder.path, limit: 1000, calls: keychain.calls)
        return FileConfigStore(path: folder.path("config.json"), secrets: secrets, now: { time })
    }

    private func state(token: String = "t0ken") throws -> StoredState {
        StoredState(
            installation: Installation(
                id: try #require(InstallationID(sampleID)), refreshToken: "r3fresh",
                token: InstallationToken(text: token, issuedAt: time, lifetime: 604_800)),
            active: FetchedConfig(entries: ["a": "0"]))
    }

    private var file: String {
        get throws { String(decoding: try FileBytes.read(folder.path("config.json")), as: UTF8.self) }
    }

    @Test("is loaded with the rest, and no file holds its secrets")
    func apart() throws {
        try store.save(state(), for: identity)
        #expect(try store.load(for: identity).state == state())
        for name in try folder.names() {
            let bytes = try FileBytes.read(folder.path(name))
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("t0ken") && !text.contains("r3fresh"), "\(name)")
        }
    }

    @Test("is written again only where it is another one")
    func writtenOnce() throws {
        let store = store
        for _ in 0..<3 { try store.save(state(), for: identity) }
        #expect(keychain.asked == ["add"])
        try store.save(state(token: "next"), for: identity)
        #expect(keychain.asked == ["add", "add", "replace"])
        #expect(try self.store.load(for: identity).state == state(token: "next"))
    }

    @Test("that an earlier version kept in the file moves there with the next save")
    func moved() throws {
        try FileConfigStore(path: folder.path("config.json"), secrets: nil).save(state(), for: identity)
        #expect(try file.contains("t0ken"))
        let store = store
        let loaded = store.load(for: identity).state
        #expect(loaded == (try state()))
        try store.save(loaded, for: identity)
        #expect(try !file.contains("t0ken"))
        #expect(try self.store.load(for: identity).state == state())
    }

    @Test("of another app is not taken up")
    func otherApp() throws {
        try store.save(state(), for: identity)
        let other = StoreIdentity(projectID: "other", appID: "1:42:ios:0a", namespace: "firebase")
        let text = try file.replacing(#""demo""#, with: #""other""#)
        try AtomicFile.write(Array(text.utf8), to: folder.path("config.json"))
        let loaded = store.load(for: other)
        #expect(loaded.state.active == (try state().active))
        #expect(loaded.state.installation == nil)
    }

    @Test("that cannot be read yet is reported, and stays as it is")
    func locked() throws {
        try store.save(state(), for: identity)
        keychain.refuse(.locked)
        let early = store
        let loaded = early.load(for: identity)
        #expect(loaded.state.installation == nil)
        #expect(loaded.state.active == (try state().active))
        #expect(loaded.warning?.hasPrefix("the stored installation cannot be read: ") == true)
        #expect(throws: FileProblem.self) { try early.save(loaded.state, for: identity) }
        keychain.refuse(nil)
        #expect(try store.load(for: identity).state == state())
    }

    @Test("that is given up is forgotten there, too")
    func forgotten() throws {
        try store.save(state(), for: identity)
        var left = try state()
        left.installation = nil
        try store.save(left, for: identity)
        #expect(keychain.kept == [:])
        #expect(store.load(for: identity).state == left)
    }
}
