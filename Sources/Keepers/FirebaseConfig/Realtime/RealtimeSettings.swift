import ExperimentsCore
import ExperimentsTransport
import Foundation

/// How a client listens for changes.
public struct RealtimeSettings: Sendable, Hashable {
    /// The time within which the service must answer, and the time without any data after which an open stream is
    /// opened again.
    public var timeout: Duration
    /// The first wait after a failure, before it is varied at random by up to half of itself in either direction. Each
    /// further failure doubles it.
    public var firstWait: Duration
    /// The longest wait, before it is varied.
    public var longestWait: Duration
    /// The number of failures in a row after which the client gives up until there is a new listener; nil for never.
    public var maximumRetries: Int?
    /// The longest wait before the first fetch after an announcement. The wait is random, because all clients of an app
    /// get an announcement at the same moment.
    public var longestFetchDelay: Duration
    /// The shortest wait before each further fetch after an announcement, because not all servers have a new version
    /// when it is announced. It is varied at random, and grows with each fetch.
    public var repeatedFetchDelay: Duration

    /// The maximum number of fetches per announcement, until one returns the announced version.
    public static let fetchAttempts = 3

    /// Creates settings, by default those of the official clients.
    public init(
        timeout: Duration = .seconds(330), firstWait: Duration = .seconds(120),
        longestWait: Duration = .seconds(4 * 3600), maximumRetries: Int? = 8,
        longestFetchDelay: Duration = .seconds(3),
        repeatedFetchDelay: Duration = .seconds(3)
    ) {
        self.timeout = timeout
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.maximumRetries = maximumRetries
        self.longestFetchDelay = longestFetchDelay
        self.repeatedFetchDelay = repeatedFetchDelay
    }

    /// Settings for a tool with a person in front of it: it fetches changes immediately, reconnects soon, and never gives
    /// up.
    public static let attended = RealtimeSettings(
        firstWait: .seconds(2), longestWait: .seconds(60), maximumRetries: nil,
        longestFetchDelay: .milliseconds(100),
        repeatedFetchDelay: .seconds(1.5))
}

extension RealtimeSettings {
    /// The waits of the stream. Settings may have any value, but a server is never asked without pauses.
    var rules: StreamRetry.Rules {
        let longest = max(longestWait.inSeconds, RetryWait.shortest)
        return StreamRetry.Rules(
            firstWait: max(firstWait.inSeconds, RetryWait.shortest), longestWait: longest,
            shortestWait: RetryWait.shortest / 2, mostFailures: maximumRetries)
    }
}

extension StreamEnding {
    /// The statuses of refusals that may pass, as in the official clients.
    static let passingRealtimeStatuses: Set<Int> = [408, 429, 502, 503, 504]

    /// Creates the end of a stream that the service refused.
    init(_ refusal: ServerRefusal) {
        self =
            Self.passingRealtimeStatuses.contains(refusal.status)
            ? .failed(refusal.description, retryAfter: refusal.retryAfter) : .over(refusal.description)
    }
}
