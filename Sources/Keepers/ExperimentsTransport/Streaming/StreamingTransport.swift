/// A transport that can also return a response while its body is still arriving. It is required for realtime updates
/// and event streams.
///
/// `SystemTransport` conforms to it. Conform to it, and not only to ``HTTPTransport``, if clients should follow changes
/// with your transport: the clients of etcd, GrowthBook and OFREP require it, and that of Firebase has no realtime
/// updates without it.
///
/// **To implement one**, follow the rules of ``open(_:)``. It may be called on any thread, also concurrently. Pass the
/// body to the client as it arrives:
///
/// ```swift
/// func open(_ request: TransportRequest) async throws -> TransportStream {
///     let (pieces, continuation) = TransportStream.Pieces.makeStream()
///     continuation.yield(Array("data: changed\n\n".utf8))
///     continuation.finish()
///     return TransportStream(status: 200, headers: ["content-type": "text/event-stream"], pieces: pieces)
/// }
/// ```
public protocol StreamingTransport: HTTPTransport {
    /// Sends `request` and returns as soon as the head of the response has arrived, regardless of its status.
    ///
    /// An implementation
    ///
    /// - does not follow redirects;
    /// - applies the request's timeout to the wait for the head and, after it, to each pause between two pieces, but
    ///   not to the whole;
    /// - ignores the request's `bodyLimit`, but stores only a limited number of unread bytes;
    /// - closes the connection when the stream is released or the task that reads it is cancelled.
    ///
    /// - Throws: `TransportError` if no head arrives, `CancellationError` if the calling task was cancelled.
    func open(_ request: TransportRequest) async throws -> TransportStream
}

/// A response to an HTTP request whose body is read while it arrives.
public struct TransportStream: Sendable {
    /// A body in pieces of any size, decompressed. It ends with the response, or throws `TransportError`.
    public typealias Pieces = AsyncThrowingStream<[UInt8], any Error>

    /// The HTTP status, for example 200.
    public var status: Int
    /// The header fields, whose names are compared regardless of case.
    public var headers: HeaderFields
    /// The body, which can be read once. Releasing it, or cancelling the task that reads it, closes the connection.
    public var pieces: Pieces

    /// Creates a response.
    public init(status: Int, headers: HeaderFields = [:], pieces: Pieces) {
        self.status = status
        self.headers = headers
        self.pieces = pieces
    }

    /// Reads the body, up to its end or to `limit` bytes, and returns both as one response.
    ///
    /// - Throws: `TransportError` if the connection breaks before that.
    public func collected(limit: Int) async throws -> TransportResponse {
        var body: [UInt8] = []
        for try await piece in pieces {
            body += piece.prefix(limit - body.count)
            if body.count == limit { break }
        }
        return TransportResponse(status: status, headers: headers, body: body)
    }
}
