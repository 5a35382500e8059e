import ExperimentsTransport

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
        let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let version = words.last.map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(FieldLines.isPartOfToken),
            words[1].allSatisfy(FieldLines.isPartOfText), version == "HTTP/1.1" || version == "HTTP/1.0"
        else { throw .invalidArgument("The first line must be METHOD TARGET HTTP/1.1.") }
        method = String(decoding: words[0], as: UTF8.self)
        isOld = version == "HTTP/1.0"
        let target = try RequestTarget(Substring(decoding: words[1], as: UTF8.self))
        (path, query) = (target.path, target.query)
        var headers = try FieldLines.fields(lines)
        if let authority = target.authority { headers["host"] = authority }
        self.headers = headers
        body = try Self.body(headers, isOld: isOld)
        let options = (headers["connection"] ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        keepsAlive = isOld ? options.contains("keep-alive") : !options.contains("close")
        expectsContinue = !isOld && headers["expect"]?.lowercased() == "100-continue"
    }

    private static func body(_ headers: HeaderFields, isOld: Bool) throws(EmulatorError) -> Body {
        if let encoding = headers["transfer-encoding"] {
            guard headers["content-length"] == nil, encoding.lowercased() == "chunked", !isOld else {
                throw .invalidArgument("Transfer-Encoding must be chunked, in HTTP/1.1, without Content-Length.")
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
