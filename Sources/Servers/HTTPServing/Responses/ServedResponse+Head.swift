import ExperimentsTransport
import NIOHTTP1

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
