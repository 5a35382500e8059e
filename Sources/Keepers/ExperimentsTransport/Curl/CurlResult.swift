#if canImport(FoundationNetworking)
import CCurlStream
import Foundation

/// How libcurl says that an exchange ended.
struct CurlResult {
    private let code: Int32
    private let reason: String

    init(_ code: Int32, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The end in this package's words; nil where the answer is complete.
    func error(of request: TransportRequest) -> (any Error)? {
        let host = request.url.host ?? ""
        let place = request.url.hostAndPort
        switch code {
        case Int32(curl_stream_ended): return nil
        // What a sink refuses it knows the reason of.
        case Int32(curl_stream_cancelled), Int32(curl_stream_refused): return CancellationError()
        case Int32(curl_stream_timed_out), 28:
            return TransportError.timedOut(after: request.timeout, host: place)
        case 6: return TransportError.hostNotFound(host: host)
        case 7: return TransportError.connectionRefused(host: host, port: request.url.port ?? request.url.defaultPort)
        case 18, 52, 55, 56, 92: return TransportError.connectionLost(host: place)
        case 35, 51, 58, 59, 60, 64, 66, 77, 82, 83, 90, 91: return TransportError.insecure(host: place, reason: reason)
        default: return TransportError.other(host: place, code: Int(code), reason: reason)
        }
    }
}
#endif
