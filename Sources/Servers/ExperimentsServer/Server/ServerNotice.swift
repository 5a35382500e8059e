import ExperimentsSupport
import Foundation
import HTTPServing

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
    /// `GET`, `POST` and so on.
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
        time: Date, _ request: ServedRequest, path shownPath: String, part: String?, _ response: ServedResponse,
        duration: Duration
    ) {
        (self.time, self.part, self.duration) = (time, part, duration)
        method = Self.cut(request.method, to: Self.methodLimit)
        path = Self.cut(shownPath, to: Self.pathLimit)
        (status, bytes) = (response.status, response.body.count)
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.utf8.count <= limit ? text : String(text.prefix(limit)) + "…"
    }
}
