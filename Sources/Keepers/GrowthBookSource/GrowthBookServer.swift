import ExperimentsTransport
import Foundation

/// A connection of GrowthBook: the address of its payload, and its client key.
public struct GrowthBookServer: Sendable, Hashable {
    /// GrowthBook's own network.
    public static let usualHost = "https://cdn.growthbook.io"

    /// The address of the server, without a slash at the end.
    public let host: URL
    /// The client key, for example `sdk-abc123`. It is public by design.
    public let clientKey: String
    /// The address at which changes are announced, by default the same.
    public let streamingHost: URL

    /// Creates a connection.
    public init(host: URL, clientKey: String, streamingHost: URL? = nil) {
        self.host = host
        self.clientKey = clientKey
        self.streamingHost = streamingHost ?? host
    }

    /// Where the payload is.
    var featuresURL: URL { url(host, "api/features") }

    /// The address at which changes are announced.
    var streamURL: URL { url(streamingHost, "sub") }

    private func url(_ host: URL, _ path: String) -> URL {
        host.appendingPathComponent(path).appendingPathComponent(clientKey)
    }

    /// The request for the payload.
    func request(etag: String?) -> TransportRequest {
        var headers: HeaderFields = ["accept": "application/json"]
        headers["if-none-match"] = etag
        return TransportRequest(.get, featuresURL, headers: headers, bodyLimit: Self.largestPayload)
    }

    /// The request for the stream of changes. The server sends a ping every 30 seconds.
    var streamRequest: TransportRequest {
        TransportRequest(
            .get, streamURL, headers: ["accept": "text/event-stream", "cache-control": "no-cache"],
            timeout: .seconds(90))
    }

    /// The largest payload, in bytes.
    static let largestPayload = 64 << 20
}
