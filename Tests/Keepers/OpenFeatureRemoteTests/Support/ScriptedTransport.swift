import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport

/// Answers evaluations and streams from scripts, in order, and remembers what was asked.
final class ScriptedTransport: StreamingTransport {
    typealias Step = @Sendable (TransportRequest) async throws -> TransportResponse

    private struct State {
        var steps: [Step] = []
        var streams: [@Sendable () throws -> TransportStream] = []
        var requests: [TransportRequest] = []
        var streamRequests: [TransportRequest] = []
    }

    private let state = Mutex(State())

    /// The evaluations that were asked for.
    var requests: [TransportRequest] { state.withLock(\.requests) }
    /// The requests that opened a stream.
    var streamRequests: [TransportRequest] { state.withLock(\.streamRequests) }

    func add(_ step: @escaping Step) {
        state.withLock { $0.steps.append(step) }
    }

    func add(_ status: Int, _ body: String = "", headers: HeaderFields = [:]) {
        add { _ in TransportResponse(status: status, headers: headers, body: Array(body.utf8)) }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.isEmpty ? nil : state.steps.removeFirst()
        }
        guard let step else {
            throw TransportError.other(host: "script", code: -1, reason: "the script is over")
        }
        return try await step(request)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        let step = state.withLock { state in
            state.streamRequests.append(request)
            return state.streams.isEmpty ? nil : state.streams.removeFirst()
        }
        guard let step else {
            throw TransportError.other(host: "script", code: -1, reason: "no stream is left")
        }
        return try step()
    }

    /// The next stream, which the test writes.
    func addStream(
        _ status: Int = 200, headers: HeaderFields = ["content-type": "text/event-stream"]
    ) -> ScriptedStream {
        let stream = ScriptedStream()
        state.withLock {
            $0.streams.append { TransportStream(status: status, headers: headers, pieces: stream.taken()) }
        }
        return stream
    }
}

/// The body of an answer, as the test goes on with it.
final class ScriptedStream: Sendable {
    private let unread: Mutex<TransportStream.Pieces?>
    private let continuation: TransportStream.Pieces.Continuation
    private let wasLeft = Mutex(false)

    init() {
        let (pieces, continuation) = TransportStream.Pieces.makeStream()
        self.continuation = continuation
        unread = Mutex(pieces)
        continuation.onTermination = { [weak self] _ in self?.wasLeft.withLock { $0 = true } }
    }

    /// The body, once: only who reads it holds it, so that it is known when they let go of it.
    func taken() -> TransportStream.Pieces {
        unread.withLock { $0.take() } ?? TransportStream.Pieces { $0.finish() }
    }

    /// Whether the reader has gone.
    var isLeft: Bool { wasLeft.withLock { $0 } }

    func send(_ text: String) { continuation.yield(Array(text.utf8)) }

    func end(_ error: TransportError? = nil) { continuation.finish(throwing: error) }
}
