import Foundation

/// What carries HTTP requests to a server and brings back the answers.
///
/// The one place where this package meets the network; tests put a script in its place.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the whole answer, whatever its status. Redirects are not followed: they would carry
    /// the request's keys to another host.
    ///
    /// - Throws: `TransportError` when there is no whole answer within the request's limits, `CancellationError` when
    ///   the calling task was cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// One HTTP request, complete: nothing is added to it on the way but what HTTP itself needs.
public struct TransportRequest: Sendable {
    /// What to do with the resource.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What to do with the resource.
    public var method: Method
    /// Where the resource is. Never holds a key or a token: those travel in `headers`.
    public var url: URL
    /// The header fields.
    public var headers: HeaderFields
    /// The body; nil for none.
    public var body: [UInt8]?
    /// How long the whole exchange may take, from the first packet to the last byte of the answer.
    public var timeout: Duration
    /// The most bytes that the answer's body may have, after decompression.
    public var bodyLimit: Int
    /// Whether the request does no harm where it arrives twice. One that may be repeated uses a connection that is open
    /// already, and where the server closes that without an answer it is sent once more. By default all but `.post`.
    public var mayBeRepeated: Bool

    /// A request. `timeout` and `bodyLimit` bound the answer; more is a `TransportError`.
    public init(
        _ method: Method,
        _ url: URL,
        headers: HeaderFields = [:],
        body: [UInt8]? = nil,
        timeout: Duration = .seconds(60),
        bodyLimit: Int = 10_000_000,
        mayBeRepeated: Bool? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.mayBeRepeated = mayBeRepeated ?? (method != .post)
    }
}

/// The whole answer to one HTTP request, whatever its status.
public struct TransportResponse: Sendable {
    /// The HTTP status, for example 200.
    public var status: Int
    /// The header fields.
    public var headers: HeaderFields
    /// The body, decompressed.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension URL {
    /// `example.com`, or `example.com:8080` where the port is written.
    package var hostAndPort: String {
        (host ?? "(no host)") + (port.map { ":\($0)" } ?? "")
    }

    var defaultPort: Int {
        scheme == "https" ? 443 : 80
    }

    /// This base followed by a service's path, which begins with a slash and is already encoded; nil where the two make
    /// no URL.
    package func service(_ path: String) -> URL? {
        var base = absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        return URL(string: base + path)
    }
}
