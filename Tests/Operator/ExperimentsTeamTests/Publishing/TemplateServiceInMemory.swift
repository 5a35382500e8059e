import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import FirebaseTemplates
import Foundation

/// A service with the versions of one template, as far as publishing needs it.
final class TemplateServiceInMemory: HTTPTransport {
    private struct State {
        var versions: [RemoteConfigTemplate]
        var publications: [RemoteConfigTemplate] = []
        var refusesRehearsals = false
        var rehearsals = 0
    }

    private let state: Mutex<State>

    /// - Parameter versions: the published templates, the oldest first.
    init(_ versions: RemoteConfigTemplate...) { state = Mutex(State(versions: versions)) }

    /// The templates that were published by requests.
    var publications: [RemoteConfigTemplate] { state.withLock(\.publications) }
    /// The number of templates that were only checked.
    var rehearsals: Int { state.withLock(\.rehearsals) }
    /// What is published now.
    var current: RemoteConfigTemplate? { state.withLock(\.versions.last) }

    /// Refuses to check templates, for example because a rule is broken that is unknown here.
    func refuseRehearsals() { state.withLock { $0.refusesRehearsals = true } }

    /// Publishes something as another person.
    func othersPublish(_ change: (inout RemoteConfigTemplate) -> Void) {
        state.withLock { state in
            var template = state.versions.last ?? RemoteConfigTemplate()
            change(&template)
            state.versions.append(template)
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let query = request.url.query ?? ""
        let body = try request.body.map { try JSONValue(parsing: $0) }
        return try state.withLock { state in
            switch request.method {
            case .put:
                guard [Self.etag(state), "*"].contains(request.headers["if-match"]) else {
                    return Self.refusal(412, "[VERSION_MISMATCH]: Expected another version")
                }
                if query.contains("validateOnly") {
                    state.rehearsals += 1
                    return state.refusesRehearsals
                        ? Self.refusal(400, "[VALIDATION_ERROR]: a rule is broken") : Self.answer(state)
                }
                try Self.publish(RemoteConfigTemplate(body ?? .null), &state)
            case .post:
                let number = body?.object?["versionNumber"]?.string.flatMap(Int.init) ?? 0
                try Self.publish(Self.version(number, state), &state)
            default:
                if let text = query.split(separator: "=").last, query.contains("versionNumber"),
                    let number = Int(text)
                {
                    return Self.answer(state, of: number)
                }
            }
            return Self.answer(state)
        }
    }

    private static func publish(_ template: RemoteConfigTemplate, _ state: inout State) throws {
        state.versions.append(template)
        state.publications.append(template)
    }

    private static func version(_ number: Int, _ state: State) throws -> RemoteConfigTemplate {
        guard state.versions.indices.contains(number - 1) else {
            throw TransportError.connectionLost(host: "service")
        }
        return state.versions[number - 1]
    }

    private static func etag(_ state: State) -> String { "etag-\(state.versions.count)" }

    private static func answer(_ state: State, of number: Int? = nil) -> TransportResponse {
        let number = number ?? state.versions.count
        guard state.versions.indices.contains(number - 1) else { return refusal(404, "version not found") }
        var template = state.versions[number - 1]
        template.versionNumber = Int64(number)
        return TransportResponse(
            status: 200, headers: ["etag": "etag-\(number)"], body: Array(template.text.utf8))
    }

    private static func refusal(_ status: Int, _ message: String) -> TransportResponse {
        let body: JSONValue = ["error": ["code": .number(String(status)), "message": .string(message)]]
        return TransportResponse(status: status, body: body.compactBytes)
    }
}

/// A network on which the next change can get lost, or its answer.
final class LossyNetwork: StreamingTransport {
    /// What gets lost.
    enum Loss: Sendable {
        /// The change arrives, but its answer is lost.
        case answer
        /// The change does not arrive, and its sender cannot know.
        case request
        /// The change arrives, and then nothing can be reached any more.
        case everythingAfter
        /// The change arrives, its answer is lost, and then something else happens.
        case answerBefore(@Sendable () -> Void)
        /// Something else happens before the change arrives.
        case nothingAfter(@Sendable () -> Void)
    }

    private struct State {
        var loss: Loss?
        var isDead = false
    }

    private let base: any HTTPTransport
    private let state = Mutex(State())

    init(to base: any HTTPTransport) { self.base = base }

    /// Loses something with the next change.
    func lose(_ loss: Loss) { state.withLock { $0.loss = loss } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let isChange = Self.isChange(request)
        let (isDead, loss) = state.withLock { state -> (Bool, Loss?) in
            defer { if isChange { state.loss = nil } }
            if isChange, case .everythingAfter? = state.loss {
                defer { state.isDead = true }
                return (state.isDead, state.loss)
            }
            return (state.isDead, isChange ? state.loss : nil)
        }
        if isDead { throw TransportError.timedOut(after: .seconds(1), host: "service") }
        if case .request? = loss { throw TransportError.connectionLost(host: "service") }
        if case .nothingAfter(let act)? = loss { act() }
        let response = try await base.send(request)
        switch loss {
        case .answer?, .everythingAfter?: throw TransportError.connectionLost(host: "service")
        case .answerBefore(let act)?:
            act()
            throw TransportError.connectionLost(host: "service")
        case .request?, .nothingAfter?, nil: return response
        }
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        guard let base = base as? any StreamingTransport else {
            throw TransportError.connectionRefused(host: "service", port: 1)
        }
        return try await base.open(request)
    }

    private static func isChange(_ request: TransportRequest) -> Bool {
        let isRehearsal = request.url.query?.contains("validateOnly") == true
        return request.url.path.hasSuffix("kv/txn") || request.method == .put && !isRehearsal
            || request.url.path.hasSuffix(":rollback")
    }
}
