import ExperimentsCore
import ExperimentsTransport
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("An operator's client and the emulator over loopback", .inTurn, .timeLimit(.minutes(60)))
struct TemplateClientTests {
    func running(_ body: (TemplateClient, Emulator) async throws -> Void) async throws {
        let emulator = try demoEmulator()
        try await serving(emulator) { url in
            let tokens = FixedAccessToken(AccessToken("owner"))
            try await body(TemplateClient(project: "demo-shop", baseURL: url, tokens: tokens), emulator)
        }
    }

    @Test("a template is read, edited, published and rolled back; an app sees each of it")
    func story() async throws {
        try await running { client, emulator in
            let caller = Caller(emulator: emulator)
            let current = try await client.template()
            var template = current.template
            template.setDefaultValue(.text("blue"), of: "color")
            try await client.validate(template, etag: nil)
            #expect(try await caller.fetch().json["entries"] == ["color": "red"])
            let published = try await client.publish(template, etag: current.etag)
            #expect(published.template.versionNumber == 2)
            #expect(try await caller.fetch().json["entries"] == ["color": "blue"])
            #expect(try await client.versions().map(\.number) == [2, 1])
            #expect(try await client.rollback(to: 1).template.versionNumber == 3)
            #expect(try await caller.fetch().json["entries"] == ["color": "red"])
        }
    }

    @Test("of two publishers together, the second publishes nothing")
    func conflict() async throws {
        try await running { client, emulator in
            let current = try await client.template()
            var mine = current.template
            mine.setDefaultValue(.text("blue"), of: "color")
            try emulator.publish(template(["color": "green"]), to: "demo-shop")
            let edited = mine
            let error = await #expect(throws: TemplateServiceError.self) {
                try await client.publish(edited, etag: current.etag)
            }
            guard case .versionMismatch? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let served = try emulator.template(of: "demo-shop")
            #expect(served?.versionNumber == 2)
        }
    }

    @Test("a template that breaks a rule is refused, and nothing is published")
    func refused() async throws {
        try await running { client, emulator in
            var template = RemoteConfigTemplate()
            template.setDefaultValue(.text("x"), of: "1st key")
            let edited = template
            let error = await #expect(throws: TemplateServiceError.self) {
                try await client.publish(edited, etag: nil)
            }
            guard case .refused(let refusal)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.status == 400)
            #expect(refusal.code == "VALIDATION_ERROR")
            #expect(refusal.message.contains("1st key"))
            let served = try emulator.template(of: "demo-shop")
            #expect(served?.versionNumber == 1)
        }
    }
}
