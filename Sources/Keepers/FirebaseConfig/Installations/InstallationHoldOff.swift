import ExperimentsTransport
import Foundation

/// The waits after the service refused a registration. It is a value without a clock, and sends nothing.
public struct InstallationHoldOff: Sendable, Hashable {
    /// The number of recoverable refusals in a row.
    public private(set) var refusals = 0
    /// The wait in force.
    public private(set) var wait: Wait?

    /// A wait and its reason.
    public struct Wait: Sendable, Hashable {
        /// The time of the refusal, at which the wait began.
        public let since: Date
        /// The time from which the service may be asked again.
        public let until: Date
        /// The refusal that started it.
        public let refusal: ServerRefusal
        /// Whether the configuration is wrong, so that waiting alone does not help. A person may try again at any time.
        public let isConfiguration: Bool
    }

    /// The wait, in seconds, after a refusal that does not pass by itself.
    public static let configurationWait: TimeInterval = 24 * 3600
    /// The longest wait, in seconds, after a refusal that may pass.
    public static let longestRecoverableWait: TimeInterval = 30 * 60

    /// Creates an object without refusals.
    public init() {}

    /// Notes a refusal at `now`. `fraction`, from 0 up to 1, spreads clients that were refused together.
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

    /// Notes a successful request, so that earlier refusals no longer count.
    public mutating func noteSuccess() {
        self = InstallationHoldOff()
    }

    /// Returns the wait in force at `now`, if there is one. If the clock was set to before the wait began, the wait is
    /// over. A fetch that a person asked for (`byHand`) does not wait because of a wrong configuration.
    public func wait(at now: Date, byHand: Bool) -> Wait? {
        guard let wait, now >= wait.since, now < wait.until else { return nil }
        return wait.isConfiguration && byHand ? nil : wait
    }
}
