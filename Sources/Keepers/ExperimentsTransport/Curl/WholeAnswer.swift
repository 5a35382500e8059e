#if os(Linux)
import Foundation
import Locks

/// The sink of an answer that is collected whole, up to the request's limit.
final class WholeAnswer: CurlSink {
    private struct State {
        var waiting: CheckedContinuation<TransportResponse, any Error>?
        var response = TransportResponse(status: 0)
        var isTooLarge = false
    }

    private let request: TransportRequest
    private let state = Mutex(State())

    private init(_ request: TransportRequest) { self.request = request }

    /// Sends `request` and returns the whole answer.
    static func get(
        _ request: TransportRequest, security: TransportSecurity, handles: CurlHandles
    ) async throws -> TransportResponse {
        let answer = WholeAnswer(request)
        let exchange = CurlExchange(request, timeout: .whole, security: security, handles: handles, sink: answer)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                answer.state.withLock { $0.waiting = waiting }
                exchange.start()
                // A cancellation that came before found nobody waiting.
                if Task.isCancelled { exchange.cancel() }
            }
        } onCancel: {
            exchange.cancel()
        }
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
                throwing: TransportError.bodyTooLarge(limit: request.bodyLimit, host: request.url.hostAndPort))
        } else if let error {
            waiting?.resume(throwing: error)
        } else {
            waiting?.resume(returning: response)
        }
    }
}
#endif
