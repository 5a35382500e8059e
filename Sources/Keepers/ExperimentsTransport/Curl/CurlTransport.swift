#if os(Linux)
import CExperimentsCurl
import ExperimentsCore
import Foundation
import ExperimentsLocks

/// The implementation of `SystemTransport` on Linux.
struct CurlTransport {
    let security: TransportSecurity
    private let handles = CurlHandles()

    init(security: TransportSecurity) { self.security = security }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await WholeAnswer.get(request, security: security, handles: handles)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        try await StreamedAnswer.open(request, security)
    }
}

/// The parts of a request as `CExperimentsCurl` takes them.
struct CurlRequestParts {
    private let url: String
    private let method: String
    private let headers: String
    private let body: [UInt8]?
    private let milliseconds: Int
    private let boundsTheWhole: Bool
    private let needsNewConnection: Bool
    private let avoidsProxy: Bool
    private let security: TransportSecurity

    init(_ request: TransportRequest, timeout: CurlExchange.Timeout, security: TransportSecurity) {
        url = request.url.absoluteString
        method = request.method.rawValue
        headers = Self.lines(of: request.headers)
        // A POST or PUT without a body is sent with length 0: servers may refuse it without a `Content-Length`.
        body = request.body ?? (request.method == .post || request.method == .put ? [] : nil)
        milliseconds = Int(clamping: Int64(min(max(request.timeout.inSeconds, 0) * 1000, 1e12)))
        boundsTheWhole = timeout == .whole
        needsNewConnection = !request.mayBeRepeated
        avoidsProxy = request.url.isOnThisMachine
        self.security = security
    }

    private static func lines(of headers: HeaderFields) -> String {
        // libcurl would send `Expect: 100-continue` with a large body and wait up to a second before sending it.
        var lines = ["Expect:"]
        // libcurl would call every body a form.
        if headers["content-type"] == nil { lines.append("Content-Type:") }
        if headers["user-agent"] == nil { lines.append("User-Agent: \(programName)") }
        for (name, value) in headers.fields where !value.utf8.contains(where: { $0 < 0x20 }) {
            // In libcurl's list, `name;` means an empty value, and `name:` would remove the field.
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        return lines.joined(separator: "\n")
    }

    private static var programName: String {
        let name = ProcessInfo.processInfo.processName.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return name.isEmpty ? "Experiments" : name
    }

    func withParts<Result>(_ use: (inout curl_stream_request) -> Result) -> Result {
        url.withCString { url in
            method.withCString { method in
                headers.withCString { headers in
                    // An empty array may have no address, and NULL would mean that there is no body.
                    ((body ?? []) + [0]).withUnsafeBufferPointer { bytes in
                        withFiles { authorities, certificate, key in
                            var parts = curl_stream_request(
                                url: url, method: method, headers: headers,
                                body: body == nil ? nil : bytes.baseAddress, body_length: bytes.count - 1,
                                authorities: authorities, certificate: certificate, key: key,
                                timeout_milliseconds: milliseconds, bounds_the_whole: boundsTheWhole ? 1 : 0,
                                needs_new_connection: needsNewConnection ? 1 : 0,
                                avoids_proxy: avoidsProxy ? 1 : 0)
                            return use(&parts)
                        }
                    }
                }
            }
        }
    }

    private typealias CText = UnsafePointer<CChar>

    private func withFiles<Result>(_ use: (CText?, CText?, CText?) -> Result) -> Result {
        Self.with(security.authorities) { authorities in
            Self.with(security.certificate) { certificate in
                Self.with(security.key) { key in use(authorities, certificate, key) }
            }
        }
    }

    private static func with<Result>(_ text: String?, _ use: (CText?) -> Result) -> Result {
        text.map { $0.withCString(use) } ?? use(nil)
    }
}

/// A `curl_stream` of `CExperimentsCurl`. Unchecked, because it is used by one thread at a time; only cancelling is allowed on
/// any.
struct CurlHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Creates a handle; nil if libcurl cannot be used.
    static func make() -> CurlHandle? { curl_stream_create().map(CurlHandle.init) }

    func free() { curl_stream_free(pointer) }
}

/// Keeps handles for later exchanges, each with the connection to the server of its last one.
final class CurlHandles: Sendable {
    /// The maximum number of handles that stay open: as many connections as browsers open to one host.
    private static let limit = 6

    private let idle = Mutex<[(server: String, handle: CurlHandle)]>([])

    deinit {
        idle.withLock { idle in
            for (_, handle) in idle { handle.free() }
        }
    }

    /// Removes a handle that was connected to the server, or creates one; nil if libcurl cannot be used.
    func take(for server: String) -> CurlHandle? {
        let kept = idle.withLock { idle in
            // The handle that was used last is the most likely to be still connected.
            idle.lastIndex { $0.server == server }.map { idle.remove(at: $0).handle }
        }
        return kept ?? CurlHandle.make()
    }

    /// Returns a handle to the pool. If there are then too many, the one that has not been used for the longest time is
    /// freed.
    func keep(_ handle: CurlHandle, for server: String) {
        let surplus = idle.withLock { idle in
            idle.append((server, handle))
            return idle.count > Self.limit ? idle.removeFirst().handle : nil
        }
        surplus?.free()
    }
}

extension TransportError {
    /// Returns the error for the end of an exchange; nil if the response is complete.
    ///
    /// - Parameters:
    ///   - code: one of the numbers of `CExperimentsCurl`, or a CURLcode of libcurl.
    ///   - reason: libcurl's explanation.
    ///   - hasBegun: whether part of the response had arrived.
    static func of(code: Int32, reason: String, request: TransportRequest, hasBegun: Bool) -> (any Error)? {
        let host = request.url.host ?? ""
        let place = request.url.hostAndPort
        if [5, 6, 7, 97].contains(code), let proxy = ProxySetting(for: request.url) {
            return Self.other(host: place, code: 0, reason: proxy.failure(code: code))
        }
        switch code {
        case Int32(curl_stream_ended): return nil
        // A sink that refused the rest knows the reason, and replaces this error with its own.
        case Int32(curl_stream_cancelled), Int32(curl_stream_refused): return CancellationError()
        case Int32(curl_stream_refused_by_proxy):
            let name = ProxySetting(for: request.url).map { " \($0)" } ?? ""
            return Self.other(host: place, code: 0, reason: "the proxy\(name) refused it: \(reason)")
        case Int32(curl_stream_timed_out), 28: return Self.timedOut(after: request.timeout, host: place)
        case Int32(curl_stream_lost): return Self.connectionLost(host: place)
        case Int32(curl_stream_failed): return Self.other(host: place, code: 0, reason: reason)
        // From here on, libcurl's CURLcode.
        case 6: return Self.hostNotFound(host: host)
        case 7: return Self.connectionRefused(host: host, port: request.url.port ?? request.url.defaultPort)
        // With TLS 1.3, a server that requires a certificate refuses only after the connection is made.
        case 56 where reason.contains(" alert "): return Self.insecure(host: place, reason: reason)
        // Many servers end the connection if they receive plain HTTP instead of TLS, or the reverse.
        case 52, 55, 56:
            guard request.url.scheme == "http", !hasBegun else { return Self.connectionLost(host: place) }
            return Self.closed(by: request.url)
        case 35
        where ["SSL_ERROR_SYSCALL", "unexpected eof", "reset by peer"].contains(where: reason.contains):
            return Self.closed(by: request.url)
        case 18, 92: return Self.connectionLost(host: place)
        // The TLS bytes that a server sends to a client of plain HTTP look like HTTP/0.9, and the other way round.
        case 1 where request.url.scheme == "http" && reason.contains("HTTP/0.9"):
            return Self.otherProtocol(at: request.url)
        case 35 where reason.contains("wrong version number") || reason.contains("packet length too long"):
            return Self.otherProtocol(at: request.url)
        case 35, 51, 58, 59, 60, 64, 66, 77, 82, 83, 90, 91: return Self.insecure(host: place, reason: reason)
        default: return Self.other(host: place, code: Int(code), reason: reason)
        }
    }
}
#endif
