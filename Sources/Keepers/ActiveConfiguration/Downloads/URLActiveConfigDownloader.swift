import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Downloads configurations over HTTP.
///
/// The tag of the user's configuration goes with the request, so that a server can answer that nothing is newer.
/// Compressed answers are taken. Redirects are not followed.
public struct URLActiveConfigDownloader: ActiveConfigDownloader {
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    private let makeRequest: @Sendable (String?) throws -> TransportRequest

    /// A downloader that sends the requests that `makeRequest` makes.
    ///
    /// - Parameters:
    ///   - transport: carries requests.
    ///   - now: the time, to reckon when a server wants to be asked again.
    ///   - makeRequest: makes the request for a user; nil for the configuration that is shared by all.
    public init(
        transport: any HTTPTransport = URLSessionTransport(), now: @escaping @Sendable () -> Date = { Date() },
        makeRequest: @escaping @Sendable (_ userID: String?) throws -> TransportRequest
    ) {
        self.transport = transport
        self.now = now
        self.makeRequest = makeRequest
    }

    /// A downloader of the address that `template` makes for a user.
    ///
    /// - Parameters:
    ///   - template: the address, with a place for the user's ID.
    ///   - headers: header fields to send along, for example an authorization.
    public init(
        _ template: UserURLTemplate, headers: HeaderFields = [:], transport: any HTTPTransport = URLSessionTransport(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(transport: transport, now: now) { userID in
            TransportRequest(.get, try template.url(for: userID), headers: headers)
        }
    }

    /// Downloads a user's configuration.
    ///
    /// - Throws: a `FetchFailure` if the server could not be reached or refused.
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
        case 200..<300: content = response.body.isEmpty ? .empty : .document(response.body)
        case 304 where etag != nil: content = .unchanged
        default: throw refusal(response, from: outgoing.url)
        }
        return ActiveConfigDownload(
            content, etag: response.headers["etag"], httpStatus: response.status, bytes: response.body.count)
    }

    private func refusal(_ response: TransportResponse, from url: URL) -> FetchFailure {
        let meaning =
            switch response.status {
            case 300..<400: ", a redirect, which is not followed; use the address it leads to"
            case 401, 403: "; check the credentials that the request carries"
            case 404: "; check the address"
            case 429: "; it is asked too often"
            default: ""
            }
        let time = now()
        let note = RetryAfter.exaggeration(in: response.headers, now: time).map { "; " + $0 } ?? ""
        return FetchFailure(
            "\(url.hostAndPort) answered with status \(response.status)\(meaning)\(note)", httpStatus: response.status,
            bytes: response.body.count,
            retryAt: RetryAfter.seconds(in: response.headers, now: time).map { time + $0 })
    }

    /// A tag as it may stand in a header; nil for one that would break it.
    private static func sendable(_ etag: String) -> String? {
        !etag.isEmpty && etag.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? etag : nil
    }
}
