import Foundation

/// How a client listens for changes.
public struct RealtimeSettings: Sendable, Hashable {
    /// How long the service may take to answer, and how long an open stream may be silent before it is opened anew.
    public var timeout: Duration
    /// How long the first wait after a failure is, before it is varied by half of itself either way. Each failure after
    /// it doubles the wait.
    public var firstWait: Duration
    /// The longest wait, before it is varied.
    public var longestWait: Duration
    /// After how many failures in a row the client gives up, until somebody new listens; nil for never.
    public var maximumRetries: Int?
    /// How long each fetch after a notice waits at most. The wait is random, because all the clients of an app hear a
    /// notice at the same moment.
    public var longestFetchDelay: Duration

    /// How many fetches are made for one notice until one brings what was announced.
    public static let fetchAttempts = 3

    /// Settings; by default those of the official clients.
    public init(
        timeout: Duration = .seconds(330), firstWait: Duration = .seconds(120),
        longestWait: Duration = .seconds(4 * 3600), maximumRetries: Int? = 8, longestFetchDelay: Duration = .seconds(3)
    ) {
        self.timeout = timeout
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.maximumRetries = maximumRetries
        self.longestFetchDelay = longestFetchDelay
    }

    /// For a tool that somebody looks at: hears of a change at once, comes back soon, and never gives up.
    public static let attended = RealtimeSettings(
        firstWait: .seconds(2), longestWait: .seconds(60), maximumRetries: nil, longestFetchDelay: .milliseconds(100))
}
