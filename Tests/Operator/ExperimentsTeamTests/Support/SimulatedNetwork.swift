import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsLocks
import ExperimentsTransport

/// The network between one client and a simulated cluster, which a test can cut while others go on.
final class SimulatedNetwork: StreamingTransport {
    /// What becomes of what is sent.
    enum Condition: Sendable {
        case whole
        /// It is refused at once, and streams end.
        case cut
        /// It is lost without a word, and streams tell nothing any more, until whoever waits gives up.
        case silent
        /// Requests are answered, but no stream comes through, as with a proxy that knows none.
        case streamless
    }

    private struct Stream {
        let continuation: TransportStream.Pieces.Continuation
        /// For how long it may be silent.
        let limit: Duration
    }

    private struct State {
        var condition = Condition.whole
        var streams: [Stream] = []
        /// How often it broke. A stream of before stays silent: the other end has given it up.
        var breaks = 0
    }

    private let etcd: SimulatedEtcd
    private let time: SimulatedTime
    private let state = Mutex(State())

    init(to etcd: SimulatedEtcd, _ time: SimulatedTime) {
        (self.etcd, self.time) = (etcd, time)
    }

    /// Lets it be otherwise from now on.
    func become(_ condition: Condition) {
        let broken = state.withLock { state in
            state.condition = condition
            guard condition != .whole else { return [Stream]() }
            state.breaks += 1
            defer { state.streams = [] }
            return state.streams
        }
        for stream in broken {
            guard condition == .silent else {
                stream.continuation.finish(throwing: TransportError.connectionLost(host: "a"))
                continue
            }
            Task { [time] in
                try await time.time.pause(stream.limit)
                stream.continuation.finish(throwing: TransportError.timedOut(after: stream.limit, host: "a"))
            }
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await carry(request)
        return try await etcd.send(request)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        try await carry(request)
        if state.withLock(\.condition) == .streamless { throw TransportError.connectionLost(host: "a") }
        let source = try await etcd.open(request)
        let (pieces, continuation) = TransportStream.Pieces.makeStream()
        let era = state.withLock { state in
            state.streams.append(Stream(continuation: continuation, limit: request.timeout))
            return state.breaks
        }
        let passing = Task {
            for try await piece in source.pieces where state.withLock({ $0.breaks == era }) {
                continuation.yield(piece)
            }
        }
        continuation.onTermination = { _ in passing.cancel() }
        return TransportStream(status: source.status, pieces: pieces)
    }

    private func carry(_ request: TransportRequest) async throws {
        switch state.withLock(\.condition) {
        case .whole, .streamless: return
        case .cut: throw TransportError.connectionRefused(host: "a", port: 2379)
        case .silent:
            try await time.time.pause(request.timeout)
            throw TransportError.timedOut(after: request.timeout, host: "a")
        }
    }
}
