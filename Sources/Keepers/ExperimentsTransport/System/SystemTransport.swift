/// A transport that uses the system's HTTP client, with no cookies, no cache and no redirects: URLSession on Apple
/// platforms, libcurl on Linux.
///
/// On Linux, it does not use URLSession, which stores everything in memory until the program reads it, even a response
/// of a megabyte that decompresses to gigabytes; keeps a processor busy while a stream is open; and does not notice
/// when a server closes an idle connection. The measurements are in `CExperimentsCurl.h`. libcurl is loaded when the first
/// request is sent.
///
/// On Apple platforms a stream is open while the app is in the foreground, and not in Low Data Mode: it ends when this
/// changes, and a stream that is opened in the background waits. Requests are sent at any time.
///
/// Use one transport for many requests, because it keeps connections open for the next ones. It is set up by the first
/// request, so that an unused transport needs no resources.
public final class SystemTransport: StreamingTransport {
    #if canImport(Darwin)
    private let client: SessionTransport
    #else
    private let client: CurlTransport
    #endif

    /// Creates a transport with its own connections.
    ///
    /// - Parameter security: the certificates. On Apple platforms, certificates belong in a keychain. If files are
    ///   given there, each request fails with `TransportError.insecure`.
    public init(security: TransportSecurity = TransportSecurity()) {
        #if canImport(Darwin)
        client = SessionTransport(security: security)
        #else
        client = CurlTransport(security: security)
        #endif
    }

    /// Sends `request` and returns the whole response. A body that is too large is abandoned as soon as that is known.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        return try await client.send(request)
    }

    /// Sends `request` and returns when the head of the response has arrived.
    public func open(_ request: TransportRequest) async throws -> TransportStream {
        try Task.checkCancellation()
        return try await client.open(request)
    }
}
