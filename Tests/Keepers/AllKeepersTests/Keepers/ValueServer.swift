import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import TestSupport

/// A server whose only key has a value that the test sets.
final class ValueServer: StreamingTransport {
    private struct State {
        var value = "first"
        var isAway = false
        /// What the next request waits for, after the server has decided on its answer.
        var gate: Gate?
        var requests = 0
    }

    private let state = Mutex(State())
    private let answer: @Sendable (_ request: TransportRequest, _ value: String) -> TransportResponse

    init(_ answer: @escaping @Sendable (_ request: TransportRequest, _ value: String) -> TransportResponse) {
        self.answer = answer
    }

    var value: String {
        get { state.withLock(\.value) }
        set { state.withLock { $0.value = newValue } }
    }

    var isAway: Bool {
        get { state.withLock(\.isAway) }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// The number of requests so far.
    var requests: Int { state.withLock(\.requests) }

    /// Holds back the answer to the next request until the gate opens. The answer is that of the time of the request.
    func holdNext() -> Gate {
        let gate = Gate()
        state.withLock { $0.gate = gate }
        return gate
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (value, isAway, gate) = state.withLock { state in
            defer { state.gate = nil }
            state.requests += 1
            return (state.value, state.isAway, state.gate)
        }
        guard !isAway else { throw TransportError.insecure(host: "a", reason: "the server is away") }
        await gate?.wait()
        return answer(request, value)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream { throw TransportError.offline }
}
