#if os(Linux)
import CCurlStream
import ExperimentsCore
import Foundation

/// The parts of a request as `CCurlStream` takes them.
struct CurlRequestParts {
    private let url: String
    private let method: String
    private let headers: String
    private let body: [UInt8]?
    private let milliseconds: Int
    private let boundsTheWhole: Bool
    private let needsNewConnection: Bool
    private let security: TransportSecurity

    init(_ request: TransportRequest, timeout: CurlExchange.Timeout, security: TransportSecurity) {
        url = request.url.absoluteString
        method = request.method.rawValue
        headers = Self.lines(of: request.headers)
        // A POST or PUT without a body has one of length 0: servers may refuse it without a `Content-Length`.
        body = request.body ?? (request.method == .post || request.method == .put ? [] : nil)
        milliseconds = Int(clamping: Int64(min(max(request.timeout.inSeconds, 0) * 1000, 1e12)))
        boundsTheWhole = timeout == .whole
        needsNewConnection = !request.mayBeRepeated
        self.security = security
    }

    private static func lines(of headers: HeaderFields) -> String {
        // libcurl would send `Expect: 100-continue` with a large body and wait up to a second before sending it.
        var lines = ["Expect:"]
        // libcurl would call every body a form.
        if headers["content-type"] == nil { lines.append("Content-Type:") }
        if headers["user-agent"] == nil { lines.append("User-Agent: \(programName)") }
        for (name, value) in headers.fields where !value.utf8.contains(where: { $0 < 0x20 }) {
            // In libcurl's list, `name;` stands for an empty value, and `name:` would remove the field.
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
                                needs_new_connection: needsNewConnection ? 1 : 0)
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
#endif
