#if canImport(FoundationNetworking)
import CCurlStream
import ExperimentsCore
import Foundation
import Synchronization

/// One request and its answer over libcurl, on a thread of its own.
final class CurlExchange: Sendable {
    /// The most bytes that all header lines of an exchange may have: those of interim answers and trailers count, too.
    static let headLimit = 262_144

    /// How long the request's timeout counts.
    enum Timeout {
        /// From the beginning to the end.
        case whole
        /// Until the head has come, and then between two pieces.
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
    private let handles: CurlHandles?
    private let sink: any CurlSink
    private let state = Mutex(State())

    /// - Parameters:
    ///   - handles: where kept connections are; nil for a connection that nobody else uses.
    ///   - sink: where the answer goes.
    init(_ request: TransportRequest, timeout: Timeout, handles: CurlHandles?, sink: any CurlSink) {
        self.request = request
        self.timeout = timeout
        self.handles = handles
        self.sink = sink
    }

    /// Begins. The sink hears of the end whatever happens.
    func start() {
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

    /// Ends it soon.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let handle = state.handle { curl_stream_cancel(handle.pointer) }
        }
    }

    private var server: String { "\(request.url.scheme ?? "")://\(request.url.hostAndPort)" }

    private func run(_ handle: CurlHandle) {
        let result = perform(handle.pointer)
        let error = error(result, String(cString: curl_stream_error(handle.pointer)))
        // From here on nobody can cancel what is about to be used by others.
        state.withLock { $0.handle = nil }
        // What failed is told before it is tidied up, which may take time; what is complete leaves its connection to the
        // next request first.
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
                    $0.takeHeader(UnsafeRawBufferPointer(start: line, count: length), isTrailer: isTrailer != 0)
                }
            },
            head: { context, status in CurlExchange.from(context) { $0.begin(Int(status)) } },
            piece: { context, bytes, length in
                CurlExchange.from(context) { $0.sink.take(UnsafeRawBufferPointer(start: bytes, count: length)) }
            })
        return CurlRequestParts(request, timeout).withParts { parts in curl_stream_run(handle, &parts, &events) }
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
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                // A status line; the headers of an interim answer do not count.
                state.headers = HeaderFields()
                return true
            }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingCharacters(in: .whitespaces)
            state.headers[name] = value
            return true
        }
    }

    private func begin(_ status: Int) -> Bool {
        sink.begin(status, state.withLock(\.headers))
    }

    private func error(_ result: Int32, _ reason: String) -> (any Error)? {
        if result == Int32(curl_stream_refused), state.withLock({ $0.headBytes > Self.headLimit }) {
            return TransportError.headTooLarge(limit: Self.headLimit, host: request.url.hostAndPort)
        }
        return CurlResult(result, reason).error(of: request)
    }
}

/// Where the answer of an exchange goes while it arrives. All but `end` are called on the exchange's own thread, which
/// may be kept waiting.
protocol CurlSink: Sendable {
    /// The head is complete. False where the rest is not wanted.
    func begin(_ status: Int, _ headers: HeaderFields) -> Bool
    /// A piece of the body, decompressed. False where no more is wanted.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool
    /// The exchange is over; called once. Without an error the answer is complete.
    func end(_ error: (any Error)?)
}
#endif
