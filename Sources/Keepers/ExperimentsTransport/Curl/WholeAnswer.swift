#if os(Linux)
import Foundation
import ExperimentsLocks

/// The sink of a response that is collected whole, up to the request's limit.
final class WholeAnswer: CurlSink {
    private struct State {
        var waiting: CheckedContinuation<TransportResponse, any Error>?
        var response = TransportResponse(status: 0)
        var isTooLarge = false
    }

    private let request: TransportRequest
    private let state = Mutex(State())

    private init(_ request: TransportRequest) { self.request = request }

    /// Sends `request` and returns the whole response.
    static func get(
        _ request: TransportRequest, security: TransportSecurity, handles: CurlHandles
    ) async throws -> TransportResponse {
        let answer = WholeAnswer(request)
        let exchange = CurlExchange(
            request, timeout: .whole, security: security, handles: handles, sink: answer)
        return try await exchange.run { waiting in answer.state.withLock { $0.waiting = waiting } }
    }

    func begin(_ status: Int, _ headers: HeaderFields, of _: CurlExchange) -> Bool {
        let length = headers["content-length"].flatMap(Int.init) ?? 0
        return state.withLock { state in
            state.response.status = status
            state.response.headers = headers
            state.isTooLarge = length > request.bodyLimit
            if length > 0, !state.isTooLarge { state.response.body.reserveCapacity(length) }
            return !state.isTooLarge
        }
    }

    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            // The caller was cancelled.
            guard state.waiting != nil else { return false }
            state.isTooLarge = piece.count > request.bodyLimit - state.response.body.count
            if !state.isTooLarge { state.response.body += piece }
            return !state.isTooLarge
        }
    }

    func end(_ error: (any Error)?) {
        let (waiting, response, isTooLarge) = state.withLock { state in
            defer { state = State(isTooLarge: state.isTooLarge) }
            return (state.waiting, state.response, state.isTooLarge)
        }
        if isTooLarge {
            waiting?.resume(
                throwing: TransportError.bodyTooLarge(limit: request.bodyLimit, host: request.url.hostAndPort)
            )
        } else if let error {
            waiting?.resume(throwing: error)
        } else {
            waiting?.resume(returning: response)
        }
    }
}

/// The sink of a response that is read as a stream. A reader that is slower than the server blocks the exchange's
/// thread, so that the server has to wait, too.
final class StreamedAnswer: CurlSink {
    private struct State {
        var waiting: CheckedContinuation<TransportStream, any Error>?
        var queue: PieceQueue?
    }

    private let host: String
    private let state = Mutex(State())

    private init(host: String) { self.host = host }

    /// Sends `request` on a new connection, and returns when the head of the response has arrived.
    static func open(_ request: TransportRequest, _ security: TransportSecurity) async throws
        -> TransportStream
    {
        let answer = StreamedAnswer(host: request.url.hostAndPort)
        let exchange = CurlExchange(request, timeout: .pause, security: security, handles: nil, sink: answer)
        return try await exchange.run { waiting in answer.state.withLock { $0.waiting = waiting } }
    }

    func begin(_ status: Int, _ headers: HeaderFields, of exchange: CurlExchange) -> Bool {
        let queue = PieceQueue(readerLeft: { [weak exchange] in exchange?.cancel() })
        let waiting = state.withLock { state in
            defer { state = State(waiting: nil, queue: queue) }
            return state.waiting
        }
        guard let waiting else { return false }
        waiting.resume(returning: TransportStream(status: status, headers: headers, pieces: queue.pieces))
        return true
    }

    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        state.withLock(\.queue)?.bringWaiting(Array(piece)) ?? false
    }

    func end(_ error: (any Error)?) {
        let (waiting, queue) = state.withLock { state in
            defer { state.waiting = nil }
            return (state.waiting, state.queue)
        }
        waiting?.resume(throwing: error ?? TransportError.connectionLost(host: host))
        queue?.finish(error)
    }
}
#endif
