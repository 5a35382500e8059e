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
