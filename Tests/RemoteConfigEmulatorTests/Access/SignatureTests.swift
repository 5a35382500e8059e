import CryptoExtras
import ExperimentsCore
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Signatures of service accounts")
struct SignatureTests {
    static let email = "robot@demo-shop.iam.gserviceaccount.com"

    /// Keys are made for each run.
    static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
    static let otherKey = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

    func file(_ name: String, _ pem: String) -> [UInt8] {
        JSONValue.object(
            JSONObject(distinct: [
                JSONObject.Member(name: "client_email", value: .string(Self.email)),
                JSONObject.Member(name: name, value: .string(pem)),
            ])
        ).compactBytes
    }

    func emulator() throws -> Emulator {
        let key = try #require(Self.key)
        let account = try TrustedServiceAccount(parsing: file("private_key", key.pemRepresentation))
        return try Emulator(
            projects: [
                EmulatedProject(projectID: "demo-shop", serviceAccount: account),
                EmulatedProject(projectID: "open-shop", projectNumber: "2"),
            ], configuration: Emulator.Configuration(now: { testTime }))
    }

    func token(_ emulator: Emulator, _ key: _RSA.Signing.PrivateKey?, email: String = email) async throws -> JSONValue {
        let now = Int(testTime.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(email), "scope": "https://www.googleapis.com/auth/cloud-platform",
            "aud": "https://oauth2.googleapis.com/token", "iat": .number("\(now)"), "exp": .number("\(now + 3600)"),
        ]
        let header: JSONValue = ["alg": "RS256", "typ": "JWT"]
        let signed = encoded(Data(header.compactBytes)) + "." + encoded(Data(claims.compactBytes))
        let signature = try #require(key).signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
        let body =
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(signed)."
            + encoded(signature.rawRepresentation)
        let response = await emulator.respond(
            to: EmulatorRequest(method: "POST", path: "/token", body: Array(body.utf8)))
        return try JSONValue(parsing: response.body)
    }

    private func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    @Test("the account's own signature opens its project, and the token owner does not")
    func own() async throws {
        let emulator = try emulator()
        let token = try #require(try await token(emulator, Self.key)["access_token"]?.string)
        #expect(try await Operator(emulator: emulator, token: token).call("GET").status == 200)
        #expect(try await Operator(emulator: emulator).call("GET").status == 401)
        #expect(try await Operator(emulator: emulator, project: "open-shop").call("GET").status == 200)
    }

    @Test("the signature of another key is refused")
    func other() async throws {
        let answer = try await token(try emulator(), Self.otherKey)
        #expect(answer == ["error": "invalid_grant", "error_description": "Invalid JWT Signature."])
    }

    @Test("a stranger gets a token, and it does not open a project that has an account")
    func stranger() async throws {
        let emulator = try emulator()
        let answer = try await token(emulator, Self.otherKey, email: "stranger@example.com")
        let token = try #require(answer["access_token"]?.string)
        #expect(try await Operator(emulator: emulator, token: token).call("GET").status == 403)
        #expect(try await Operator(emulator: emulator, token: token, project: "open-shop").call("GET").status == 200)
    }

    @Test("a public key will do, and a file without a usable one is an error that shows no key")
    func files() throws {
        let key = try #require(Self.key)
        let account = try TrustedServiceAccount(parsing: file("public_key", key.publicKey.pemRepresentation))
        #expect(account.email == Self.email)
        let broken = key.pemRepresentation.replacingOccurrences(of: "M", with: "N")
        for bytes in [Array("{".utf8), Array("{}".utf8), file("private_key", broken), file("public_key", "x")] {
            let problem = #expect(throws: TrustedServiceAccount.Problem.self) {
                try TrustedServiceAccount(parsing: bytes)
            }
            #expect(problem?.description.contains(broken.prefix(60)) == false)
        }
    }
}
