import ExperimentsCore
import Foundation
import TestSupport
import Testing
import ThrowawayKeys

@Suite("firebase", .fewAtATime)
struct FirebaseValueTests {
    private static let scope = "https://www.googleapis.com/auth/firebase.remoteconfig"
    private static let shared = Result { try ThrowawayKey() }

    private func workplace(_ change: (inout JSONObject) -> Void = { _ in }) throws -> (
        Workplace, ThrowawayKey
    ) {
        var key = try Self.shared.get()
        change(&key.members)
        let workplace = try Workplace()
        try workplace.folder.write(key.json, to: "key.json")
        return (workplace, key)
    }

    @Test("project-id and token-url print only the value")
    func fields() async throws {
        let workplace = try workplace().0
        let project = try await workplace.run("firebase", "project-id", "key.json")
        #expect(project.output == "demo-project\n")
        #expect(project.status == 0)
        let url = try await workplace.run("firebase", "token-url", "key.json")
        #expect(url.output == "https://oauth2.googleapis.com/token\n")
    }

    @Test("the key file may be named in the environment")
    func variable() async throws {
        let workplace = try workplace().0
        let named = try await workplace.run(
            "firebase", "project-id", with: ["GOOGLE_APPLICATION_CREDENTIALS": "key.json"])
        #expect(named.output == "demo-project\n")
        let unnamed = try await workplace.run("firebase", "project-id")
        #expect(unnamed.status == 1)
        #expect(unnamed.output.isEmpty)
        #expect(unnamed.errors.contains("set GOOGLE_APPLICATION_CREDENTIALS"), "\(unnamed)")
    }

    @Test("jws prints a token that the key has signed, for the scopes given")
    func jws() async throws {
        let (workplace, key) = try workplace()
        let signed = try await workplace.run("firebase", "jws", "key.json", Self.scope, "openid")
        let opened = try #require(key.opened(String(signed.output.dropLast())), "\(signed)")
        #expect(opened.claims["scope"]?.string == "\(Self.scope) openid")
        let issued = try #require(opened.claims["iat"]?.int)
        #expect(abs(Date().timeIntervalSince1970 - Double(issued)) < 300)
        #expect(opened.claims["exp"]?.int == issued + 3600)
        // Several scopes in one argument are OAuth's own form.
        let together = try await workplace.run("firebase", "jws", "key.json", "\(Self.scope) openid")
        let same = try #require(key.opened(String(together.output.dropLast())), "\(together)")
        #expect(same.claims["scope"]?.string == "\(Self.scope) openid")
    }

    @Test("--json prints a document with the same value")
    func json() async throws {
        let (workplace, key) = try workplace()
        let project = try await workplace.run("firebase", "project-id", "key.json", "--json")
        #expect(try project.json().object?["projectId"] == "demo-project")
        let signed = try await workplace.run("firebase", "jws", "key.json", Self.scope, "--json")
        #expect(key.opened(try #require(try signed.json().object?["jws"]?.string)) != nil)
    }

    @Test("wrong arguments are errors with status 1, and nothing on standard output")
    func arguments() async throws {
        let workplace = try workplace().0
        for arguments in [
            ["firebase", "jws", "key.json"], ["firebase", "project-id", "key.json", "another"],
        ] {
            let wrong = try await workplace.run(Workplace.program, arguments)
            #expect(wrong.status == 1)
            #expect(wrong.output.isEmpty)
            #expect(wrong.errors.hasPrefix("error: "), "\(wrong)")
        }
    }

    @Test("a key file that is none is an error that says why, without the key")
    func badFile() async throws {
        let (workplace, key) = try workplace { $0["token_uri"] = 5 }
        let bad = try await workplace.run("firebase", "project-id", "key.json")
        #expect(bad.status == 1)
        #expect(bad.errors == "error: key.json: token_uri: expected a string, found a number\n")
        #expect(key.secretLines.allSatisfy { !bad.errors.contains($0) })
        let missing = try await workplace.run("firebase", "jws", "nowhere.json", Self.scope, "--json")
        #expect(missing.status == 1)
        #expect(
            try missing.json().object?["error"]?.object?["message"]
                == "nowhere.json: cannot open: no such file or directory")
    }

    @Test("access-token exchanges a statement for a token, prints only the token, and says when it expires")
    func accessToken() async throws {
        let google = try await FakeGoogle.start()
        let workplace = try Workplace()
        try workplace.folder.write(google.key.json, to: "key.json")
        let token = try await workplace.run("firebase", "access-token", "key.json")
        #expect(token.output == "ya29.fake\n", "\(token)")
        #expect(token.errors.hasPrefix("valid until 20") && !token.errors.contains("ya29"), "\(token)")
        let option = try await workplace.run(
            "firebase", "access-token", "--service-account", "key.json", Self.scope)
        #expect(option.output == "ya29.fake\n", "\(option)")
        let document = try await workplace.run("firebase", "access-token", "key.json", Self.scope, "--json")
        let object = try #require(try document.json().object)
        #expect(object["accessToken"] == "ya29.fake")
        #expect(object["scopes"] == [.string(Self.scope)])
        #expect(object["expiresAt"]?.string?.hasSuffix("Z") == true)
    }

    @Test(
        "commands that ask the service take the same options for it",
        arguments: [
            "template validate", "template diff", "template get", "template defaults", "template publish",
            "template versions", "template rollback", "firebase experiments list", "firebase experiments get",
            "firebase experiments delete", "firebase rollouts list", "firebase rollouts get",
            "firebase rollouts delete", "firebase set-update",
        ])
    func options(command: String) async throws {
        let command = command.split(separator: " ").map(String.init)
        let help = try await Workplace().run(Workplace.program, command + ["--help"]).output
        for option in ["--project", "--service-account", "--access-token-env", "--base-url", "--insecure"] {
            #expect(help.contains("\n  \(option)"), "\(option)")
        }
    }

    @Test("a token that is refused is an error with the reason and what to do")
    func refused() async throws {
        let google = try await FakeGoogle.start()
        let workplace = try Workplace()
        var other = try Self.shared.get()
        other.members["token_uri"] = .string(google.url + "/token")
        try workplace.folder.write(other.json, to: "key.json")
        let refused = try await workplace.run("firebase", "access-token", "key.json")
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(
            refused.errors == """
                error: no access token: 127.0.0.1 returned 400 invalid_grant: Invalid JWT Signature.
                The key may have been deleted, or its account disabled; create a new key.

                """)
    }

    @Test("a token endpoint that is away is an error that names it")
    func away() async throws {
        let (workplace, _) = try workplace { $0["token_uri"] = "http://127.0.0.1:1/token" }
        let away = try await workplace.run("firebase", "access-token", "key.json")
        #expect(away.status == 1)
        #expect(away.errors.hasPrefix("error: no access token: 127.0.0.1:1 refused"), "\(away)")
    }
}
