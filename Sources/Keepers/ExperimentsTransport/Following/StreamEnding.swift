import Foundation

/// How a stream of changes ended.
package enum StreamEnding: Sendable, Hashable {
    /// The server closed it, or sent nothing for as long as it may. For a stream that was open for a while, that is
    /// normal.
    case ended
    /// The server could not be reached, or the connection broke.
    case lost(String)
    /// The server failed or refused, in a way that may pass.
    ///
    /// - Parameter retryAfter: the number of seconds that it asks clients to wait; nil if it asks for nothing.
    case failed(String, retryAfter: TimeInterval? = nil)
    /// Another attempt would end in the same way.
    case over(String)
}

extension StreamEnding {
    /// The statuses of refusals that may pass, besides those of 500 and above.
    private static let passingStatuses: Set<Int> = [408, 425, 429]

    /// Returns how a stream of server-sent events ended that did not begin; nil for one that did.
    ///
    /// - Parameters:
    ///   - name: the server, for messages.
    ///   - now: the time, for a server that asks clients to wait until a date.
    package static func refusal(of stream: TransportStream, by name: String, now: Date) -> StreamEnding? {
        guard stream.status != 200 else {
            let type = stream.headers["content-type"] ?? ""
            guard !type.lowercased().hasPrefix("text/event-stream") else { return nil }
            return .over("\(name) is not an event stream")
        }
        let reason = "\(name) returned \(stream.status) to the request for its event stream"
        guard passingStatuses.contains(stream.status) || stream.status >= 500 else { return .over(reason) }
        return .failed(reason, retryAfter: RetryWait.seconds(in: stream.headers, now: now))
    }
}
