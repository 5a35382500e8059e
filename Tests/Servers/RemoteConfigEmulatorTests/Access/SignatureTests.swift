import CryptoExtras
import ExperimentsCore
import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Signatures of service accounts", .inTurn)
struct SignatureTests {
    static let email = "robot@demo-shop.iam.gserviceaccount.com"

    /// Keys are made for each run.
    static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
    static let otherKey = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

    func file(_ name: String, _ pem: String, keyID: String? = nil) -> [UInt8] {
        var object = JSONObject()
        object["client_email"] = .string(Self.email)
        object["private_key_id"] = keyID.map(JSONValue.string)
        object[name] = .string(pem)
        return JSONValue.object(object).compactBytes
    }

    func emulator(keyID: String? = nil) throws -> Emulator {
        let key = try #require(Self.key)
        let account = try TrustedServiceAccount(
            parsing: file("private_key", key.pemRepresentation, keyID: keyID))
        return try Emulator(
            projects: [
                EmulatedProject(projectID: "demo-shop", serviceAccount: account),
                EmulatedProject(projectID: "open-shop", projectNumber: "2"),
            ], configuration: Emulator.Configuration(now: { testTime }))
    }

    func token(
        _ emulator: Emulator, _ key: _RSA.Signing.PrivateKey?, email: String = email,
        audience: String = "https://oauth2.googleapis.com/token", keyID: String? = nil, host: String? = nil
    ) async throws -> JSONValue {
        let now = Int(testTime.timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": .string(email), "scope": "https://www.googleapis.com/auth/cloud-platform",
            "aud": .string(audience), "iat": .number("\(now)"), "exp": .number("\(now + 3600)"),
        ]
        var header = JSONObject()
        header["alg"] = "RS256"
        header["kid"] = keyID.map(JSONValue.string)
        let signed =
            encoded(Data(JSONValue.object(header).compactBytes)) + "." + encoded(Data(claims.compactBytes))
        let signature = try #require(key).signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
        let body =
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(signed)."
            + encoded(signature.rawRepresentation)
        var headers: HeaderFields = [:]
        headers["host"] = host
        let response = await emulator.respond(
            to: EmulatorRequest(method: "POST", path: "/token", headers: headers, body: Array(body.utf8)))
        return try JSONValue(parsing: response.body)
    }

    private func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(
            of: "/", with: "_"
        )
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
        #expect(
            try await Operator(emulator: emulator, token: token, project: "open-shop").call("GET").status
                == 200)
    }

    @Test("an assertion is for Google's token endpoint or this one, to the letter")
    func audiences() async throws {
        let emulator = try emulator()
        for audience in [
            "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
            "http://127.0.0.1:9199/token", "http://127.0.0.1:9199/oauth2/v4/token",
        ] {
            let answer = try await token(emulator, Self.key, audience: audience, host: "127.0.0.1:9199")
            #expect(answer["access_token"] != nil, "\(audience)")
        }
        for audience in [
            "https://evil.example/token", "/token", "https://oauth2.googleapis.com.evil.example/token",
            "https://oauth2.googleapis.com/token/", "HTTPS://oauth2.googleapis.com/token",
            "https://oauth2.googleapis.com/x/token", "http://127.0.0.1:9198/token",
            "http://localhost:9199/token",
        ] {
            let answer = try await token(emulator, Self.key, audience: audience, host: "127.0.0.1:9199")
            #expect(answer["error_description"]?.string?.contains("'aud' must be") == true, "\(audience)")
        }
    }

    @Test("an assertion that names a key names the account's")
    func keyIDs() async throws {
        let emulator = try emulator(keyID: "k1")
        #expect(try await token(emulator, Self.key, keyID: "k1")["access_token"] != nil)
        let answer = try await token(emulator, Self.key, keyID: "k2")
        #expect(answer["error_description"]?.string?.contains("'kid'") == true)
        #expect(try await token(try self.emulator(), Self.key, keyID: "k2")["access_token"] != nil)
    }

    @Test("if a project has an account, only that account can use the emulator's own endpoints")
    func control() async throws {
        let emulator = try emulator()
        let own = try #require(try await token(emulator, Self.key)["access_token"]?.string)
        let stranger = try #require(
            try await token(emulator, Self.otherKey, email: "stranger@example.com")["access_token"]?.string)
        let overrides = "/installations/f/overrides"
        let calls = [
            ("GET", "/emulator/v1/requests"), ("DELETE", "/emulator/v1/requests"),
            ("GET", "/emulator/v1/projects"),
            ("PUT", "/emulator/v1/faults"), ("PUT", "/emulator/v1/projects/demo-shop" + overrides),
            ("DELETE", "/emulator/v1/projects/demo-shop/streams"),
            ("GET", "/emulator/v1/projects/nothing" + overrides),
        ]
        let body = #"{"faults": [], "overrides": {}}"#
        for (method, path) in calls {
            let caller = Caller(emulator: emulator)
            #expect(try await caller.call(method, path, body).status == 401, "\(path)")
            for (token, status) in [
                ("owner", 401), (stranger, 403), (own, path.contains("nothing") ? 404 : 200),
            ] {
                let headers: HeaderFields = ["authorization": "Bearer \(token)"]
                #expect(
                    try await caller.call(method, path, body, headers: headers).status == status, "\(path)")
            }
        }
        let open = "/emulator/v1/projects/open-shop" + overrides
        #expect(try await Caller(emulator: emulator).call("GET", open).status == 200)
    }

    @Test("a public key will do, and a file without a usable one is an error that shows no key")
    func files() throws {
        let key = try #require(Self.key)
        let account = try TrustedServiceAccount(parsing: file("public_key", key.publicKey.pemRepresentation))
        #expect(account.email == Self.email)
        let broken = key.pemRepresentation.replacingOccurrences(of: "M", with: "N")
        for bytes in [
            Array("{".utf8), Array("{}".utf8), file("private_key", broken), file("public_key", "x"),
        ] {
            let problem = #expect(throws: MessageError.self) {
                try TrustedServiceAccount(parsing: bytes)
            }
            #expect(problem?.description.contains(broken.prefix(60)) == false)
        }
    }
}
