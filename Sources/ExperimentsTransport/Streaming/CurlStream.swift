#if canImport(FoundationNetworking)
import CCurlStream
import ExperimentsCore
import Foundation
import Synchronization

/// A stream on a thread of its own, for Linux, where URLSession does not sleep while one is open.
final class CurlStream: Sendable {
    /// C's stream. It may be cancelled from any thread, which is all that is done to it beside its own.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private struct State {
        var exchange: StreamExchange?
        var handle: Handle?
        var headers = HeaderFields()
    }

    private let request: TransportRequest
    private let state = Mutex(State())

    private init(_ request: TransportRequest) {
        self.request = request
    }

    /// Sends `request`, and hands over its answer when that begins.
    static func open(_ request: TransportRequest) async throws -> TransportStream {
        let stream = CurlStream(request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { stream.start($0) }
        } onCancel: {
            stream.cancel()
        }
    }

    private func start(_ waiting: CheckedContinuation<TransportStream, any Error>) {
        let exchange = StreamExchange(url: request.url, timeout: request.timeout, progress: .opening(waiting))
        guard let handle = curl_stream_create().map(Handle.init) else {
            let reason = "libcurl cannot be used: " + String(cString: curl_stream_problem())
            return exchange.end(TransportError.other(host: request.url.hostAndPort, code: 0, reason: reason))
        }
        state.withLock { state in
            state.exchange = exchange
            state.handle = handle
        }
        if Task.isCancelled { cancel() }
        Thread.detachNewThread { self.run(handle.pointer) }
    }

    private func cancel() {
        state.withLock { state in
            if let handle = state.handle { curl_stream_cancel(handle.pointer) }
        }
    }

    private func run(_ handle: OpaquePointer) {
        let result = perform(handle)
        let error = error(result, String(cString: curl_stream_error(handle)))
        let exchange = state.withLock { state in
            // From here on nobody can cancel what is about to be freed.
            state.handle = nil
            defer { state.exchange = nil }
            return state.exchange
        }
        curl_stream_free(handle)
        exchange?.end(error)
    }

    private func perform(_ handle: OpaquePointer) -> Int32 {
        let headers = request.headers.fields.filter { !$0.value.utf8.contains { $0 < 0x20 } }
            .map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        let milliseconds = Int(clamping: Int64(min(request.timeout.inSeconds * 1000, 1e12)))
        // curl gives a request with a body of no bytes a length of its own.
        let body = request.body ?? (request.method == .get ? nil : [])
        var events = curl_stream_events(
            context: Unmanaged.passUnretained(self).toOpaque(),
            header: { context, line, length in
                CurlStream.from(context)?.takeHeader(UnsafeRawBufferPointer(start: line, count: length))
            },
            head: { context, status in CurlStream.from(context)?.begin(Int(status)) },
            piece: { context, bytes, length in
                CurlStream.from(context)?.take(UnsafeRawBufferPointer(start: bytes, count: length))
            })
        return request.url.absoluteString.withCString { url in
            request.method.rawValue.withCString { method in
                headers.withCString { headers in
                    // An empty array may have no address, which would say that there is no body.
                    ((body ?? []) + [0]).withUnsafeBufferPointer { bytes in
                        var parts = curl_stream_request(
                            url: url, method: method, headers: headers, body: body == nil ? nil : bytes.baseAddress,
                            body_length: bytes.count - 1, timeout_milliseconds: milliseconds)
                        return curl_stream_run(handle, &parts, &events)
                    }
                }
            }
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlStream? {
        context.map { Unmanaged<CurlStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            // A status line; the headers of an interim answer do not count.
            return state.withLock { $0.headers = HeaderFields() }
        }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingCharacters(in: .whitespaces)
        state.withLock { $0.headers[name] = value }
    }

    private func begin(_ status: Int) {
        let (pieces, continuation) = TransportStream.Pieces.makeStream()
        let (waiting, headers) = state.withLock {
            state -> (CheckedContinuation<TransportStream, any Error>?, HeaderFields) in
            guard case .opening(let waiting) = state.exchange?.progress else { return (nil, state.headers) }
            state.exchange?.progress = .open(continuation)
            return (waiting, state.headers)
        }
        continuation.onTermination = { [weak self] reason in
            if case .cancelled = reason { self?.cancel() }
        }
        waiting?.resume(returning: TransportStream(status: status, headers: headers, pieces: pieces))
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        guard case .open(let pieces) = state.withLock({ $0.exchange?.progress }) else { return }
        pieces.yield(Array(bytes))
    }

    private func error(_ result: Int32, _ reason: String) -> (any Error)? {
        let host = request.url.host ?? ""
        let place = request.url.hostAndPort
        switch result {
        case Int32(curl_stream_ended): return nil
        case Int32(curl_stream_cancelled): return CancellationError()
        case Int32(curl_stream_timed_out), 28:
            return TransportError.timedOut(after: request.timeout, host: place)
        case 6: return TransportError.hostNotFound(host: host)
        case 7: return TransportError.connectionRefused(host: host, port: request.url.port ?? request.url.defaultPort)
        case 18, 52, 55, 56, 92: return TransportError.connectionLost(host: place)
        case 35, 51, 58, 59, 60, 64, 66, 77, 82, 83, 90, 91: return TransportError.insecure(host: place, reason: reason)
        default: return TransportError.other(host: place, code: Int(result), reason: reason)
        }
    }
}
#endif
