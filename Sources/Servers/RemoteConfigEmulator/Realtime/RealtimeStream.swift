import ExperimentsCore
import ExperimentsHTTPServing

/// The body of a realtime answer: a JSON array to which an object is added for each message.
///
/// Its elements are the pieces to send. Each ends with a line break, because some clients read lines. It can be read
/// once, by one task. The stream ends when that task is cancelled.
public struct RealtimeStream: AsyncSequence, Sendable {
    let subscription: RealtimeSubscription

    /// The pieces, from the opening bracket to the closing one.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        private enum Position {
            case start
            case first
            case further
            case end
        }

        private let subscription: RealtimeSubscription
        private var position = Position.start

        init(_ subscription: RealtimeSubscription) {
            self.subscription = subscription
        }

        /// Returns the next piece as soon as there is one; nil after the closing bracket.
        public mutating func next() async -> [UInt8]? {
            switch position {
            case .start:
                // Send it immediately, so that the client knows that it is connected.
                position = .first
                return Array("[".utf8)
            case .first, .further:
                guard let message = await subscription.next() else {
                    position = .end
                    return Array("]\n".utf8)
                }
                let separator = position == .first ? "" : ","
                position = .further
                return Array((separator + message.json.compactText + "\n").utf8)
            case .end:
                return nil
            }
        }
    }

    /// Returns an iterator over the pieces of the stream, as they become available.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription)
    }
}

/// A message of a realtime stream.
public enum RealtimeMessage: Sendable, Hashable {
    /// The project now serves this version.
    case latestVersion(Int64)
    /// Realtime is off for the project. Clients must not reconnect.
    case featureDisabled
    /// Clients must not open another stream for this number of seconds.
    case retryInterval(seconds: Int)

    /// Creates the message that a fault sends before a stream ends.
    init(_ message: Fault.LastMessage) {
        self =
            switch message {
            case .featureDisabled: .featureDisabled
            case .retryInterval(let seconds): .retryInterval(seconds: seconds)
            }
    }

    /// The object in the service's format.
    var json: JSONValue {
        switch self {
        case .latestVersion(let version): ["latestTemplateVersionNumber": .string(String(version))]
        case .featureDisabled: ["featureDisabled": true]
        case .retryInterval(let seconds): ["retryIntervalSeconds": .number(String(seconds))]
        }
    }
}
