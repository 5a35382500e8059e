import ExperimentsTransport
import Foundation

/// The waits for which the service has asked. It is a value that has no clock and sends nothing.
///
/// A temporary refusal starts a wait of two minutes, and each further one doubles the wait, up to four hours. Every
/// wait is varied at random by up to half of itself in either direction, so that clients that were refused at the same
/// time do not retry at the same time. If the response has a `Retry-After`, that determines the wait instead, within
/// the minimum and the variation of `RetryWait`. A network failure is not a refusal by the service, and starts no wait.
public struct FetchThrottle: Sendable, Hashable {
    /// The first wait, in seconds.
    public static let firstWait: TimeInterval = 120
    /// The longest wait, in seconds, before it is varied.
    public static let longestWait: TimeInterval = 4 * 3600
    /// The HTTP statuses that start a wait.
    public static let statuses: Set<Int> = [429, 500, 502, 503, 504]

    /// The number of such refusals in a row.
    public private(set) var refusals: Int
    /// The wait after the last refusal, which may be over.
    public private(set) var wait: Wait?

    /// A wait and its reason.
    public struct Wait: Sendable, Hashable {
        /// The time of the refusal, at which the wait began.
        public let since: Date
        /// The time at which it ends.
        public let until: Date
        /// The refusal that started it.
        public let refusal: ServerRefusal
    }

    /// Creates a throttle without refusals.
    public init() {
        refusals = 0
        wait = nil
    }

    init(refusals: Int, wait: Wait?) {
        self.refusals = refusals
        self.wait = wait
    }

    /// Notes a refusal at `now`. A refusal for which waiting does not help changes nothing.
    ///
    /// - Parameters:
    ///   - refusal: the service's refusal.
    ///   - now: the time of the refusal.
    ///   - fraction: a random number from 0 up to 1.
    public mutating func note(_ refusal: ServerRefusal, at now: Date, fraction: Double) {
        guard Self.statuses.contains(refusal.status) else { return }
        refusals += 1
        let doubled = Self.firstWait * exp2(Double(min(refusals - 1, 30)))
        let varied = min(doubled, Self.longestWait) * (0.5 + fraction)
        let asked = refusal.retryAfter.map {
            RetryWait.seconds(asked: $0, failures: refusals, longest: Self.longestWait, fraction: fraction)
        }
        wait = Wait(since: now, until: now.addingTimeInterval(asked ?? varied), refusal: refusal)
    }

    /// Notes a successful fetch, so that earlier refusals no longer count.
    public mutating func noteSuccess() {
        self = FetchThrottle()
    }

    /// Moves the wait by a number of seconds, because the time of day was set.
    mutating func move(by seconds: TimeInterval) {
        wait = wait.map { Wait(since: $0.since + seconds, until: $0.until + seconds, refusal: $0.refusal) }
    }

    /// Returns the current wait at `now`, if there is one. If the clock was set back to before the wait began, the
    /// wait is over.
    public func wait(at now: Date) -> Wait? {
        guard let wait, now >= wait.since, now < wait.until else { return nil }
        return wait
    }
}

/// The decision whether to send a fetch, according to the minimum interval and the waits for which the service has
/// asked.
public enum FetchDecision: Sendable, Hashable {
    /// The fetch can be sent now.
    case send
    /// The last good fetch is recent enough.
    case useStored
    /// The service has asked clients to wait.
    case holdBack(FetchThrottle.Wait)

    /// Decides whether a fetch at `now` is sent.
    ///
    /// - Parameters:
    ///   - now: the time of the decision.
    ///   - expiration: the age, in seconds, up to which the last good fetch is recent enough; with 0 or less, it never
    ///     is.
    ///   - lastSuccess: the time of the last good fetch. If it is in the future, because the clock was set back, its
    ///     age is unknown.
    ///   - contextChanged: whether the app or its language has changed since then, so that the response may be
    ///     different.
    ///   - throttle: the waits because of earlier refusals.
    public static func decide(
        at now: Date, expiration: TimeInterval, lastSuccess: Date?, contextChanged: Bool,
        throttle: FetchThrottle
    ) -> FetchDecision {
        if let lastSuccess, !contextChanged {
            let age = now.timeIntervalSince(lastSuccess)
            if age >= 0, age < expiration { return .useStored }
        }
        if let wait = throttle.wait(at: now) { return .holdBack(wait) }
        return .send
    }
}

/// The purpose of a fetch, as the service counts them.
public enum FetchKind: Sendable, Hashable {
    /// An ordinary fetch.
    case base
    /// The nth attempt, from 1, to fetch a version that was announced over the realtime stream.
    case realtime(attempt: Int)

    var headerText: String {
        switch self {
        case .base: "BASE/1"
        case .realtime(let attempt): "REALTIME/\(attempt)"
        }
    }
}
