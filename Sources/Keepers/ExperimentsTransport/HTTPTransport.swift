import ExperimentsSupport
import Foundation

/// Sends HTTP requests and returns the responses.
///
/// All clients in this package send their requests through a transport. **To use one**, create a `SystemTransport`.
///
/// **To implement one**, to answer requests in tests, or to use another HTTP library, follow the rules of ``send(_:)``.
/// It may be called on any thread, also concurrently:
///
/// ```swift
/// struct FixedTransport: HTTPTransport {
///     let body: [UInt8]
///
///     func send(_ request: TransportRequest) async throws -> TransportResponse {
///         TransportResponse(status: 200, headers: ["content-type": "application/json"], body: body)
///     }
/// }
/// ```
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the whole response, regardless of its status.
    ///
    /// An implementation
    ///
    /// - does not follow redirects, which would carry the request's keys and tokens to another host;
    /// - sends a request at most once, unless `mayBeRepeated` allows more, and does not wait and try again;
    /// - fails when the request's `timeout` has passed, or as soon as the body is larger than its `bodyLimit`;
    /// - returns the body decompressed.
    ///
    /// - Throws: `TransportError` if there is no whole response within the request's limits, `CancellationError` if the
    ///   calling task was cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// An HTTP request.
///
/// A transport adds only header fields that HTTP itself needs, and `User-Agent`, `Accept` and `Accept-Encoding`. On Apple's
/// systems, URLSession also calls a body a form if `headers` has no `Content-Type`.
public struct TransportRequest: Sendable {
    /// A method of HTTP.
    public enum Method: String, Sendable {
        /// Reads a resource.
        case get = "GET"
        /// Sends data for the server to process.
        case post = "POST"
        /// Stores a resource at the address.
        case put = "PUT"
        /// Removes a resource.
        case delete = "DELETE"
    }

    /// The HTTP method. With `POST`, the request is not repeated unless that is allowed.
    public var method: Method
    /// The address. It must not contain a key or token, because errors may show it; put those into `headers`.
    public var url: URL
    /// The header fields, whose names are compared regardless of case.
    public var headers: HeaderFields
    /// The body; nil for none.
    public var body: [UInt8]?
    /// The longest time for the whole exchange, from the look-up of the host to the last byte of the response.
    public var timeout: Duration
    /// The largest body of the response, in bytes after decompression.
    public var bodyLimit: Int
    /// Whether the request may arrive twice without harm. By default, true for all methods except `.post`.
    ///
    /// Such a request can use a connection that was kept open. If the server closes that connection without a response,
    /// the request is sent once more on a new one.
    public var mayBeRepeated: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - url: the address, without keys or tokens.
    ///   - headers: the header fields.
    ///   - body: the body; nil for none.
    ///   - timeout: the longest time for the whole exchange.
    ///   - bodyLimit: the largest body of the response, in bytes after decompression.
    ///   - mayBeRepeated: whether it may arrive twice without harm; nil for the default of `method`.
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

/// The whole response to an HTTP request, regardless of its status.
public struct TransportResponse: Sendable {
    /// The HTTP status, for example 200.
    public var status: Int
    /// The header fields, whose names are compared regardless of case.
    public var headers: HeaderFields
    /// The body in bytes, after decompression.
    public var body: [UInt8]

    /// Creates a response.
    public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension URL {
    /// `example.com`, or `example.com:8080` if the port is written.
    package var hostAndPort: String {
        (host ?? "(no host)") + (port.map { ":\($0)" } ?? "")
    }

    /// Whether the host is this machine, which no proxy can reach.
    package var isOnThisMachine: Bool {
        guard var host = host?.lowercased() else { return false }
        while host.hasScalarSuffix(".") { host.removeLast() }
        if host == "localhost" || host.hasScalarSuffix(".localhost") { return true }
        if host == "::1" || host == "[::1]" { return true }
        let parts = host.split(scalar: ".")
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    var defaultPort: Int { scheme == "https" ? 443 : 80 }

    /// This base address followed by a path, which begins with a slash and is percent-encoded already; nil if the two make
    /// no URL.
    package func service(_ path: String) -> URL? {
        var base = absoluteString
        while base.hasScalarSuffix("/") { base.removeLast() }
        return URL(string: base + path)
    }
}

/// The header fields of an HTTP request or response. Names that differ only in case are names of the same field.
public struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var values: [String: String]

    /// Creates a set without fields.
    public init() {
        values = [:]
    }

    /// Creates fields by name. If the names of two differ only in case, the last one is kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = [:]
        for (name, value) in elements { self[name] = value }
    }

    /// The value of the field called `name`, regardless of case; nil if there is none. Setting nil removes the field.
    public subscript(name: String) -> String? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue }
    }

    /// Names in lower case with their values, in alphabetical order.
    public var fields: [(name: String, value: String)] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension HeaderFields: CustomStringConvertible, CustomReflectable {
    /// Names, or parts of names, of fields with secrets. An app chooses the fields for its own backend, so a list of
    /// whole names would never be complete.
    private static let secretParts = [
        "authorization", "api-key", "apikey", "token", "secret", "password", "cookie", "installations-auth",
    ]

    private static func isSecret(_ name: String) -> Bool {
        secretParts.contains { name.contains($0) }
    }

    /// One `name: value` per line; values that may be credentials are shown as `(hidden)`.
    public var description: String {
        fields.map { "\($0.name): \(Self.isSecret($0.name) ? "(hidden)" : $0.value)" }.joined(separator: "\n")
    }

    /// Shows the same as `description`, so that a dump has no secrets either.
    public var customMirror: Mirror { Mirror(self, children: ["fields": description]) }
}

/// The certificates with which a transport checks servers and identifies itself: PEM files, read for each new
/// connection.
public struct TransportSecurity: Sendable, Hashable {
    /// The path of a file with the authorities to trust instead of the system's; nil for the system's.
    public var authorities: String?
    /// The path of the client certificate, for servers that ask for one; nil for none.
    public var certificate: String?
    /// The path of the certificate's private key, without a password; nil if the certificate's file contains it.
    public var key: String?

    /// Creates settings.
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
        (self.authorities, self.certificate, self.key) = (authorities, certificate, key)
    }
}

#if canImport(Darwin)
extension TransportSecurity {
    /// Checks that no file is given, on systems whose own TLS library accepts none.
    ///
    /// - Throws: `TransportError.insecure`.
    func requireNoFiles(for request: TransportRequest) throws {
        guard self != TransportSecurity() else { return }
        throw TransportError.insecure(
            host: request.url.hostAndPort,
            reason:
                "certificate files are supported only on Linux; add the certificates to the keychain of this system"
        )
    }
}
#endif
