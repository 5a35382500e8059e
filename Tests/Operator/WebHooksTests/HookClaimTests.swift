import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsWebHooks

@Suite("Which of several programs notifies the web hooks", .inTurn)
struct HookClaimTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func hooks(_ address: String = "https://hooks.example.com/T0P-S3CRET") throws -> [WebHook] {
        [WebHook(url: try #require(URL(string: address)), secret: nil, interest: .init())]
    }

    private func claims(_ hooks: [WebHook]? = nil) throws -> HookClaims {
        HookClaims(
            folder: folder.path + "/hooks", project: "/projects/shop/experiments.yaml",
            hooks: try hooks ?? self.hooks()
        )
    }

    @Test("the first does, the others follow, and one of them takes over when the first ends")
    func takingOver() throws {
        let said = Recorder<String>()
        var first: HookClaims? = try claims()
        var second = try claims()
        #expect(first?.isOurs("live") { said.record($0) } == true)
        #expect(!second.isOurs("live") { said.record($0) })
        #expect(!second.isOurs("live") { said.record($0) })
        first = nil
        #expect(second.isOurs("live") { said.record($0) })
        #expect(
            said.elements == [
                "another program (process \(getpid())) sends the web hooks; this program takes over when it ends",
                "now sending web hooks (took over from another program)",
            ])
    }

    @Test("who goes over to another source leaves the one before to others")
    func sources() throws {
        var (first, second) = (try claims(), try claims())
        #expect(first.isOurs("live") { _ in })
        #expect(second.isOurs("staging") { _ in })
        #expect(!second.isOurs("live") { _ in })
        #expect(first.isOurs("staging") { _ in })
        #expect(second.isOurs("live") { _ in })
    }

    @Test("programs with other hooks do not interfere, and no name shows an address")
    func otherHooks() throws {
        var (first, second) = (try claims(), try claims(hooks("https://other.example.com/")))
        #expect(first.isOurs(nil) { _ in } && second.isOurs(nil) { _ in })
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/hooks")
        #expect(names.count == 2)
        #expect(names.allSatisfy { $0.hasPrefix("shop-") && !$0.contains("S3CRET") && !$0.contains("hooks") })
    }

    @Test("if no file can be created, every program notifies")
    func nowhere() throws {
        try Data().write(to: URL(fileURLWithPath: folder.path + "/hooks"))
        var (first, second) = (try claims(), try claims())
        #expect(first.isOurs(nil) { _ in } && second.isOurs(nil) { _ in })
    }
}
