#if os(Linux)
import CExperimentsCurl
import ExperimentsCore
import Foundation
import ExperimentsLocks

/// Sends one request with libcurl and passes the response to a sink, on a separate thread.
final class CurlExchange: Sendable {
    /// The maximum number of bytes of all header lines of an exchange, including those of interim responses and
    /// trailers.
    static let headLimit = 262_144

    /// The part of an exchange that the request's timeout limits.
    enum Timeout {
        /// The whole exchange.
        case whole
        /// The wait for the head, and after it each pause between two pieces.
        case pause
    }

    private struct State {
        var handle: CurlHandle?
        var isCancelled = false
        var headers = HeaderFields()
        var headBytes = 0
    }

    private let request: TransportRequest
    private let timeout: Timeout
    private let security: TransportSecurity
    private let handles: CurlHandles?
    private let sink: any CurlSink
    private let state = Mutex(State())

    /// - Parameters:
    ///   - security: the certificates to trust, and the client's own.
    ///   - handles: the open connections to choose from; nil for a new connection that is closed after the request.
    ///   - sink: takes the response.
    init(
        _ request: TransportRequest, timeout: Timeout, security: TransportSecurity, handles: CurlHandles?,
        sink: any CurlSink
    ) {
        self.request = request
        self.timeout = timeout
        self.security = security
        self.handles = handles
        self.sink = sink
    }

    /// Begins the exchange, and waits until the sink answers the caller.
    ///
    /// - Parameter hand: gives the caller to the sink.
    func run<Answer>(_ hand: (CheckedContinuation<Answer, any Error>) -> Void) async throws -> Answer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                hand(waiting)
                start()
                // A cancellation before this point found no one waiting.
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Begins the exchange. The sink's `end` is called in any case.
    private func start() {
        guard let handle = handles.map({ $0.take(for: server) }) ?? CurlHandle.make() else {
            let reason = "libcurl cannot be used: " + String(cString: curl_stream_problem())
            return sink.end(TransportError.other(host: request.url.hostAndPort, code: 0, reason: reason))
        }
        state.withLock { state in
            state.handle = handle
            if state.isCancelled { curl_stream_cancel(handle.pointer) }
        }
        Thread.detachNewThread { self.run(handle) }
    }

    /// Notifies the sink of the cancellation, and makes the exchange end soon.
    func cancel() {
        sink.end(CancellationError())
        state.withLock { state in
            state.isCancelled = true
            if let handle = state.handle { curl_stream_cancel(handle.pointer) }
        }
    }

    private var server: String { "\(request.url.scheme ?? "")://\(request.url.hostAndPort)" }

    private func run(_ handle: CurlHandle) {
        let result = perform(handle.pointer)
        let error = error(result, String(cString: curl_stream_error(handle.pointer)))
        // After this, `cancel` does nothing: the handle may soon belong to another exchange.
        state.withLock { $0.handle = nil }
        // A failure is reported first, because finishing may take time. After a complete answer the handle is given back
        // first, so that the caller's next request finds the connection.
        if let error { sink.end(error) }
        curl_stream_finish(handle.pointer)
        if let handles { handles.keep(handle, for: server) } else { handle.free() }
        if error == nil { sink.end(nil) }
    }

    private func perform(_ handle: OpaquePointer) -> Int32 {
        var events = curl_stream_events(
            context: Unmanaged.passUnretained(self).toOpaque(),
            header: { context, line, length, isTrailer in
                CurlExchange.from(context) {
                    $0.takeHeader(
                        UnsafeRawBufferPointer(start: line, count: length), isTrailer: isTrailer != 0)
                }
            },
            head: { context, status in CurlExchange.from(context) { $0.begin(Int(status)) } },
            piece: { context, bytes, length in
                CurlExchange.from(context) {
                    $0.sink.take(UnsafeRawBufferPointer(start: bytes, count: length))
                }
            })
        return CurlRequestParts(request, timeout: timeout, security: security).withParts { parts in
            curl_stream_run(handle, &parts, &events)
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?, _ answer: (CurlExchange) -> Bool) -> Int32 {
        guard let context else { return 0 }
        return answer(Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()) ? 1 : 0
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer, isTrailer: Bool) -> Bool {
        state.withLock { state in
            state.headBytes += line.count + 2
            guard state.headBytes <= Self.headLimit else { return false }
            guard !isTrailer else { return true }
            // A status line, whose reason may contain a colon. The fields of an earlier interim answer do not count.
            guard !line.starts(with: "HTTP/".utf8) else {
                state.headers = HeaderFields()
                return true
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingCharacters(
                in: .whitespaces)
            state.headers[name] = value
            return true
        }
    }

    private func begin(_ status: Int) -> Bool {
        sink.begin(status, state.withLock(\.headers), of: self)
    }

    private func error(_ result: Int32, _ reason: String) -> (any Error)? {
        let headBytes = state.withLock(\.headBytes)
        if result == Int32(curl_stream_refused), headBytes > Self.headLimit {
            return TransportError.headTooLarge(limit: Self.headLimit, host: request.url.hostAndPort)
        }
        return TransportError.of(code: result, reason: reason, request: request, hasBegun: headBytes > 0)
    }
}

/// Takes the response of an exchange while it arrives. All but `end` are called on the exchange's own thread, and may
/// block it.
protocol CurlSink: Sendable {
    /// Called when the head is complete. Returns whether the body is needed.
    func begin(_ status: Int, _ headers: HeaderFields, of exchange: CurlExchange) -> Bool
    /// Called for each piece of the decompressed body. Returns whether more is needed.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool
    /// Called when the exchange is cancelled, on any thread, and when it is over. The first call counts; if it has no error,
    /// the response is complete.
    func end(_ error: (any Error)?)
}
#endif
