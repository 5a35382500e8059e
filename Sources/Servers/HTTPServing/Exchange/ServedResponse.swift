import ExperimentsTransport
import NIOHTTP1

/// An answer to a request, and what becomes of it on its way.
package struct ServedResponse: Sendable {
    /// A body that is made while it is sent: its pieces, each sent when it comes. The task that reads them is cancelled
    /// when the client leaves.
    package typealias Stream = any AsyncSequence<[UInt8], Never> & Sendable

    /// The HTTP status.
    package var status: Int
    /// The header fields. Those that frame the body are added.
    package var headers: HeaderFields
    /// The body.
    package var body: [UInt8]
    /// What is sent in the place of `body`, if anything. The connection ends with it.
    package var stream: Stream?
    /// What becomes of the answer on its way.
    package var delivery: ResponseDelivery

    /// An answer.
    package init(
        status: Int, headers: HeaderFields = [:], body: [UInt8] = [], stream: Stream? = nil,
        delivery: ResponseDelivery = .whole
    ) {
        (self.status, self.headers, self.body) = (status, headers, body)
        (self.stream, self.delivery) = (stream, delivery)
    }
}

/// What becomes of an answer on its way, for servers that try out what clients make of a failing network.
public enum ResponseDelivery: Sendable, Hashable {
    /// It arrives.
    case whole
    /// The connection breaks after half of the body.
    case truncated
    /// It never arrives.
    case never
    /// In place of the body come this many bytes of nothing, announced in the header or not.
    case padded(to: Int, announced: Bool)
}

extension ServedResponse {
    /// The head as it is sent.
    ///
    /// - Parameters:
    ///   - length: how many bytes of body are announced; nil for a body of chunks, or, to a client that knows no chunks,
    ///     one that ends with the connection.
    ///   - keepsAlive: whether the client may send another request.
    func head(length: Int?, keepsAlive: Bool, for manner: RequestHead.Manner) -> HTTPResponseHead {
        var lines = HTTPHeaders()
        for (name, value) in headers.fields { lines.add(name: name, value: Self.onOneLine(value)) }
        if let length { lines.add(name: "content-length", value: String(length)) }
        lines.add(name: "connection", value: keepsAlive ? "keep-alive" : "close")
        // The encoder writes chunks for HTTP/1.1 alone.
        return HTTPResponseHead(
            version: length == nil && manner.isOld ? .http1_0 : .http1_1,
            status: HTTPResponseStatus(statusCode: status),
            headers: lines)
    }

    /// A value with a line end would be another header.
    private static func onOneLine(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { return value }
        return value.filter { !$0.isNewline }
    }
}
