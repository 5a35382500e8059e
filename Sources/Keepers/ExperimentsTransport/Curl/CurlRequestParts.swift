#if canImport(FoundationNetworking)
import CCurlStream
import ExperimentsCore
import Foundation

/// A request as C takes it.
struct CurlRequestParts {
    private let url: String
    private let method: String
    private let headers: String
    private let body: [UInt8]?
    private let milliseconds: Int
    private let boundsTheWhole: Bool
    private let needsNewConnection: Bool

    init(_ request: TransportRequest, _ timeout: CurlExchange.Timeout) {
        url = request.url.absoluteString
        method = request.method.rawValue
        headers = Self.lines(of: request.headers)
        // What changes something says how long its body is, also where there is none.
        body = request.body ?? (request.method == .post || request.method == .put ? [] : nil)
        milliseconds = Int(clamping: Int64(min(max(request.timeout.inSeconds, 0) * 1000, 1e12)))
        boundsTheWhole = timeout == .whole
        needsNewConnection = !request.mayBeRepeated
    }

    private static func lines(of headers: HeaderFields) -> String {
        // libcurl would hold back a large body for a second, to see whether the server minds it.
        var lines = ["Expect:"]
        if headers["user-agent"] == nil { lines.append("User-Agent: \(programName)") }
        for (name, value) in headers.fields where !value.utf8.contains(where: { $0 < 0x20 }) {
            // An empty value is written with a semicolon; with a colon it would take the field out.
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
                    // An empty array may have no address, which would say that there is no body.
                    ((body ?? []) + [0]).withUnsafeBufferPointer { bytes in
                        var parts = curl_stream_request(
                            url: url, method: method, headers: headers, body: body == nil ? nil : bytes.baseAddress,
                            body_length: bytes.count - 1, timeout_milliseconds: milliseconds,
                            bounds_the_whole: boundsTheWhole ? 1 : 0, needs_new_connection: needsNewConnection ? 1 : 0)
                        return use(&parts)
                    }
                }
            }
        }
    }
}
#endif
