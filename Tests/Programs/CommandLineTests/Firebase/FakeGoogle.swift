import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import ThrowawayKeys

/// Google's token endpoint and template service on this machine, as far as the commands need them.
final class FakeGoogle: Sendable {
    /// A request as it came.
    struct Call: Sendable {
        let line: String
        let authorization: String?
        let ifMatch: String?
        let body: [UInt8]
    }

    /// The key that it accepts assertions of.
    let key: ThrowawayKey
    /// Where it is.
    let url: String
    private let workspace: Workspace
    private let server: HTTPServer

    /// Starts to serve `template` as version 41.
    static func start(_ template: String = #"{"parameters": {}}"#) async throws -> FakeGoogle {
        let workspace = Workspace(template)
        let server = HTTPServer(workspace)
        let url = try await server.start().absoluteString
        let key = try ThrowawayKey(tokenURL: url + "/token")
        workspace.state.withLock { $0.key = key }
        return FakeGoogle(key, url, workspace, server)
    }

    private init(_ key: ThrowawayKey, _ url: String, _ workspace: Workspace, _ server: HTTPServer) {
        (self.key, self.url, self.workspace, self.server) = (key, url, workspace, server)
    }

    deinit {
        Task { [server] in await server.stop() }
    }

    /// What is published now.
    var template: String { workspace.state.withLock { $0.template } }
    /// Its version.
    var version: Int { workspace.state.withLock { $0.version } }
    /// What it was asked, in order.
    var calls: [Call] { workspace.state.withLock { $0.calls } }

    /// Lets somebody else publish before each of the next `count` publications.
    func letOthersPublish(_ count: Int) {
        workspace.state.withLock { $0.competitors = count }
    }

    /// Publishes the next template, but answers like a proxy that lost the connection.
    ///
    /// - Parameter isAwayAfter: whether nothing is answered any more after that.
    func loseAnswer(isAwayAfter: Bool = false) {
        workspace.state.withLock { state in
            state.losesAnswer = true
            state.isAwayAfter = isAwayAfter
        }
    }

    /// Answers the token endpoint's requests so.
    func answerTokens(_ status: Int, _ body: String) {
        workspace.state.withLock { $0.tokenAnswer = (status, body) }
    }

    /// Answers the template service's requests so.
    func answerTemplates(_ status: Int, _ body: String) {
        workspace.state.withLock { $0.templateAnswer = (status, body) }
    }
}

/// What answers for it.
private final class Workspace: HTTPResponder {
    struct State {
        var key: ThrowawayKey?
        var template: String
        var version = 41
        /// How many publications are preceded by one of somebody else.
        var competitors = 0
        var calls: [FakeGoogle.Call] = []
        var tokenAnswer: (status: Int, body: String)?
        var templateAnswer: (status: Int, body: String)?
        var issued: String?
        /// The templates of earlier versions.
        var earlier: [Int: String] = [:]
        var losesAnswer = false
        var isAwayAfter = false
        var isAway = false
    }

    let state: Mutex<State>

    init(_ template: String) {
        state = Mutex(State(template: template))
    }

    func respond(to request: ServedRequest) async -> ServedResponse {
        let query = request.query.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "&")
        let call = FakeGoogle.Call(
            line: "\(request.method) \(request.path)" + (query.isEmpty ? "" : "?\(query)"),
            authorization: request.headers["authorization"], ifMatch: request.headers["if-match"],
            body: request.body)
        return state.withLock { state in
            state.calls.append(call)
            if request.path == "/token" { return token(&state, call) }
            if state.isAway { return Self.response(503, "{}") }
            if request.path.hasSuffix("/remoteConfig:listVersions") { return Self.versions(state) }
            if request.path.hasSuffix("/remoteConfig:rollback") { return rolledBack(&state, call) }
            guard request.path == "/v1/projects/demo-project/remoteConfig" else {
                return Self.response(404, "{}")
            }
            if let number = request.query["versionNumber"].flatMap(Int.init),
                let template = state.earlier[number]
            {
                return Self.current(State(template: template, version: number))
            }
            if let answer = state.templateAnswer { return Self.response(answer.status, answer.body) }
            guard let issued = state.issued, call.authorization == "Bearer \(issued)" else {
                return Self.refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
            }
            return request.method == "PUT" ? published(&state, call, query) : Self.current(state)
        }
    }

    private func token(_ state: inout State, _ call: FakeGoogle.Call) -> ServedResponse {
        if let answer = state.tokenAnswer { return Self.response(answer.status, answer.body) }
        let form = String(decoding: call.body, as: UTF8.self)
        guard let assertion = form.components(separatedBy: "&assertion=").last,
            state.key?.opened(assertion) != nil
        else {
            return Self.response(
                400, #"{"error": "invalid_grant", "error_description": "Invalid JWT Signature."}"#)
        }
        state.issued = "ya29.fake"
        return Self.response(
            200, #"{"access_token": "ya29.fake", "expires_in": 3599, "token_type": "Bearer"}"#)
    }

    private func published(_ state: inout State, _ call: FakeGoogle.Call, _ query: String) -> ServedResponse {
        let isRehearsal = query.contains("validate")
        if state.competitors > 0, !isRehearsal {
            state.competitors -= 1
            state.version += 1
        }
        guard call.ifMatch == "etag-\(state.version)" else {
            return Self.refusal(412, "FAILED_PRECONDITION", "[VERSION_MISMATCH]: Expected another version")
        }
        return isRehearsal ? Self.current(state) : store(String(decoding: call.body, as: UTF8.self), &state)
    }

    private func rolledBack(_ state: inout State, _ call: FakeGoogle.Call) -> ServedResponse {
        let number = (try? JSONValue(parsing: call.body))?.object?["versionNumber"]?.string.flatMap(Int.init)
        guard let number, let template = state.earlier[number] else { return Self.response(404, "{}") }
        return store(template, &state)
    }

    private func store(_ template: String, _ state: inout State) -> ServedResponse {
        state.earlier[state.version] = state.template
        state.version += 1
        state.template = template
        guard state.losesAnswer else { return Self.current(state) }
        state.losesAnswer = false
        state.isAway = state.isAwayAfter
        return Self.response(502, "{}")
    }

    private static func versions(_ state: State) -> ServedResponse {
        let numbers = state.earlier.keys.sorted(by: >)
        let versions: [JSONValue] = ([state.version] + numbers).map { ["versionNumber": .string(String($0))] }
        let answer: JSONValue = ["versions": .array(versions)]
        return response(200, answer.compactText)
    }

    private static func current(_ state: State) -> ServedResponse {
        var object = (try? JSONValue(parsing: state.template).object) ?? JSONObject()
        object["version"] = ["versionNumber": .string(String(state.version))]
        return response(200, JSONValue.object(object).compactText, etag: "etag-\(state.version)")
    }

    private static func refusal(_ status: Int, _ name: String, _ message: String) -> ServedResponse {
        let body: JSONValue = [
            "error": ["code": .number(String(status)), "status": .string(name), "message": .string(message)]
        ]
        return response(status, body.compactText)
    }

    private static func response(_ status: Int, _ body: String, etag: String? = nil) -> ServedResponse {
        var headers: HeaderFields = ["content-type": "application/json"]
        headers["etag"] = etag
        return ServedResponse(status: status, headers: headers, body: Array(body.utf8))
    }
}
