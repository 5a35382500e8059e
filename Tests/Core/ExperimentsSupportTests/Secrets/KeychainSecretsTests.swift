import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Secrets in the Keychain", .inTurn)
struct KeychainSecretsTests {
    private let keychain = PretendKeychain()
    private let folder: TemporaryFolder
    private let secrets: KeychainSecrets

    init() throws {
        folder = try TemporaryFolder()
        secrets = KeychainSecrets(
            service: "shop", folder: folder.path("secrets"), limit: 1000, calls: keychain.calls)
    }

    private var file: [UInt8]? {
        FileManager.default.contents(atPath: folder.path("secrets/link")).map { Array($0) }
    }

    @Test("A secret is kept there, and its file holds nothing of it")
    func kept() throws {
        try secrets.keep([1, 2], as: "link")
        #expect(try secrets.secret(named: "link") == [1, 2])
        #expect(keychain.kept == ["link": [1, 2]])
        #expect(file == [])
    }

    @Test("A second one takes the place of the first")
    func replaced() throws {
        try secrets.keep([1], as: "link")
        try secrets.keep([2], as: "link")
        #expect(try secrets.secret(named: "link") == [2])
        #expect(keychain.kept == ["link": [2]])
    }

    @Test("If none was kept, the Keychain is not asked")
    func notAsked() throws {
        #expect(try secrets.secret(named: "link") == nil)
        #expect(keychain.asked == [])
    }

    @Test("What is forgotten is gone from both")
    func forgotten() throws {
        try secrets.keep([1], as: "link")
        secrets.forget("link")
        #expect(try secrets.secret(named: "link") == nil)
        #expect(keychain.kept == [:])
        #expect(file == nil)
    }

    @Test("What an app left there that was deleted is not taken up by the next one")
    func leftOver() throws {
        try secrets.keep([1], as: "link")
        try FileManager.default.removeItem(atPath: folder.path("secrets"))
        #expect(try secrets.secret(named: "link") == nil)
        try secrets.keep([2], as: "link")
        #expect(try secrets.secret(named: "link") == [2])
    }

    @Test("A program that may not use it keeps its secrets in files that only its user can read")
    func notEntitled() throws {
        keychain.refuse(.notEntitled)
        try secrets.keep([1, 2], as: "link")
        #expect(try secrets.secret(named: "link") == [1, 2])
        #expect(file == [1, 2])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("secrets/link"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Once the program may, a secret leaves its file when it is kept again")
    func entitledLater() throws {
        keychain.refuse(.notEntitled)
        try secrets.keep([1], as: "link")
        keychain.refuse(nil)
        #expect(try secrets.secret(named: "link") == [1])
        try secrets.keep([2], as: "link")
        #expect(file == [])
        #expect(try secrets.secret(named: "link") == [2])
    }

    @Test("Before the device was unlocked it cannot be read, which is reported, and it stays")
    func locked() throws {
        try secrets.keep([1], as: "link")
        keychain.refuse(.locked)
        let problem = #expect(throws: FileProblem.self) { try secrets.secret(named: "link") }
        #expect(problem?.message == "the Keychain did not read it: status -25308")
        #expect(problem?.advice == "restart the app when the device is unlocked")
        keychain.refuse(nil)
        #expect(try secrets.secret(named: "link") == [1])
    }

    @Test("One that cannot be kept is an error, and leaves no mark")
    func refused() throws {
        keychain.refuse(KeychainStatus(rawValue: -34))
        #expect(throws: FileProblem.self) { try secrets.keep([1], as: "link") }
        #expect(file == nil)
    }
}
