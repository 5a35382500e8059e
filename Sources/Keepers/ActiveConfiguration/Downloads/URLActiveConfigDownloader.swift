import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Downloads configurations over HTTP.
///
/// The entity tag of the user's configuration is sent as `If-None-Match`, so that a server can answer 304 instead of the
/// same document. Responses may be compressed. Redirects are not followed. A failed request is not sent again; a
/// `Retry-After` of the server becomes the failure's `retryAt`.
public struct URLActiveConfigDownloader: ActiveConfigDownloader {
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    private let makeRequest: @Sendable (String?) throws -> TransportRequest

    /// Creates a downloader that sends the requests that `makeRequest` creates.
    ///
    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - now: returns the current time, from which `retryAt` is computed.
    ///   - makeRequest: creates the request for a user; nil for the configuration that is shared by all. Its
    ///     `If-None-Match` is replaced.
    public init(
        transport: any HTTPTransport = SystemTransport(), now: @escaping @Sendable () -> Date = { Date() },
        makeRequest: @escaping @Sendable (_ userID: String?) throws -> TransportRequest
    ) {
        self.transport = transport
        self.now = now
        self.makeRequest = makeRequest
    }

    /// Creates a downloader for the address that `template` creates for a user.
    ///
    /// - Parameters:
    ///   - template: the address, with a placeholder for the user's ID.
    ///   - headers: the header fields of the requests, for example an authorization.
    ///   - transport: sends the requests.
    ///   - now: returns the current time, from which `retryAt` is computed.
    public init(
        _ template: UserURLTemplate, headers: HeaderFields = [:],
        transport: any HTTPTransport = SystemTransport(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(transport: transport, now: now) { userID in
            TransportRequest(.get, try template.url(for: userID), headers: headers)
        }
    }

    /// Downloads a user's configuration.
    ///
    /// - Throws: `FetchFailure` if the server could not be reached, or returned another status than 2xx or 304.
    public func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
        var outgoing = try makeRequest(request.userID)
        if outgoing.headers["accept"] == nil { outgoing.headers["accept"] = "application/json" }
        let etag = request.etag.flatMap(Self.sendable)
        outgoing.headers["if-none-match"] = etag
        let response: TransportResponse
        do {
            response = try await transport.send(outgoing)
        } catch let error as TransportError {
            throw FetchFailure(error.description)
        }
        let content: ActiveConfigDownload.Content
        switch response.status {
        case 200..<300:
            if let reason = response.unreadableReason {
                throw FetchFailure(
                    "invalid response from \(outgoing.url.hostAndPort): \(reason)",
                    httpStatus: response.status,
                    bytes: response.body.count)
            }
            content = response.body.isEmpty ? .empty : .document(response.body)
        case 304 where etag != nil: content = .unchanged
        default: throw refusal(response, from: outgoing.url)
        }
        return ActiveConfigDownload(
            content, etag: response.headers["etag"], httpStatus: response.status, bytes: response.body.count,
            server: outgoing.url.hostAndPort)
    }

    private func refusal(_ response: TransportResponse, from url: URL) -> FetchFailure {
        let address = response.addressAdvice(sentTo: url)
        let meaning =
            switch response.status {
            case _ where address != nil: "; " + (address ?? "")
            case 304: " (not modified), although the request named no version to compare with"
            case 401, 403: "; check the credentials that the request carries"
            case 404: "; check the address"
            case 429: "; too many requests"
            default: ""
            }
        let time = now()
        let note = RetryWait.exaggeration(in: response.headers, now: time).map { "; " + $0 } ?? ""
        return FetchFailure(
            "\(url.hostAndPort) returned status \(response.status)\(meaning)\(note)",
            httpStatus: response.status,
            bytes: response.body.count,
            retryAt: RetryWait.seconds(in: response.headers, now: time).map { time + $0 })
    }

    /// Returns the tag; nil if it contains a character that is not allowed in a header.
    private static func sendable(_ etag: String) -> String? {
        !etag.isEmpty && etag.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? etag : nil
    }
}

/// An address with a place for the user's ID: `https://example.com/active_config?userID={user}`.
public struct UserURLTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The text that is replaced by the user's ID.
    public static let placeholder = "{user}"

    /// The address as written.
    public let description: String

    /// Creates a template; nil if its result is not an absolute `http` or `https` address.
    public init?(_ text: String) {
        description = text
        guard let url = try? url(for: "1"), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return nil }
    }

    /// Whether the address depends on the user.
    public var namesUser: Bool { description.contains(Self.placeholder) }

    /// Returns the address for a user: each `{user}` is replaced by the percent-encoded ID, or removed if it is nil.
    ///
    /// - Throws: ``UnusableURL`` if the result is not a URL.
    public func url(for userID: String?) throws(UnusableURL) -> URL {
        let text = description.replacing(Self.placeholder, with: (userID ?? "").percentEncoded)
        guard let url = URL(string: text) else { throw UnusableURL(template: description) }
        return url
    }
}

/// The error that a template does not result in a URL for a user.
public struct UnusableURL: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The template as configured, for example `https://example.com/{user}`.
    public let template: String

    /// `no URL can be created from …`.
    public var description: String { "no URL can be created from \(template)" }
}
