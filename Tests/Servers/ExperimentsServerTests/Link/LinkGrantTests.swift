import ExperimentsCore
import ExperimentsLocks
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Links of apps", .inTurn)
struct LinkGrantTests {
    private let folder: TemporaryFolder
    private let overrides: String
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        overrides = folder.path("overrides.json")
    }

    private func store() -> LinkGrantStore { LinkGrantStore(besideOverridesAt: overrides) }

    private func issue(_ app: String, _ store: LinkGrantStore) throws -> LinkSecret {
        var random = SystemRandomNumberGenerator()
        return try store.issue(for: app, by: "ann", at: now, using: &random).secret
    }

    @Test("a secret is good for the app that it was issued for, in every program, until it is revoked")
    func life() throws {
        let store = store()
        let (shop, mail) = (try issue("shop", store), try issue("mail", store))
        #expect(self.store().grants.grant(for: shop)?.app == "shop")
        #expect(self.store().grants.grant(for: mail)?.app == "mail")
        #expect(store.grants.grant(for: LinkSecret(shop.text + "x")) == nil)
        #expect(store.grants.grant(for: LinkSecret("")) == nil)
        #expect(try store.revoke(app: "shop").map(\.app) == ["shop"])
        #expect(self.store().grants.grant(for: shop) == nil && self.store().grants.grant(for: mail) != nil)
        #expect(try store.revoke(app: "shop").isEmpty)
    }

    @Test("a link that another program has just issued is good immediately")
    func atOnce() throws {
        let serving = store()
        let secret = try issue("shop", store())
        #expect(serving.grants.grant(for: secret) == nil)
        #expect(serving.grant(for: secret)?.app == "shop")
        #expect(serving.grant(for: LinkSecret("exl_other")) == nil)
    }

    @Test(
        "a reading that began before a link was issued does not end the link's stream when it ends after it")
    func overtaken() throws {
        let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
        let told = Recorder<LinkGrants>()
        let serving = LinkGrantStore(besideOverridesAt: overrides) { path throws(FileProblem) in
            let bytes = try LinkGrantStore.bytes(at: path)
            meanwhile.withLock { $0.take() }?()
            return bytes
        }
        let observation = serving.observe { told.record($0) }
        defer { observation.cancel() }
        // Another program issues a link after the file was read, and before its content is used.
        let other = store()
        let secrets = Recorder<LinkSecret>()
        meanwhile.withLock {
            $0 = { [now] in
                var random = SystemRandomNumberGenerator()
                guard let link = try? other.issue(for: "shop", by: "ann", at: now, using: &random) else {
                    return
                }
                secrets.record(link.secret)
                serving.reload()
            }
        }
        serving.reload()
        let secret = try #require(secrets.elements.first)
        #expect(serving.grants.grant(for: secret)?.app == "shop")
        #expect(told.elements.map(\.all.count) == [1])
    }

    @Test("only its owner can read the file, git ignores it, and it contains no secret")
    func file() throws {
        let store = store()
        let secret = try issue("shop", store)
        let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let text = try folder.text(of: ".links/overrides.json")
        #expect(!text.contains(secret.text) && !text.contains(secret.text.dropFirst(4)))
        #expect(try folder.text(of: ".links/.gitignore") == "*\n")
        #expect(store.path == folder.path(".links/overrides.json"))
    }

    @Test("a file that was left open to others is closed by the next change")
    func permissions() throws {
        let store = store()
        _ = try issue("shop", store)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.path)
        _ = try issue("shop", store)
        let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("secrets differ, have the same prefix, and consist of characters for addresses")
    func secrets() {
        var random = SystemRandomNumberGenerator()
        let texts = (0..<100).map { _ in LinkSecret(using: &random).text }
        #expect(Set(texts).count == 100)
        #expect(texts.allSatisfy { $0.hasPrefix("exl_") && $0.utf8.count == 36 })
    }

    @Test("an app has so many links, and the oldest gives way")
    func limit() throws {
        let store = store()
        let first = try issue("shop", store)
        for _ in 0..<LinkGrants.limitOfApp { _ = try issue("shop", store) }
        #expect(store.grants.all.count == LinkGrants.limitOfApp && store.grants.grant(for: first) == nil)
    }

    @Test(
        "a file that cannot be read lets no one in, says where, and is not written over",
        arguments: [
            ("{", 1), ("{\n\"version\": 2, \"links\": []}", 2),
            ("{\"version\": 1,\n\"links\": [{\"app\": 3}]}", 2),
            ("{\"version\": 1, \"links\": [\n{\"app\": \"a\", \"digest\": \"zz\", \"issuedAt\": \"x\"}]}", 2),
        ])
    func unreadable(text: String, line: Int) throws {
        let secret = try issue("shop", store())
        try folder.write(text, to: ".links/overrides.json")
        let store = store()
        #expect(store.grants.grant(for: secret) == nil)
        #expect(store.problem?.line == line && store.problem?.advice != nil)
        #expect(throws: FileProblem.self) { try issue("shop", store) }
        #expect(try folder.text(of: ".links/overrides.json") == text)
    }

    @Test("what another program revokes is heard of")
    func watched() async throws {
        let watching = LinkGrantStore(besideOverridesAt: overrides, watcher: .system)
        let secret = try issue("shop", store())
        try await eventually("the link to be known") { watching.grants.grant(for: secret) != nil }
        _ = try store().revoke(app: nil)
        try await eventually("the link to be gone") { watching.grants.grant(for: secret) == nil }
    }

    @Test("digests are compared byte by byte, all of them")
    func digests() throws {
        let one = LinkDigest(of: "a")
        #expect(one == LinkDigest(of: "a") && one != LinkDigest(of: "b"))
        #expect(LinkDigest(hexadecimal: one.hexadecimal) == one)
        let last = String(one.hexadecimal.dropLast()) + (one.hexadecimal.hasSuffix("0") ? "1" : "0")
        #expect(LinkDigest(hexadecimal: last) != one && LinkDigest(hexadecimal: "ab") == nil)
    }
}
