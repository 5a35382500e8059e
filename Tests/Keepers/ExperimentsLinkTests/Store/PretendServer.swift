import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// A server of overrides in this process. The test changes what it has, takes it away and brings it back.
final class PretendServer: StreamingTransport {
    private struct State {
        var current: LinkedState
        var status = 200
        var isAway = false
        var streams: [TransportStream.Pieces.Continuation] = []
        var requests: [TransportRequest] = []
        var reports: [AppReport] = []
    }

    private let state: Mutex<State>

    init(_ texts: [String: String] = [:], origin: String = "o") throws {
        guard let revision = LinkRevision(origin: origin, number: 1) else { throw CancellationError() }
        state = Mutex(State(current: LinkedState(revision: revision, overrides: Self.overrides(texts))))
    }

    private static func overrides(_ texts: [String: String]) -> [String: LinkedOverride] {
        texts.mapValues { LinkedOverride(Override(value: $0)) }
    }

    var current: LinkedState { state.withLock(\.current) }
    /// The requests for streams, in order.
    var requests: [TransportRequest] { state.withLock(\.requests) }
    var reports: [AppReport] { state.withLock(\.reports) }

    /// Has other overrides, and tells those who follow.
    func set(_ texts: [String: String]) {
        state.withLock { state in
            let old = state.current
            state.current.revision = old.revision.next
            state.current.overrides = Self.overrides(texts)
            let event = LinkEvent.changes(LinkedChanges(from: old, to: state.current))
            for stream in state.streams { stream.yield(event.bytes) }
        }
    }

    /// Answers with this status from now on, and ends all streams.
    func answer(_ status: Int) {
        end { $0.status = status }
    }

    /// Is away, or back.
    func goAway(_ isAway: Bool = true) {
        end { $0.isAway = isAway }
    }

    /// Says no more to those who follow, who are not told.
    func fallSilent() {
        state.withLock { $0.streams = [] }
    }

    /// Sends bytes to those who follow.
    func send(_ text: String) {
        state.withLock { state in for stream in state.streams { stream.yield(Array(text.utf8)) } }
    }

    private func end(_ change: (inout State) -> Void) {
        let streams = state.withLock { state in
            change(&state)
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.finish() }
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        try state.withLock { state in
            state.requests.append(request)
            if state.isAway { throw TransportError.connectionRefused(host: "pretended", port: 1) }
            let (pieces, stream) = TransportStream.Pieces.makeStream()
            guard state.status == 200 else {
                stream.finish()
                return TransportStream(status: state.status, pieces: pieces)
            }
            state.streams.append(stream)
            if request.headers["last-event-id"] != state.current.revision.description {
                stream.yield(LinkEvent.state(state.current).bytes)
            }
            return TransportStream(
                status: 200, headers: ["content-type": "text/event-stream"], pieces: pieces)
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let report = try AppReport(parsing: request.body ?? [])
        return try state.withLock { state in
            if state.isAway { throw TransportError.connectionRefused(host: "pretended", port: 1) }
            state.reports.append(report)
            return TransportResponse(status: 200, body: ReportReceipt().bytes)
        }
    }
}
