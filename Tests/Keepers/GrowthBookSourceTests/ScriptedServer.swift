import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport

/// A server that answers from a script, in order, and remembers what it was asked.
final class ScriptedServer: StreamingTransport {
    private struct State {
        var answers: [TransportResponse?] = []
        var streams: [TransportStream] = []
        var requests: [TransportRequest] = []
    }

    private let state = Mutex(State())

    /// What was asked.
    var requests: [TransportRequest] { state.withLock(\.requests) }

    /// The next answer; nil for a network that is down.
    func add(_ answer: TransportResponse?) {
        state.withLock { $0.answers.append(answer) }
    }

    func add(_ status: Int, _ body: String, _ headers: HeaderFields = [:]) {
        add(TransportResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    /// The next stream; the one that is asked for after the last never begins.
    func add(stream: TransportStream) {
        state.withLock { $0.streams.append(stream) }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let answer = state.withLock { state -> TransportResponse? in
            state.requests.append(request)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        guard let answer else { throw TransportError.offline }
        return answer
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        let stream = state.withLock { state -> TransportStream? in
            state.requests.append(request)
            return state.streams.isEmpty ? nil : state.streams.removeFirst()
        }
        guard let stream else { throw TransportError.offline }
        return stream
    }
}
