import ExperimentsCore
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization
import ThrowawayKeys

// The server library has a type of this name, too.
private typealias JSONValue = ExperimentsCore.JSONValue

/// Google's token endpoint and template service on this machine, as far as the commands need them.
final class FakeGoogle: Sendable {
    /// A request as it came.
    struct Call: Sendable {
        let line: String
        let authorization: String?
        let ifMatch: String?
        let body: [UInt8]
    }

    private struct State {
        var template: String
        var version = 41
        /// How many publications are preceded by one of somebody else.
        var competitors = 0
        var calls: [Call] = []
        var tokenAnswer: (status: Int, body: String)?
        var templateAnswer: (status: Int, body: String)?
        var issued: String?
    }

    /// The key that it accepts assertions of.
    let key: ThrowawayKey
    /// Where it is.
    let url: String
    private let server: HTTPServer
    private let state: Mutex<State>

    /// Starts to serve `template` as version 41.
    static func start(_ template: String = #"{"parameters": {}}"#) async throws -> FakeGoogle {
        let box = Weak()
        let server = HTTPServer(
            address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: 60, logger: .disabled,
            handler: ClosureHTTPHandler { request in
                guard let google = box.google.withLock({ $0.value }) else { return HTTPResponse(statusCode: .notFound) }
                return google.answer(request, try await request.bodyData)
            })
        Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
        let url = "http://127.0.0.1:\(port)"
        let google = FakeGoogle(
            key: try ThrowawayKey(tokenURL: url + "/token"), url: url, server: server,
            state: State(template: template))
        box.google.withLock { $0.value = google }
        return google
    }

    private init(key: ThrowawayKey, url: String, server: HTTPServer, state: State) {
        (self.key, self.url, self.server) = (key, url, server)
        self.state = Mutex(state)
    }

    deinit {
        Task { [server] in await server.stop(timeout: 0) }
    }

    /// What is published now.
    var template: String { state.withLock { $0.template } }
    /// Its version.
    var version: Int { state.withLock { $0.version } }
    /// What it was asked, in order.
    var calls: [Call] { state.withLock { $0.calls } }

    /// Lets somebody else publish before each of the next `count` publications.
    func letOthersPublish(_ count: Int) {
        state.withLock { $0.competitors = count }
    }

    /// Answers the token endpoint's requests so.
    func answerTokens(_ status: Int, _ body: String) {
        state.withLock { $0.tokenAnswer = (status, body) }
    }

    /// Answers the template service's requests so.
    func answerTemplates(_ status: Int, _ body: String) {
        state.withLock { $0.templateAnswer = (status, body) }
    }

    private func answer(_ request: HTTPRequest, _ body: Data) -> HTTPResponse {
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let call = Call(
            line: "\(request.method.rawValue) \(request.path)" + (query.isEmpty ? "" : "?\(query)"),
            authorization: request.headers[HTTPHeader("Authorization")],
            ifMatch: request.headers[HTTPHeader("If-Match")], body: [UInt8](body))
        return state.withLock { state in
            state.calls.append(call)
            if request.path == "/token" { return token(&state, call) }
            guard request.path == "/v1/projects/demo-project/remoteConfig" else { return Self.response(404, "{}") }
            if let answer = state.templateAnswer { return Self.response(answer.status, answer.body) }
            guard let issued = state.issued, call.authorization == "Bearer \(issued)" else {
                return Self.refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
            }
            return request.method == .PUT ? published(&state, call, query) : Self.current(state)
        }
    }

    private func token(_ state: inout State, _ call: Call) -> HTTPResponse {
        if let answer = state.tokenAnswer { return Self.response(answer.status, answer.body) }
        let form = String(decoding: call.body, as: UTF8.self)
        guard let assertion = form.components(separatedBy: "&assertion=").last, key.opened(assertion) != nil else {
            return Self.response(
                400, #"{"error": "invalid_grant", "error_description": "Invalid JWT Signature."}"#)
        }
        state.issued = "ya29.fake"
        return Self.response(200, #"{"access_token": "ya29.fake", "expires_in": 3599, "token_type": "Bearer"}"#)
    }

    private func published(_ state: inout State, _ call: Call, _ query: String) -> HTTPResponse {
        if state.competitors > 0 {
            state.competitors -= 1
            state.version += 1
        }
        guard call.ifMatch == "etag-\(state.version)" else {
            return Self.refusal(412, "FAILED_PRECONDITION", "[VERSION_MISMATCH]: Expected another version")
        }
        if !query.contains("validate") {
            state.version += 1
            state.template = String(decoding: call.body, as: UTF8.self)
        }
        return Self.current(state)
    }

    private static func current(_ state: State) -> HTTPResponse {
        var object = (try? JSONValue(parsing: state.template).object) ?? JSONObject()
        object["version"] = ["versionNumber": .string(String(state.version))]
        return response(200, JSONValue.object(object).compactText, etag: "etag-\(state.version)")
    }

    private static func refusal(_ status: Int, _ name: String, _ message: String) -> HTTPResponse {
        let body: JSONValue = [
            "error": ["code": .number(String(status)), "status": .string(name), "message": .string(message)]
        ]
        return response(status, body.compactText)
    }

    private static func response(_ status: Int, _ body: String, etag: String? = nil) -> HTTPResponse {
        var headers: HTTPHeaders = [.contentType: "application/json"]
        if let etag { headers[HTTPHeader("ETag")] = etag }
        return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: ""), headers: headers, body: Data(body.utf8))
    }
}

/// Lets the server's handler be made before what it asks.
private final class Weak: Sendable {
    struct Reference: Sendable {
        weak var value: FakeGoogle?
    }

    let google = Mutex(Reference())
}
