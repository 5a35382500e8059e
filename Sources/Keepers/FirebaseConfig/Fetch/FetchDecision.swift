import Foundation

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
