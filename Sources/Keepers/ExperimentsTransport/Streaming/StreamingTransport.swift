/// A transport that can also hand over an answer while it still arrives.
public protocol StreamingTransport: HTTPTransport {
    /// Sends `request` and returns as soon as the head of the answer is there, whatever its status. Redirects are not
    /// followed.
    ///
    /// The request's timeout bounds the wait for the head and, after it, the pause between two pieces; the whole may
    /// take as long as it likes. Its limit of the body's size does not count: the reader keeps what it wants.
    ///
    /// - Throws: `TransportError` when no head arrives, `CancellationError` when the calling task was cancelled.
    func open(_ request: TransportRequest) async throws -> TransportStream
}

/// The answer to an HTTP request, whose body is read while it arrives.
public struct TransportStream: Sendable {
    /// The body in pieces, cut wherever the network cut it. It ends with the answer, or throws `TransportError`.
    public typealias Pieces = AsyncThrowingStream<[UInt8], any Error>

    /// The HTTP status, for example 200.
    public var status: Int
    /// The header fields.
    public var headers: HeaderFields
    /// The body. Whoever lets go of it, or cancels the task that reads it, ends the exchange.
    public var pieces: Pieces

    /// An answer.
    public init(status: Int, headers: HeaderFields = [:], pieces: Pieces) {
        self.status = status
        self.headers = headers
        self.pieces = pieces
    }

    /// The whole answer, with at most `limit` bytes of its body; the rest is not waited for.
    ///
    /// - Throws: `TransportError` when the body breaks off.
    public func collected(limit: Int) async throws -> TransportResponse {
        var body: [UInt8] = []
        for try await piece in pieces {
            body += piece.prefix(limit - body.count)
            if body.count == limit { break }
        }
        return TransportResponse(status: status, headers: headers, body: body)
    }
}
