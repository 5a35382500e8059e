import ExperimentsHTTPServing
import Foundation

/// The configuration of the server.
package struct ServerConfiguration: Sendable {
    /// The address to listen on. If other machines can reach it, a token is needed.
    package var host: ListeningHost
    /// The port; 0 lets the system choose a free one.
    package var port: UInt16
    /// The address at which clients reach the server behind a proxy, which may add a path; nil without a proxy.
    package var publicURL: URL?
    /// The token that every request needs, except for paths with open access; nil for none.
    package var token: ServerToken?
    /// The certificate of the server for TLS; nil for plain HTTP.
    package var certificate: ServerCertificate?
    /// The web pages that may send requests, and the names by which the server may be called.
    package var webPages: WebPageRule
    /// The faults to inject, to test apps, with the targets `fetch` for answers and `realtime` for streams.
    package var faults: [Fault]
    /// The interval of heartbeats on open streams. Proxies end streams without data after a minute.
    package var heartbeat: Duration
    /// The time for finishing answers when the server stops.
    package var drainPatience: Duration
    /// Returns the time.
    package var now: @Sendable () -> Date
    /// Waits for the duration of a heartbeat interval or of an injected delay.
    package var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a configuration, by default for any free port that only this machine reaches, with the system's clock.
    package init(
        host: ListeningHost = .loopback, port: UInt16 = 0, token: ServerToken? = nil,
        certificate: ServerCertificate? = nil, webPages: WebPageRule = WebPageRule(), faults: [Fault] = [],
        publicURL: URL? = nil, heartbeat: Duration = .seconds(20),
        drainPatience: Duration = .seconds(5), now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.webPages = webPages
        self.certificate = certificate
        self.faults = faults
        self.publicURL = publicURL
        self.heartbeat = heartbeat
        self.drainPatience = drainPatience
        self.now = now
        self.sleep = sleep
    }
}

/// An event of a server.
package enum ServerNotice: Sendable {
    /// A request was answered.
    case request(ServerRecord)
    /// Connections are refused, because this program may not have more than `limit` files and connections open.
    case connectionsRefused(limit: Int)
}

/// A request that the server answered. It contains neither tokens nor queries, which may contain keys.
package struct ServerRecord: Sendable, Hashable {
    /// The time of its arrival.
    package let time: Date
    /// The method, for example `GET`.
    package let method: String
    /// The path, percent-encoded, cut if it is long.
    package let path: String
    /// The name of the part that the path belongs to; nil for none.
    package let part: String?
    /// The HTTP status of the answer.
    package let status: Int
    /// The size of the answer's body in bytes; 0 for a stream.
    package let bytes: Int
    /// The time that the answer took; for a stream, the time until it began.
    package let duration: Duration

    private static let (methodLimit, pathLimit) = (20, 300)

    /// - Parameter shownPath: the path of the request without secrets.
    init(
        time: Date, _ request: ServedRequest, path shownPath: String, part: String?,
        _ response: ServedResponse,
        duration: Duration
    ) {
        self.time = time
        self.part = part
        self.duration = duration
        method = Self.cut(request.method, to: Self.methodLimit)
        path = Self.cut(shownPath, to: Self.pathLimit)
        status = response.status
        bytes = response.body.count
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.utf8.count <= limit ? text : String(text.prefix(limit)) + "…"
    }
}
