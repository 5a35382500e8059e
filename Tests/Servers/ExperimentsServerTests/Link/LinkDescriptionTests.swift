import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLinkProtocol
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("The description of the API for apps", .inTurn)
struct LinkDescriptionTests {
    private let document: JSONValue

    init() throws {
        document = try JSONValue(parsing: PackageResources.openapi_json)
    }

    @Test("is served to every client, also if a token is required")
    func served() async throws {
        let site = try LinkSite()
        let answer = await site.ask("GET", LinkCall.descriptionPath, serverToken: "s3cret")
        #expect(answer.status == 200 && answer.body == PackageResources.openapi_json)
    }

    @Test("names exactly the paths and methods that are answered")
    func paths() throws {
        let paths = try #require(document.object?["paths"]?.object)
        let methods: Set<String> = ["get", "put", "post", "delete"]
        for path in paths.members {
            let call = try #require(LinkCall(path: path.name.replacingOccurrences(of: "{key}", with: "k")))
            let described = Set(path.value.object?.members.map(\.name) ?? []).intersection(methods)
            #expect(described == Set(call.rules.methods.map { $0.lowercased() }))
        }
        #expect(paths.members.count == 5)
    }

    @Test("its limits are those of the server")
    func limits() throws {
        let properties = try #require(schema("Report").object?["properties"]?.object)
        #expect(properties["keys"]?.object?["maxItems"]?.int == LinkLimits.keys)
        #expect(properties["mismatches"]?.object?["maxItems"]?.int == LinkLimits.mismatches)
        #expect(properties["exposures"]?.object?["maxItems"]?.int == LinkLimits.exposures)
        #expect(properties["metrics"]?.object?["maxItems"]?.int == LinkLimits.metrics)
    }

    @Test("every answer is what it says: status by status, and member by member")
    func answers() async throws {
        let site = try LinkSite(keys: [CatalogKey(name: "paywall_type", schema: ValueSchema(kind: .int))])
        let path = LinkAPI.overridesPath + "/paywall_type"
        let value = #"{"value": "7", "note": "n", "expiresAt": "2036-01-01T00:00:00Z"}"#
        let link = try site.link("mail")
        let report = AppReport(
            identity: AppIdentity(app: "mail", installation: "x"), run: "r", sequence: 1,
            sentAt: site.clock.now)
        let reported = String(decoding: report.bytes, as: UTF8.self)
        let anything: HeaderFields = ["if-match": "*"]
        let put = Request("PUT", path, anything, body: value)
        let remove = Request("DELETE", path, anything)
        let get = Request("GET", LinkAPI.overridesPath)
        let post = Request("POST", LinkAPI.reportsPath, token: link, body: reported)
        let change = "/overrides/{key}"
        try await expect(change, 200, put, site)
        try await expect(change, 428, Request("PUT", path, body: value), site)
        try await expect(change, 412, Request("PUT", path, ["if-match": "\"x\""], body: value), site)
        try await expect(change, 400, Request("PUT", path, anything, body: "{}"), site)
        try await expect(change, 422, Request("PUT", path, anything, body: #"{"value": "x"}"#), site)
        try await expect(change, 404, Request("PUT", path + "x", anything, body: value), site)
        try await expect(change, 403, Request("PUT", path, anything, token: link, body: value), site)
        try await expect(change, 401, Request("PUT", path, anything, token: "wrong", body: value), site)
        try await expect("/overrides", 200, get, site)
        try await expect("/overrides", 400, Request("GET", LinkAPI.overridesPath + "?app="), site)
        try await expect(
            "/overrides", 403, Request("GET", LinkAPI.overridesPath + "?app=shop", token: link), site)
        try await expect("/reports", 200, post, site)
        try await expect("/reports", 400, Request("POST", LinkAPI.reportsPath, token: link, body: "{"), site)
        try await expect(change, 200, remove, site)
        try await expect(change, 404, remove, site)
        let request = try #require(document.object?["components"]?.object?["schemas"]?.object?["Report"])
        #expect(check(try JSONValue(parsing: report.bytes), request, at: "report").isEmpty)
    }

    private struct Request {
        let method: String
        let target: String
        let headers: HeaderFields
        let token: String?
        let body: String

        init(
            _ method: String, _ target: String, _ headers: HeaderFields = [:], token: String? = nil,
            body: String = ""
        ) {
            (self.method, self.target, self.headers) = (method, target, headers)
            (self.token, self.body) = (token, body)
        }
    }

    /// Asks, and checks that the answer has the status, and is what is described for it.
    private func expect(_ path: String, _ status: Int, _ request: Request, _ site: LinkSite) async throws {
        let answer = await site.ask(
            request.method, request.target, token: request.token, request.headers, body: request.body)
        let place = "\(request.method) \(path) \(status)"
        #expect(answer.status == status, "\(place)")
        let paths = try #require(document.object?["paths"]?.object)
        let operation = paths["/experiments/v1" + path]?.object?[request.method.lowercased()]
        let response = try #require(operation?.object?["responses"]?.object?[String(status)], "\(place)")
        let schema = resolved(response).object?["content"]?.object?["application/json"]?.object?["schema"]
        let problems = check(try JSONValue(parsing: answer.body), try #require(schema), at: place)
        #expect(problems.isEmpty)
    }

    @Test("the checks of these tests find what is wrong")
    func checks() throws {
        #expect(!check(["version": 1], schema("State"), at: "").isEmpty)
        #expect(!check(["version": 2, "wantsWhole": true], schema("Receipt"), at: "").isEmpty)
        #expect(!check(["version": 1, "wantsWhole": 3], schema("Receipt"), at: "").isEmpty)
        #expect(!check(["value": "x", "scope": "all"], schema("ScopedEntry"), at: "").isEmpty)
        #expect(!check(["scope": "app"], schema("ScopedEntry"), at: "").isEmpty)
    }

    private func schema(_ name: String) -> JSONValue {
        document.object?["components"]?.object?["schemas"]?.object?[name] ?? .null
    }

    private func resolved(_ node: JSONValue) -> JSONValue {
        guard let reference = node.object?["$ref"]?.string else { return node }
        return reference.split(separator: "/").dropFirst().reduce(document) {
            $0.object?[String($1)] ?? .null
        }
    }

    /// What is wrong with a value, by the words of JSON Schema that the document uses.
    private func check(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        guard let schema = resolved(schema).object else { return ["\(place): there is no schema"] }
        var problems: [String] = []
        let types: [String: Bool] = [
            "object": value.object != nil, "array": value.array != nil, "string": value.string != nil,
            "boolean": value.bool != nil, "integer": value.int != nil, "number": value.double != nil,
            "null": value == .null,
        ]
        let allowed = schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] }
        if let allowed, !allowed.contains(where: { types[$0] == true }) {
            problems.append("\(place): not \(allowed): \(value.compactText)")
        }
        if let constant = schema["const"], constant != value { problems.append("\(place): not \(constant)") }
        if let words = schema["enum"]?.array, !words.contains(value) {
            problems.append("\(place): not one of \(words)")
        }
        for part in schema["allOf"]?.array ?? [] { problems += check(value, part, at: place) }
        for name in schema["required"]?.array?.compactMap(\.string) ?? [] where value.object?[name] == nil {
            problems.append("\(place): without \(name)")
        }
        for member in value.object?.members ?? [] {
            let place = "\(place).\(member.name)"
            if let property = schema["properties"]?.object?[member.name] {
                problems += check(member.value, property, at: place)
            } else if let others = schema["additionalProperties"] {
                problems += check(member.value, others, at: place)
            }
        }
        if let items = schema["items"] {
            for element in value.array ?? [] { problems += check(element, items, at: place + "[]") }
        }
        return problems
    }
}
