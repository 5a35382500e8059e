import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("A server of experiments", .inTurn)
struct ServerResponderTests {
    static let rules = EndpointRules(["GET", "POST"])

    func answer(
        _ method: String = "GET", _ path: String = "/echo", query: [String: String] = [:],
        headers: HeaderFields = [:], token: String? = nil, webPages: WebPageRule = WebPageRule(),
        part: EchoPart = EchoPart()
    ) async -> (status: Int, body: String, headers: HeaderFields) {
        let configuration = ServerConfiguration(token: token.flatMap { ServerToken($0) }, webPages: webPages)
        let responder = ServerResponder([part], configuration) { _ in }
        let response = await responder.respond(
            to: ServedRequest(method: method, path: path, query: query, headers: headers))
        return (response.status, String(decoding: response.body, as: UTF8.self), response.headers)
    }

    @Test("passes on the answer of a part to admitted clients, also if the path begins with several slashes")
    func answers() async {
        for path in ["/echo", "//echo", "///echo/x"] {
            let answer = await answer("GET", path)
            #expect(answer.status == 200)
            #expect(answer.body == "anyone")
        }
    }

    @Test("says what is not there, and which methods are")
    func notThere() async throws {
        let nothing = await answer("GET", "/other")
        #expect(nothing.status == 404)
        let method = await answer("DELETE")
        #expect(method.status == 405)
        #expect(method.headers["allow"] == "GET, POST, OPTIONS")
        for body in [nothing.body, method.body] {
            let object = try #require(JSONValue(parsing: Array(body.utf8)).object)
            #expect(object["errorDetails"]?.string?.isEmpty == false)
            #expect(object["metadata"] == [:])
        }
    }

    @Test(
        "lets in who shows the token, as bearer or as API key",
        arguments: [
            ["authorization": "Bearer s3cret"], ["authorization": "bearer  s3cret "], ["x-api-key": "s3cret"],
        ]
            as [HeaderFields])
    func token(headers: HeaderFields) async {
        let answer = await answer(headers: headers, token: "s3cret")
        #expect(answer.status == 200)
        #expect(answer.body == "holder")
    }

    @Test(
        "does not reveal to others what exists",
        arguments: [
            [:], ["authorization": "Bearer s3cre"], ["authorization": "Bearer s3cret!"],
            ["authorization": "s3cret"],
            ["x-api-key": ""], ["authorization": "Basic s3cret", "x-api-key": "s3cret "],
        ] as [HeaderFields])
    func noToken(headers: HeaderFields) async {
        for (method, path) in [("GET", "/echo"), ("DELETE", "/echo"), ("GET", "/other")] {
            let answer = await answer(method, path, headers: headers, token: "s3cret")
            #expect(answer.status == 401)
            #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
            #expect(!answer.body.contains("s3cre"))
        }
        let other = await answer(query: ["key": "s3cret"], headers: headers, token: "s3cret")
        #expect(other.status == 401)
    }

    @Test("lets in who shows a token that a part gave out, by the name of its app")
    func partsToken() async {
        let part = EchoPart(rules: EndpointRules(["GET"], access: .known), tokens: ["abc": "shop"])
        #expect(await answer(headers: ["authorization": "Bearer abc"], part: part).body == "app(\"shop\")")
        #expect(await answer(headers: ["authorization": "Bearer abd"], part: part).status == 401)
        #expect(await answer(part: part).status == 401)
    }

    @Test("accepts the token of a part only on the paths of that part")
    func partsTokenElsewhere() async {
        struct Other: ServedPart {
            let name = "other"
            func rules(at path: String) -> EndpointRules? { path == "/other" ? EndpointRules(["GET"]) : nil }
            func answer(to admitted: AdmittedRequest) async -> ServedResponse { ServedResponse(status: 200) }
        }
        let parts: [any ServedPart] = [EchoPart(tokens: ["abc": "shop"]), Other()]
        let responder = ServerResponder(parts, ServerConfiguration(token: ServerToken("s3cret"))) { _ in }
        for (path, status) in [("/echo", 200), ("/other", 401), ("/nothing", 401)] {
            let request = ServedRequest(method: "GET", path: path, headers: ["authorization": "Bearer abc"])
            #expect(await responder.respond(to: request).status == status, "\(path)")
        }
    }

    @Test("takes no body that is packed", arguments: [("gzip", 415), ("identity", 200)])
    func packed(coding: String, status: Int) async {
        #expect(await answer("POST", headers: ["content-encoding": coding]).status == status)
    }

    @Test("lets in by a path's own key where the token is asked for, and by no key of another path")
    func key() async throws {
        let token = try #require(ServerToken("s3cret"))
        let key = try #require(token.key(for: "events"))
        let part = EchoPart(rules: EndpointRules(["GET"], access: .tokenOrKey(key)))
        #expect(await answer(query: ["key": key.secret], token: "s3cret", part: part).body == "holder")
        for other in [token.key(for: "other")?.secret ?? "", "s3cret", ""] {
            #expect(await answer(query: ["key": other], token: "s3cret", part: part).status == 401)
        }
        #expect(await answer(part: part).body == "anyone")
    }

    @Test("admits every client on an open path")
    func open() async {
        let part = EchoPart(rules: EndpointRules(["GET"], access: .open))
        #expect(await answer(token: "s3cret", part: part).body == "anyone")
    }

    @Test("is not led on by a name that is not its own, where nothing else protects it")
    func rebinding() async {
        let refused = await answer(headers: ["host": "evil.example:80", "origin": "http://evil.example:80"])
        #expect(refused.status == 421)
        let shown = await answer(
            headers: ["host": "shop.example", "authorization": "Bearer s3cret"], token: "s3cret")
        #expect(shown.status == 200)
        #expect(await answer(headers: ["host": "shop.example"], token: "s3cret").status == 401)
    }

    @Test("answers web pages of allowed origins, before they ask and after")
    func crossOrigin() async throws {
        let rule = WebPageRule(origins: [try #require(WebOrigin("https://app.example"))])
        let asked = await answer(
            "OPTIONS", headers: ["origin": "https://app.example"], token: "t", webPages: rule)
        #expect(asked.status == 204)
        #expect(asked.headers["access-control-allow-origin"] == "https://app.example")
        #expect(asked.headers["access-control-allow-methods"] == "GET, POST, OPTIONS")
        #expect(asked.headers["access-control-allow-headers"]?.contains("If-None-Match") == true)
        #expect(asked.headers["vary"] == "Origin")
        let refused = await answer(headers: ["origin": "https://app.example"], token: "t", webPages: rule)
        #expect(refused.status == 401)
        #expect(refused.headers["access-control-allow-origin"] == "https://app.example")
        #expect(refused.headers["access-control-expose-headers"] == "ETag, Retry-After")
        for method in ["GET", "OPTIONS"] {
            let other = await answer(method, headers: ["origin": "https://other.example"], webPages: rule)
            #expect(other.status == 403)
            #expect(other.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test("does not reveal a token in a path, as after a wrongly pasted base URL")
    func tokenInPath() async {
        let records = Recorder<ServerRecord>()
        let part = EchoPart(tokens: ["exl_abc": "shop"])
        let responder = ServerResponder([part], ServerConfiguration(token: ServerToken("s3cret-tok"))) {
            notice in
            if case .request(let record) = notice { records.record(record) }
        }
        for path in ["/s3cret-tok", "/s3cret%2Dtok/ofrep/v1", "/x/as3cret-tok", "/echo/exl_abc123"] {
            _ = await responder.respond(to: ServedRequest(method: "GET", path: path))
        }
        #expect(
            records.elements.map(\.path) == ["/[token]", "/[token]/ofrep/v1", "/x/[token]", "/echo/[token]"])
    }

    @Test("reports what was answered, without the query")
    func records() async {
        let records = Recorder<ServerRecord>()
        let responder = ServerResponder([EchoPart()], ServerConfiguration()) { notice in
            if case .request(let record) = notice { records.record(record) }
        }
        _ = await responder.respond(
            to: ServedRequest(method: "GET", path: "/echo", query: ["key": "s3cret"]))
        #expect(records.elements.map(\.path) == ["/echo"])
        #expect(records.elements.map(\.part) == ["echo"])
        #expect(records.elements.map(\.status) == [200])
        #expect(!"\(records.elements)".contains("s3cret"))
    }

    @Test("never says its token")
    func hidden() throws {
        let token = try #require(ServerToken("s3cret"))
        var dump = ""
        Swift.dump(ServerConfiguration(token: token), to: &dump)
        #expect(!"\(token) \(String(reflecting: token)) \(dump)".contains("s3cret"))
        #expect(ServerToken("") == nil)
    }
}
