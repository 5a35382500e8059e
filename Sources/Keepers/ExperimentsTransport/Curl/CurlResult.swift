#if os(Linux)
import CCurlStream
import Foundation

extension TransportError {
    /// The error that the end of an exchange stands for; nil if the answer is complete.
    ///
    /// - Parameters:
    ///   - code: one of the numbers of `CCurlStream`, or a CURLcode of libcurl.
    ///   - reason: what libcurl says of it.
    static func of(code: Int32, reason: String, request: TransportRequest) -> (any Error)? {
        let host = request.url.host ?? ""
        let place = request.url.hostAndPort
        switch code {
        case Int32(curl_stream_ended): return nil
        // A sink that refused the rest knows why, and puts its own error in the place of this one.
        case Int32(curl_stream_cancelled), Int32(curl_stream_refused): return CancellationError()
        case Int32(curl_stream_refused_by_proxy):
            return Self.other(host: place, code: 0, reason: "the proxy refused it: \(reason)")
        case Int32(curl_stream_timed_out), 28: return Self.timedOut(after: request.timeout, host: place)
        case Int32(curl_stream_failed): return Self.other(host: place, code: 0, reason: reason)
        // From here on, libcurl's CURLcode.
        case 6: return Self.hostNotFound(host: host)
        case 7: return Self.connectionRefused(host: host, port: request.url.port ?? request.url.defaultPort)
        // A server that wants a certificate refuses, where it speaks TLS 1.3, only after the connection is made.
        case 56 where reason.contains(" alert "): return Self.insecure(host: place, reason: reason)
        case 18, 52, 55, 56, 92: return Self.connectionLost(host: place)
        case 35, 51, 58, 59, 60, 64, 66, 77, 82, 83, 90, 91: return Self.insecure(host: place, reason: reason)
        default: return Self.other(host: place, code: Int(code), reason: reason)
        }
    }
}
#endif
