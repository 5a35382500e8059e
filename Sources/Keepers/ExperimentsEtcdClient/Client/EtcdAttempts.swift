/// Decides to which member a request is sent next, and when it is abandoned. It is a value that has no clock and sends
/// nothing.
///
/// A request that fails for a reason that may pass goes to the next member immediately. After all members have been
/// tried, it is sent again after a wait that doubles from 50 ms to 2 s. A change that may have been made is sent again
/// only if that is harmless. Otherwise, or if all attempts fail, its result is unknown.
struct EtcdAttempts: Sendable {
    /// How long a read is attempted. If nothing listens at any address, it is not repeated, because the last known
    /// values can be used.
    static let patience = Duration.seconds(10)
    /// How long a change is attempted, because somebody waits for it. An election takes up to 2 s, beginning with the
    /// loss of a member.
    static let patienceToChange = Duration.seconds(3)
    /// The longest time that a member is given to answer while others were not asked yet.
    static let shortTimeout = Duration.seconds(2)
    static let shortestWait = Duration.milliseconds(50)
    static let longestWait = Duration.seconds(2)

    /// The next step after a failure.
    enum Step: Sendable, Hashable {
        /// Send it to the member `endpoint` after a wait.
        case send(after: Duration)
        /// Sign in, then send it again.
        case signIn
        /// Fail. The request was certainly not carried out.
        case fail
        /// Give up. It is not known whether the request was carried out.
        case unknown
    }

    private let count: Int
    private let effect: EtcdEffect
    private let start: Duration
    /// Whether all there was so far are addresses at which nothing listens.
    private var isNobodyThere = true
    /// The member to send to.
    private(set) var endpoint: Int
    private var failures = 0
    private var lastingFailures = 0
    /// Whether an attempt may have done it.
    private(set) var mayBeDone = false
    private var hasSignedIn = false

    /// - Parameters:
    ///   - endpoints: how many members there are.
    ///   - first: the one to ask first.
    ///   - now: the time, from any beginning.
    init(endpoints: Int, first: Int, effect: EtcdEffect, at now: Duration) {
        count = max(endpoints, 1)
        self.effect = effect
        endpoint = first % max(endpoints, 1)
        start = now
    }

    /// Returns how long to wait for the member's response to a request that takes at most `whole`. While another one
    /// has not been tried, the time is short, because this member may hang.
    func timeout(atMost whole: Duration) -> Duration {
        failures + 1 < count ? min(whole, Self.shortTimeout) : whole
    }

    /// Returns the next step after the member `endpoint` failed.
    ///
    /// - Parameter fraction: a random number from 0 up to 1, which spreads the retries of many clients.
    mutating func step(after failure: EtcdFailure, at now: Duration, fraction: Double) -> Step {
        if !failure.surelyDidNothing, effect != .none { mayBeDone = true }
        if mayBeDone, effect == .once { return .unknown }
        if case .refused(let refusal) = failure, refusal.kind == .signInNeeded, !hasSignedIn {
            hasSignedIn = true
            return .signIn
        }
        if !failure.meansNobodyListens { isNobodyThere = false }
        failures += 1
        lastingFailures += failure.isLasting ? 1 : 0
        let end: Step = mayBeDone ? .unknown : .fail
        guard failure.mayPass, lastingFailures < count else { return end }
        if isNobodyThere, effect == .none, failures >= count { return end }
        endpoint = (endpoint + 1) % count
        let wait = failures % count == 0 ? Self.wait(round: failures / count, fraction) : .zero
        let deadline = start + (effect == .none ? Self.patience : Self.patienceToChange)
        // A member that hangs may use all the time, and must not prevent the others from getting the request.
        return failures < count || now + wait < deadline ? .send(after: wait) : end
    }

    /// Returns the wait after this many rounds without a response, varied at random by up to a quarter.
    static func wait(round: Int, _ fraction: Double) -> Duration {
        let doubled = shortestWait * (1 << min(max(round - 1, 0), 10))
        return min(doubled, longestWait) * (0.75 + fraction / 2)
    }
}
