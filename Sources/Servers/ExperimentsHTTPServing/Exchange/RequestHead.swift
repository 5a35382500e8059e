import ExperimentsSupport
import ExperimentsTransport
import Foundation
import NIOHTTP1

/// The head of a request, after checks that the decoder does not make. A head that two parsers could understand
/// differently is refused, as RFC 9112 advises.
struct RequestHead {
    let method: String
    let target: RequestTarget
    let headers: HeaderFields
    /// The number of bytes of the body, if the head contains it.
    let announcedLength: Int?
    /// Whether the client asks for `100 Continue` before it sends the body.
    let expectsContinue: Bool
    let manner: Manner

    /// The parts of the head that affect the answer.
    struct Manner: Sendable, Equatable {
        /// Whether the client wants to send another request on the connection.
        let keepsAlive: Bool
        /// Whether the client speaks HTTP/1.0, which has no chunks.
        let isOld: Bool
        /// Whether the response has no body, regardless of its head.
        let isForHead: Bool
    }

    /// Fields that may occur only once in a message. Several lines of other fields form one list.
    private static let single: Set<String> = [
        "authorization", "content-type", "host", "if-match", "if-none-match", "origin", "sec-fetch-site",
    ]

    /// - Parameter further: the names, in lower case, of other fields that may occur only once.
    init(_ head: HTTPRequestHead, single further: Set<String>) throws(RequestRefusal) {
        method = head.method.rawValue
        target = try RequestTarget(head.uri)
        var headers = try Self.fields(head.headers, single: Self.single.union(further))
        let isOld = head.version == .http1_0
        guard isOld || headers["host"] != nil else {
            throw .malformed("Host is missing, which HTTP/1.1 requires.")
        }
        if let authority = target.authority { headers["host"] = authority }
        self.headers = headers
        if let encoding = headers["transfer-encoding"] {
            guard headers["content-length"] == nil, encoding.lowercased() == "chunked", !isOld else {
                throw .malformed("Transfer-Encoding must be chunked, in HTTP/1.1, without Content-Length.")
            }
        }
        announcedLength = headers["content-length"].flatMap { Int($0) }
        expectsContinue = !isOld && headers["expect"]?.lowercased() == "100-continue"
        let options = (headers["connection"] ?? "").lowercased().unicodeScalars
            .split { $0 == "," || $0 == " " || $0 == "\t" }.map { String($0) }
        // After a request for another protocol the decoder stops, so there can be no other request.
        let wantsOther = headers["upgrade"] != nil && options.contains("upgrade")
        manner = Manner(
            keepsAlive: (isOld ? options.contains("keep-alive") : !options.contains("close")) && !wantsOther,
            isOld: isOld, isForHead: head.method == .HEAD)
    }

    private static func fields(_ lines: HTTPHeaders, single: Set<String>) throws(RequestRefusal)
        -> HeaderFields
    {
        var fields = HeaderFields()
        for (name, value) in lines {
            guard let other = fields[name] else {
                fields[name] = value
                continue
            }
            let name = name.lowercased()
            guard single.contains(name) else {
                fields[name] = other + ", " + value
                continue
            }
            guard other == value, name != "host" else {
                throw .malformed("\(name) occurs twice\(name == "host" ? "" : ", with different values").")
            }
        }
        return fields
    }
}

/// The parts of the first line of a request.
struct RequestTarget: Equatable {
    /// The path, percent-encoded, without the query.
    let path: String
    let query: [String: String]
    /// The items that occur in the query more than once, with different values.
    let ambiguous: Set<String>
    /// The host of a target that is a whole URL, as sent to proxies. It takes precedence over `Host`.
    let authority: String?

    init(_ text: String) throws(RequestRefusal) {
        var target = text[...]
        var authority: String?
        if !target.hasScalarPrefix("/") {
            guard let mark = target.firstRange(of: "://"),
                ["http", "https"].contains(target[..<mark.lowerBound].lowercased())
            else { throw .malformed("The target must be a path.") }
            let rest = target[mark.upperBound...]
            let host = rest.unicodeScalars.prefix { $0 != "/" && $0 != "?" }
            authority = String(host)
            target = rest[host.endIndex...]
            if !target.hasScalarPrefix("/") { target = "/" + target }
        }
        self.authority = authority
        let parts = target.split(scalar: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        var ambiguous: Set<String> = []
        for item in parts.dropFirst().first?.split(scalar: "&") ?? [] {
            let pair = item.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair[0].removingPercentEncoding,
                let value = (pair.dropFirst().first ?? "").removingPercentEncoding
            else { throw .malformed("The query must be text in UTF-8, percent-encoded.") }
            let earlier = query.updateValue(value, forKey: name)
            if let earlier, earlier != value { ambiguous.insert(name) }
        }
        path = String(parts[0])
        self.query = query
        self.ambiguous = ambiguous
    }
}
