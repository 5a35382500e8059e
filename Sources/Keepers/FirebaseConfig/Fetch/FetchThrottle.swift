import ExperimentsTransport
import Foundation

/// When the service asked for rest, and until when. A value: it knows no clock and sends nothing.
///
/// A refusal that waiting can cure starts a wait of two minutes; each one after it doubles the wait, up to four hours.
/// Every wait is varied by half of itself either way, so that clients that were refused together do not come back
/// together. `Retry-After` decides instead where there is one, but for the floor and the variation of `RetryWait`. A
/// network that fails says nothing about the service and starts no wait.
public struct FetchThrottle: Sendable, Hashable {
    /// The first wait.
    public static let firstWait: TimeInterval = 120
    /// The longest wait, before it is varied.
    public static let longestWait: TimeInterval = 4 * 3600
    /// The statuses that start a wait.
    public static let statuses: Set<Int> = [429, 500, 502, 503, 504]

    /// How many such refusals came in a row.
    public private(set) var refusals: Int
    /// The wait of the last refusal; it may be over.
    public private(set) var wait: Wait?

    /// A wait and its reason.
    public struct Wait: Sendable, Hashable {
        /// When it began.
        public let since: Date
        /// When it ends.
        public let until: Date
        /// What began it.
        public let refusal: ServerRefusal
    }

    /// Nothing refused yet.
    public init() {
        refusals = 0
        wait = nil
    }

    init(refusals: Int, wait: Wait?) {
        self.refusals = refusals
        self.wait = wait
    }

    /// Notes a refusal at `now`; one that waiting cannot cure changes nothing.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
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

    /// Forgets all refusals.
    public mutating func noteSuccess() {
        self = FetchThrottle()
    }

    /// The wait in force at `now`, or nil. A clock that was moved back to before the wait began ends it.
    public func wait(at now: Date) -> Wait? {
        guard let wait, now >= wait.since, now < wait.until else { return nil }
        return wait
    }
}

/// Whether a fetch is sent: the one rule for the minimum interval and the service's requests for rest.
public enum FetchDecision: Sendable, Hashable {
    /// Send it.
    case send
    /// The last good fetch is young enough.
    case useStored
    /// The service asked for rest.
    case holdBack(FetchThrottle.Wait)

    /// Decides at `now`.
    ///
    /// - Parameters:
    ///   - expiration: how old, in seconds, the last good fetch may be; 0 or less asks for a new one always.
    ///   - lastSuccess: when the last good fetch was. One in the future (the clock was moved back) has no known age.
    ///   - contextChanged: whether the app or its language changed since, so that the service may answer otherwise.
    public static func decide(
        at now: Date, expiration: TimeInterval, lastSuccess: Date?, contextChanged: Bool, throttle: FetchThrottle
    ) -> FetchDecision {
        if let lastSuccess, !contextChanged {
            let age = now.timeIntervalSince(lastSuccess)
            if age >= 0, age < expiration { return .useStored }
        }
        if let wait = throttle.wait(at: now) { return .holdBack(wait) }
        return .send
    }
}
