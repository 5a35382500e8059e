import ExperimentsTransport
import Foundation

/// The head of an HTTP/1 request, read.
struct RequestHead {
    /// How much body follows.
    enum Body: Equatable {
        case bytes(Int)
        case chunks
    }

    let method: String
    /// The path, percent-encoded, without the query.
    let path: String
    let query: [String: String]
    let headers: HeaderFields
    let body: Body
    /// Whether the client speaks HTTP/1.0, which has no chunks.
    let isOld: Bool
    /// Whether the client wants to send another request on the connection.
    let keepsAlive: Bool
    /// Whether the client waits for a word before it sends the body.
    let expectsContinue: Bool

    /// Reads the lines of a head, without the empty one at the end.
    init(_ bytes: ArraySlice<UInt8>) throws(EmulatorError) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }[...]
        guard let first = lines.popFirst() else { throw .invalidArgument("The request is empty.") }
        let words = String(decoding: first, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            throw .invalidArgument("The first line must be METHOD TARGET HTTP/1.1.")
        }
        method = String(words[0])
        isOld = words[2] == "HTTP/1.0"
        (path, query) = try Self.target(words[1])
        let headers = try Self.headers(lines)
        self.headers = headers
        body = try Self.body(headers)
        let connection = headers["connection"]?.lowercased() ?? ""
        keepsAlive = isOld ? connection.contains("keep-alive") : !connection.contains("close")
        expectsContinue = headers["expect"]?.lowercased() == "100-continue"
    }

    private static func target(_ text: Substring) throws(EmulatorError) -> (String, [String: String]) {
        var target = text
        if !target.hasPrefix("/") {
            // The form that proxies use: a whole URL.
            guard let host = target.range(of: "://"), let slash = target[host.upperBound...].firstIndex(of: "/") else {
                throw .invalidArgument("The target must be a path.")
            }
            target = target[slash...]
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        for item in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair[0].removingPercentEncoding,
                let value = (pair.dropFirst().first ?? "").removingPercentEncoding
            else { throw .invalidArgument("The query must be text in UTF-8, percent-encoded.") }
            query[name] = value
        }
        return (String(parts[0]), query)
    }

    private static func headers(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(EmulatorError) -> HeaderFields {
        var headers = HeaderFields()
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { throw .invalidArgument("A header line must be NAME: VALUE.") }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = String(decoding: trimmed(line[(colon + 1)...]), as: UTF8.self)
            if name.lowercased() == "content-length", let other = headers[name], other != value {
                throw .invalidArgument("Content-Length is given twice, and not alike.")
            }
            headers[name] = value
        }
        return headers
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var bytes = bytes.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
        return bytes
    }

    private static func body(_ headers: HeaderFields) throws(EmulatorError) -> Body {
        if let encoding = headers["transfer-encoding"] {
            guard headers["content-length"] == nil, encoding.lowercased() == "chunked" else {
                throw .invalidArgument("Transfer-Encoding must be chunked, without Content-Length.")
            }
            return .chunks
        }
        guard let text = headers["content-length"] else { return .bytes(0) }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, let count = Int(text) else {
            throw .invalidArgument("Content-Length must be a number of bytes.")
        }
        return .bytes(count)
    }
}
