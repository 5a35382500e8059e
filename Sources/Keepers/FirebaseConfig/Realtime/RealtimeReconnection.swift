import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Decides when to open a realtime stream again after it ended. It is a value that has no clock and sends nothing.
///
/// A stream that ends normally after some time is opened again within a second, because services close streams from
/// time to time. After a temporary failure (of the network, or with one of `retryableStatuses`) there is a wait, which
/// each further failure doubles. A wait for which the service asks takes precedence, within the minimum of `RetryWait`.
/// Any other failure ends the listening. A stream that was open for a while resets the number of failures. One that
/// ended right after status 200 counts as a failure, so that a server that only sends 200, or sends garbage after it,
/// does not get requests continuously.
struct RealtimeReconnection: Sendable {
    /// The HTTP statuses of failures that may pass.
    static let retryableStatuses: Set<Int> = [408, 429, 502, 503, 504]
    /// The age, in seconds, below which a stream that ends counts as a failure.
    static let shortestStream: TimeInterval = 5

    /// How a stream ended.
    enum Ending: Sendable, Hashable {
        /// The service closed it, or sent nothing for too long.
        case closed
        /// The network failed.
        case failed(String)
        /// The service refused it.
        case refused(ServerRefusal)
        /// The project's realtime updates are turned off.
        case disabled
        /// This client cannot listen at all.
        case impossible(String)

        /// Whether the stream ended for a reason that is not a decision of the service.
        var isOfTheNetwork: Bool {
            if case .failed = self { true } else { false }
        }
    }

    /// The next step after an ending.
    enum Step: Sendable, Hashable {
        /// Open it again at this time; within a second if it is nil.
        case connect(at: Date?, because: String?)
        /// Do not open it again.
        case stop(because: String)
    }

    private let settings: RealtimeSettings
    /// The number of failures in a row.
    private(set) var failures = 0
    private var shortStreams = 0
    private var openedAt: Date?
    private var rest: (since: Date, until: Date)?

    init(_ settings: RealtimeSettings) {
        self.settings = settings
    }

    /// Notes that the service returned 200 at `now`.
    mutating func noteOpened(at now: Date) {
        openedAt = now
    }

    /// Notes that the service asked at `now` not to be contacted again for this number of seconds.
    mutating func note(retryInterval: TimeInterval, at now: Date) {
        rest = (now, now + retryInterval)
    }

    /// Returns the next step at `now`, when a stream has ended.
    ///
    /// - Parameter fraction: a random number from 0 up to 1, which spreads clients that were cut off together.
    mutating func step(after ending: Ending, at now: Date, fraction: Double) -> Step {
        defer { openedAt = nil }
        if livedLong(until: now) { failures = 0 }
        switch ending {
        case .disabled: return .stop(because: "they are turned off for this project")
        case .impossible(let reason): return .stop(because: reason)
        case .refused(let refusal) where !Self.retryableStatuses.contains(refusal.status):
            return .stop(because: refusal.description)
        case .closed where livedLong(until: now):
            shortStreams = 0
            return .connect(at: resting(at: now), because: nil)
        case .closed:
            shortStreams += 1
            let wait = wait(after: shortStreams, fraction)
            return .connect(at: later(now + wait, resting(at: now)), because: "the stream ended immediately")
        case .failed(let reason): return retry(because: reason, asked: nil, at: now, fraction)
        case .refused(let refusal):
            return retry(because: refusal.description, asked: refusal.retryAfter, at: now, fraction)
        }
    }

    private mutating func retry(
        because reason: String, asked: TimeInterval?, at now: Date, _ fraction: Double
    ) -> Step {
        failures += 1
        if let limit = settings.maximumRetries, failures > limit {
            return .stop(because: "given up after \(limit) tries: \(reason)")
        }
        let wait =
            asked.map {
                RetryWait.seconds(
                    asked: $0, failures: failures, longest: settings.longestWait.inSeconds, fraction: fraction)
            } ?? wait(after: failures, fraction)
        return .connect(at: later(now + wait, resting(at: now)), because: reason)
    }

    private func wait(after failures: Int, _ fraction: Double) -> TimeInterval {
        let doubled = settings.firstWait.inSeconds * exp2(Double(min(failures - 1, 30)))
        // Settings may have any value, but a server is never asked without pauses.
        return max(min(doubled, settings.longestWait.inSeconds), RetryWait.shortest) * (0.5 + fraction)
    }

    /// If the clock was set back, it is not known how long a stream was open.
    private func livedLong(until now: Date) -> Bool {
        guard let openedAt, now >= openedAt else { return openedAt != nil }
        return now.timeIntervalSince(openedAt) >= Self.shortestStream
    }

    private func resting(at now: Date) -> Date? {
        guard let rest, now >= rest.since, now < rest.until else { return nil }
        return rest.until
    }

    private func later(_ one: Date, _ other: Date?) -> Date {
        other.map { max(one, $0) } ?? one
    }
}

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
        longestWait: Duration = .seconds(4 * 3600), maximumRetries: Int? = 8, longestFetchDelay: Duration = .seconds(3),
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
        firstWait: .seconds(2), longestWait: .seconds(60), maximumRetries: nil, longestFetchDelay: .milliseconds(100),
        repeatedFetchDelay: .seconds(1.5))
}
