import ExperimentsTransport
import NIOHTTP1

/// The answer to a request, and how it is delivered.
package struct ServedResponse: Sendable {
    /// A body that is created while it is sent. Each piece is sent as soon as it exists. The task that reads the pieces
    /// is cancelled when the client disconnects.
    package typealias Stream = any PieceStream

    /// The HTTP status.
    package var status: Int
    /// The header fields, without those for the length of the body.
    package var headers: HeaderFields
    /// The body.
    package var body: [UInt8]
    /// A stream to send instead of `body`. The connection ends with it.
    package var stream: Stream?
    /// How the answer is delivered.
    package var delivery: ResponseDelivery

    /// Creates an answer.
    package init(
        status: Int, headers: HeaderFields = [:], body: [UInt8] = [], stream: Stream? = nil,
        delivery: ResponseDelivery = .whole
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.stream = stream
        self.delivery = delivery
    }
}

/// The pieces of a body. `AsyncSequence<[UInt8], Never>` would say the same, but macOS has it since version 15 only.
package protocol PieceStream: AsyncSequence, Sendable where Element == [UInt8] {}

extension AsyncStream: PieceStream where Element == [UInt8] {}

/// How an answer is delivered, for servers that simulate a failing network.
public enum ResponseDelivery: Sendable, Hashable {
    /// The answer arrives completely.
    case whole
    /// The connection breaks after half of the body.
    case truncated
    /// The answer never arrives.
    case never
    /// Instead of the body, this many empty bytes are sent, with or without a header that announces them.
    case padded(to: Int, announced: Bool)
}

extension ServedResponse {
    /// The head as it is sent.
    ///
    /// - Parameters:
    ///   - length: the announced number of bytes; nil for a body of chunks, or for a client without support for chunks,
    ///     a body that ends with the connection.
    ///   - keepsAlive: whether the client may send another request.
    func head(length: Int?, keepsAlive: Bool, for manner: RequestHead.Manner) -> HTTPResponseHead {
        var lines = HTTPHeaders()
        for (name, value) in headers.fields { lines.add(name: name, value: Self.onOneLine(value)) }
        if let length { lines.add(name: "content-length", value: String(length)) }
        lines.add(name: "connection", value: keepsAlive ? "keep-alive" : "close")
        // The encoder only writes chunks for HTTP/1.1.
        return HTTPResponseHead(
            version: length == nil && manner.isOld ? .http1_0 : .http1_1,
            status: HTTPResponseStatus(statusCode: status),
            headers: lines)
    }

    /// Replaces line ends, because the rest of the value would be another header.
    private static func onOneLine(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { return value }
        return value.filter { !$0.isNewline }
    }
}

/// Answers the requests of an `HTTPServer`.
///
/// To implement one, write `respond(to:)`. The server calls it from several tasks at the same time.
package protocol HTTPResponder: Sendable {
    /// Returns the maximum size of the body of a request to `path`, in bytes. By default, a megabyte.
    func bodyLimit(for path: String) -> Int

    /// The names, in lower case, of header fields that a request may have only once, besides those that HTTP itself allows
    /// only once. By default, empty.
    var singleFields: Set<String> { get }

    /// Returns the answer to a request. If the client disconnects in the meantime, the answer is dropped.
    func respond(to request: ServedRequest) async -> ServedResponse

    /// Returns the answer to a request that is refused before `respond(to:)` gets it. The connection ends with it. By
    /// default, the message as plain text.
    func response(to refusal: RequestRefusal) -> ServedResponse
}

extension HTTPResponder {
    package func bodyLimit(for path: String) -> Int { 1_000_000 }

    package var singleFields: Set<String> { [] }

    package func response(to refusal: RequestRefusal) -> ServedResponse {
        ServedResponse(
            status: refusal.status, headers: ["content-type": "text/plain; charset=utf-8"],
            body: Array((refusal.message + "\n").utf8))
    }
}
