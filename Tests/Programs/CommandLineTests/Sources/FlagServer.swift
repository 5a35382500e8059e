import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// A server of OpenFeature's protocol on this machine: one flag, whose value depends on who is asked for, and a stream.
final class FlagServer: HTTPResponder {
    struct State {
        /// The value for whom the country does not matter.
        var value = "red"
        var version = 1
        /// The contexts that were asked for, as they came.
        var contexts: [String] = []
        /// The authorizations that came with them.
        var authorizations: [String?] = []
        /// Those who listen.
        var listeners: [AsyncStream<[UInt8]>.Continuation] = []
        /// What evaluations are answered with instead.
        var refusal: ServedResponse?
    }

    private let state = Mutex(State())

    /// What happened so far.
    var seen: State { state.withLock { $0 } }

    /// A server that runs, its address, and the state that it answers by.
    static func start() async throws -> (flags: FlagServer, server: HTTPServer, url: String) {
        let flags = FlagServer()
        let server = HTTPServer(flags)
        return (flags, server, try await server.start().absoluteString)
    }

    /// Sets the value, and tells everybody who listens.
    func set(_ value: String) {
        let listeners = state.withLock { state in
            state.value = value
            state.version += 1
            return state.listeners
        }
        for listener in listeners {
            listener.yield(Array("data: {\"type\": \"refetchEvaluation\"}\n\n".utf8))
        }
    }

    /// Answers evaluations so from now on; nil for by the value.
    func refuse(with response: ServedResponse?) {
        state.withLock { $0.refusal = response }
    }

    func respond(to request: ServedRequest) async -> ServedResponse {
        switch request.path {
        case "/ofrep/v1/evaluate/flags": evaluate(request)
        case "/events": listen()
        default: ServedResponse(status: 404)
        }
    }

    private func evaluate(_ request: ServedRequest) -> ServedResponse {
        let context = (try? JSONValue(parsing: request.body))?.object?["context"]?.object
        return state.withLock { state in
            state.contexts.append(String(decoding: request.body, as: UTF8.self))
            state.authorizations.append(request.headers["authorization"])
            if let refusal = state.refusal { return refusal }
            let isNorwegian = context?["country"] == "NO"
            let flag: JSONValue = [
                "key": "color", "value": .string(isNorwegian ? "blue" : state.value),
                "reason": isNorwegian ? "TARGETING_MATCH" : "STATIC",
                "variant": isNorwegian ? "norway" : "all",
            ]
            let body: JSONValue = [
                "flags": [
                    flag, ["key": "broken", "errorCode": "PARSE_ERROR", "errorDetails": "no such rule"],
                ],
                "eventStreams": [["type": "sse", "endpoint": ["requestUri": "/events?key=very-secret"]]],
            ]
            return ServedResponse(
                status: 200, headers: ["content-type": "application/json"], body: body.compactBytes)
        }
    }

    private func listen() -> ServedResponse {
        let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield(Array(": hello\n\n".utf8))
        state.withLock { $0.listeners.append(continuation) }
        return ServedResponse(status: 200, headers: ["content-type": "text/event-stream"], stream: pieces)
    }
}
