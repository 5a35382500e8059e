import ExperimentsTransport
import Foundation

/// How long registration waits after the service refused it. A value: it knows no clock and sends nothing.
public struct InstallationHoldOff: Sendable, Hashable {
    /// How many recoverable refusals came in a row.
    public private(set) var refusals = 0
    /// The wait now in force.
    public private(set) var wait: Wait?

    /// A wait and its reason.
    public struct Wait: Sendable, Hashable {
        /// When it began.
        public let since: Date
        /// When it ends.
        public let until: Date
        /// What began it.
        public let refusal: ServerRefusal
        /// Whether the configuration is at fault, so that waiting alone helps nobody; a person may try at any time.
        public let isConfiguration: Bool
    }

    /// The wait after a refusal that no retry will cure.
    public static let configurationWait: TimeInterval = 24 * 3600
    /// The longest wait after a refusal that a retry may cure.
    public static let longestRecoverableWait: TimeInterval = 30 * 60

    /// Nothing refused yet.
    public init() {}

    /// Notes a refusal at `now`. `fraction` (0 up to 1) spreads clients that were refused together.
    public mutating func note(_ refusal: ServerRefusal, at now: Date, fraction: Double) {
        switch refusal.status {
        case 400, 401, 403, 404:
            wait = Wait(
                since: now, until: now.addingTimeInterval(Self.configurationWait), refusal: refusal,
                isConfiguration: true)
        case 429, 500...599:
            refusals += 1
            let seconds = min(exp2(Double(min(refusals, 20))) + fraction, Self.longestRecoverableWait)
            let asked = refusal.retryAfter.map {
                RetryWait.seconds(
                    asked: $0, failures: refusals, longest: Self.longestRecoverableWait, fraction: fraction)
            }
            wait = Wait(
                since: now, until: now.addingTimeInterval(asked ?? seconds), refusal: refusal,
                isConfiguration: false)
        default:
            wait = nil
        }
    }

    /// Forgets all refusals.
    public mutating func noteSuccess() {
        self = InstallationHoldOff()
    }

    /// The wait in force at `now`, or nil. A clock that was moved to before the wait began ends it; a fetch that a
    /// person asked for (`byHand`) does not wait for a faulty configuration.
    public func wait(at now: Date, byHand: Bool) -> Wait? {
        guard let wait, now >= wait.since, now < wait.until else { return nil }
        return wait.isConfiguration && byHand ? nil : wait
    }
}
