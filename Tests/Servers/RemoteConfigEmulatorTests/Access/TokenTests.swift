import ExperimentsCore
import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Access tokens of the emulator", .inTurn)
struct TokenTests {
    let clock = ManualClock(testTime)

    func emulator(token: String? = nil) throws -> Emulator {
        var configuration = Emulator.Configuration(accessTokenLifetime: 600, token: token)
        configuration.clocks = clock.clocks
        return try demoEmulator(configuration: configuration)
    }

    static let header: JSONValue = ["alg": "RS256", "typ": "JWT", "kid": "k"]

    func claims(_ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
        let now = Int(testTime.timeIntervalSince1970)
        var claims = JSONObject()
        claims["iss"] = "robot@demo-shop.iam.gserviceaccount.com"
        claims["scope"] = "https://www.googleapis.com/auth/firebase.remoteconfig"
        claims["aud"] = "https://oauth2.googleapis.com/token"
        claims["iat"] = .number("\(now)")
        claims["exp"] = .number("\(now + 3600)")
        for (name, value) in changes { claims[name] = value }
        return .object(claims)
    }

    func assertion(_ claims: JSONValue, header: JSONValue = header) -> String {
        func encoded(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        }
        return "\(encoded(header.compactBytes)).\(encoded(claims.compactBytes)).\(encoded([1, 2, 3]))"
    }

    func ask(
        _ emulator: Emulator, _ assertion: String, path: String = "/token",
        grant: String = "urn:ietf:params:oauth:grant-type:jwt-bearer", query: [String: String] = [:]
    ) async throws -> (status: Int, json: JSONValue) {
        let body = "grant_type=\(grant.replacingOccurrences(of: ":", with: "%3A"))&assertion=\(assertion)"
        let response = await emulator.respond(
            to: EmulatorRequest(method: "POST", path: path, query: query, body: Array(body.utf8)))
        return (response.status, try JSONValue(parsing: response.body))
    }

    @Test(
        "an assertion gets a token that opens the admin API until it expires",
        arguments: ["/token", "/oauth2/v4/token"])
    func story(path: String) async throws {
        let emulator = try emulator()
        let answer = try await ask(emulator, assertion(claims()), path: path)
        #expect(answer.status == 200)
        #expect(answer.json["expires_in"] == 599)
        #expect(answer.json["token_type"] == "Bearer")
        var console = Operator(emulator: emulator)
        console.token = try #require(answer.json["access_token"]?.string)
        #expect(try await console.call("GET").status == 200)
        let published = try await console.publish(Operator.template("blue"), match: "*")
        #expect(
            published.json["version"]?["updateUser"] == ["email": "robot@demo-shop.iam.gserviceaccount.com"])
        // A time of day that is set ahead ends no token.
        clock.set(by: 3600)
        #expect(try await console.call("GET").status == 200)
        clock.advance(by: 600)
        let late = try await console.call("GET")
        #expect(late.status == 401)
        #expect(late.json["error"]?["status"] == "UNAUTHENTICATED")
    }

    @Test("no token, a wrong one and a revoked one are 401, too few scopes 403")
    func refusedTokens() async throws {
        let emulator = try emulator()
        #expect(try await Operator(emulator: emulator, token: nil).call("GET").status == 401)
        #expect(try await Operator(emulator: emulator, token: "emulated.unknown").call("GET").status == 401)
        let narrow = try await ask(
            emulator, assertion(claims(["scope": "https://www.googleapis.com/auth/drive"])))
        let narrowToken = try #require(narrow.json["access_token"]?.string)
        #expect(try await Operator(emulator: emulator, token: narrowToken).call("GET").status == 403)
        let good = try #require(try await ask(emulator, assertion(claims())).json["access_token"]?.string)
        #expect(try await Operator(emulator: emulator, token: good).call("GET").status == 200)
        emulator.revokeAccessTokens()
        #expect(try await Operator(emulator: emulator, token: good).call("GET").status == 401)
    }

    @Test("a token from Google opens an emulator that only this machine reaches")
    func foreignToken() async throws {
        let console = Operator(emulator: try emulator(), token: "ya29.from-google")
        #expect(try await console.call("GET").status == 200)
        let published = try await console.publish(Operator.template("blue"), match: "*")
        #expect(published.json["version"]?["updateUser"] == ["email": "owner@localhost"])
        #expect(
            try await Operator(emulator: try emulator(token: "own-secret"), token: "ya29.from-google").call(
                "GET"
            )
            .status == 401)
    }

    private func post(
        _ emulator: Emulator, _ body: String, _ type: String?, path: String = "/oauth2/v3/token"
    ) async throws -> (status: Int, json: JSONValue) {
        var headers: HeaderFields = [:]
        headers["content-type"] = type
        let response = await emulator.respond(
            to: EmulatorRequest(method: "POST", path: path, headers: headers, body: Array(body.utf8)))
        return (response.status, try JSONValue(parsing: response.body))
    }

    @Test("a refresh token gets an access token, in every form that clients send")
    func refreshToken() async throws {
        let emulator = try emulator()
        let boundary = "--------------------------42"
        let fields = [
            ("refresh_token", "owner"), ("client_id", "a b"), ("grant_type", "refresh_token"), ("scope", ""),
        ]
        let parts = fields.map { name, value in
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let bodies: [(String, String?)] = [
            (parts.joined() + "--\(boundary)--\r\n", "multipart/form-data; boundary=\(boundary)"),
            ("grant_type=refresh_token&refresh_token=owner&scope=", "application/x-www-form-urlencoded"),
            (#"{"grant_type": "refresh_token", "refresh_token": "owner"}"#, "application/json"),
        ]
        for (body, type) in bodies {
            let answer = try await post(emulator, body, type)
            #expect(answer.status == 200, "\(answer.json)")
            let token = try #require(answer.json["access_token"]?.string)
            #expect(try await Operator(emulator: emulator, token: token).call("GET").status == 200)
        }
        #expect(try await post(emulator, "grant_type=refresh_token", nil).json["error"] == "invalid_request")
    }

    @Test("an assertion may come in JSON, and with padding")
    func assertionForms() async throws {
        let emulator = try emulator()
        let padded = assertion(claims()).split(separator: ".").map { part in
            String(part) + String(repeating: "=", count: (4 - part.count % 4) % 4)
        }
        let body: JSONValue = [
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "assertion": .string(padded.joined(separator: ".")),
        ]
        let answer = try await post(emulator, body.compactText, "application/json", path: "/token")
        #expect(answer.status == 200, "\(answer.json)")
    }

    @Test("an assertion that is none gets a word")
    func refusedAssertions() async throws {
        let emulator = try emulator()
        let now = Int(testTime.timeIntervalSince1970)
        let signed = assertion(claims())
        let unsigned = String(signed.dropLast(signed.split(separator: ".").last?.count ?? 0))
        let cases: [(String, String)] = [
            ("nonsense", "three base64url strings"), ("eA.eA.eA", "must be JSON objects"),
            (unsigned, "three base64url strings"),
            (assertion(claims(), header: ["alg": "none"]), "'alg' must be RS256"),
            (assertion(claims(["iss": nil])), "'iss' is missing"),
            (assertion(claims(["scope": nil])), "'scope' is missing"),
            (assertion(claims(["aud": "https://example.com/"])), "'aud' must be"),
            (assertion(claims(["exp": .number("\(now - 1)")])), "it has expired"),
            (assertion(claims(["exp": "soon"])), "'exp' must be a time"),
            (assertion(claims(["iat": .number("\(now + 600)")])), "issued in the future"),
            (assertion(claims(["exp": .number("\(now + 4000)")])), "at most an hour"),
        ]
        for (text, message) in cases {
            let answer = try await ask(emulator, text)
            #expect(answer.status == 400)
            #expect(answer.json["error"] == "invalid_grant")
            #expect(answer.json["error_description"]?.string?.contains(message) == true, "\(answer.json)")
        }
        #expect(try await ask(emulator, "x", grant: "password").json["error"] == "unsupported_grant_type")
        #expect(try await ask(emulator, "").json["error"] == "invalid_request")
    }

    @Test("an emulator with a token of its own lets no one in without it")
    func ownToken() async throws {
        let emulator = try emulator(token: "own-secret")
        #expect(try await Caller(emulator: emulator).fetch().status == 401)
        #expect(try await Caller(emulator: emulator, apiKey: "own-secret").fetch().status == 200)
        #expect(try await Operator(emulator: emulator).call("GET").status == 401)
        #expect(try await Operator(emulator: emulator, token: "own-secret").call("GET").status == 200)
        #expect(try await Caller(emulator: emulator).call("GET", "/emulator/v1/requests").status == 401)
        let header: HeaderFields = ["x-emulator-token": "own-secret"]
        #expect(
            try await Caller(emulator: emulator).call("GET", "/emulator/v1/requests", headers: header).status
                == 200)
        #expect(try await ask(emulator, assertion(claims())).status == 401)
        let answer = try await ask(emulator, assertion(claims()), query: ["key": "own-secret"])
        let issued = try #require(answer.json["access_token"]?.string)
        #expect(try await Operator(emulator: emulator, token: issued).call("GET").status == 200)
    }

    @Test("tokens and assertions are not in the log")
    func log() async throws {
        let emulator = try emulator(token: "own-secret")
        let text = assertion(claims())
        let answer = try await ask(emulator, text, query: ["key": "own-secret"])
        let issued = try #require(answer.json["access_token"]?.string)
        _ = try await Operator(emulator: emulator, token: issued).call("GET")
        _ = try await Operator(emulator: emulator, token: "wrong-secret").call("GET")
        _ = try await ask(emulator, "wrong-secret", query: ["key": "own-secret"])
        let log = emulator.newestRequests(10).map { JSONValue.object($0.json).compactText }.joined()
        #expect(emulator.newestRequests(10).count == 4)
        for secret in [issued, "own-secret", "wrong-secret", text] { #expect(!log.contains(secret)) }
    }
}
