import Foundation

/// Decides when a stream of changes is opened again. It is a value that has no clock and sends nothing.
///
/// - A stream that ends after some time is opened again within a second, because servers close streams from time to
///   time, all of them together if they stop.
/// - After a failure there is a wait, which each further failure doubles. A stream that ends right after it was opened
///   counts as a failure, so that a server that closes each connection immediately is not asked continuously. A stream
///   that was open for a while resets the number of failures.
/// - Each wait is varied at random, so that clients that were cut off together do not return together.
/// - A wait that the server asks for is respected: with `Retry-After`, with `retry` in the stream, or in its messages.
/// - After a refusal that will not pass, nothing is sent any more, unless the rules say otherwise.
package struct StreamRetry: Sendable, Hashable {
    /// The waits of one kind of stream, in seconds.
    package struct Rules: Sendable, Hashable {
        /// The middle of the first wait.
        package var firstWait: TimeInterval
        /// The middle of the longest wait that doubling leads to.
        package var longestWait: TimeInterval
        /// The shortest wait after a failure, whatever the random number is.
        package var shortestWait: TimeInterval
        /// The longest wait that a server can ask for.
        package var longestAsked: TimeInterval
        /// The middle of the wait after a refusal that will not pass; nil to stop.
        package var waitAfterRefusal: TimeInterval?
        /// The number of failures in a row after which it stops; nil for never.
        package var mostFailures: Int?

        /// Creates rules.
        package init(
            firstWait: TimeInterval = 1, longestWait: TimeInterval = 60,
            shortestWait: TimeInterval = RetryWait.shortest,
            longestAsked: TimeInterval = RetryWait.longestAsked,
            waitAfterRefusal: TimeInterval? = nil, mostFailures: Int? = nil
        ) {
            self.firstWait = firstWait
            self.longestWait = longestWait
            self.shortestWait = shortestWait
            self.longestAsked = longestAsked
            self.waitAfterRefusal = waitAfterRefusal
            self.mostFailures = mostFailures
        }
    }

    /// The next step.
    package enum Step: Sendable, Hashable {
        /// Open it again after this number of seconds. There is no reason if it ended normally.
        case open(after: TimeInterval, because: String?)
        /// Do not open it again.
        case stop(because: String)
    }

    /// The age, in seconds, below which a stream that ends counts as a failure.
    package static let shortestStream: TimeInterval = 5

    /// The waits.
    package let rules: Rules
    /// The number of failures in a row.
    package private(set) var failures = 0
    private var openedAt: TimeInterval?
    private var reconnectionTime: TimeInterval = 0
    private var pause: ClosedRange<TimeInterval>?

    /// Creates a value for a stream that was not opened yet.
    package init(_ rules: Rules = Rules()) {
        self.rules = rules
    }

    /// Notes that the server opened the stream.
    ///
    /// - Parameter now: the time in seconds, from any beginning, as for all other calls.
    package mutating func noteOpened(at now: TimeInterval) {
        openedAt = now
    }

    /// Notes the time that the server asks clients to wait before each reconnection, as in `retry: 10000`. It is
    /// accepted up to the longest wait.
    package mutating func note(reconnectionTime seconds: TimeInterval) {
        reconnectionTime = min(seconds, rules.longestWait)
    }

    /// Notes that the server asked not to be contacted again for this number of seconds.
    package mutating func note(pause seconds: TimeInterval, at now: TimeInterval) {
        pause = now...(now + min(max(seconds, 0), rules.longestAsked))
    }

    /// Forgets the failures, because somebody asked, or the network is another.
    package mutating func forget() {
        failures = 0
        openedAt = nil
    }

    /// Returns the next step after a stream has ended.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    package mutating func step(after ending: StreamEnding, at now: TimeInterval, fraction: Double) -> Step {
        let livedLong = livedLong(until: now)
        if livedLong { failures = 0 }
        openedAt = nil
        switch ending {
        case .ended where livedLong:
            return .open(after: max(fraction, reconnectionTime, left(at: now)), because: nil)
        case .ended:
            return retry(because: "the stream ended immediately", asked: nil, at: now, fraction)
        case .lost(let reason):
            return retry(because: reason, asked: nil, at: now, fraction)
        case .failed(let reason, let asked):
            return retry(because: reason, asked: asked, at: now, fraction)
        case .over(let reason):
            guard let wait = rules.waitAfterRefusal else { return .stop(because: reason) }
            failures += 1
            return .open(after: max(wait * (0.5 + fraction), left(at: now)), because: reason)
        }
    }

    private mutating func retry(
        because reason: String, asked: TimeInterval?, at now: TimeInterval, _ fraction: Double
    ) -> Step {
        failures += 1
        if let limit = rules.mostFailures, failures > limit {
            return .stop(because: "given up after \(limit) tries: \(reason)")
        }
        let wait =
            asked.map { asked in
                RetryWait.seconds(
                    asked: min(asked, rules.longestAsked), failures: failures, longest: rules.longestWait,
                    fraction: fraction)
            } ?? ownWait(fraction)
        return .open(after: max(wait, reconnectionTime, left(at: now)), because: reason)
    }

    private func ownWait(_ fraction: Double) -> TimeInterval {
        let doubled = rules.firstWait * exp2(Double(min(failures - 1, 30)))
        return max(min(doubled, rules.longestWait) * (0.5 + fraction), rules.shortestWait)
    }

    /// If the clock was set back, it is not known how long a stream was open.
    private func livedLong(until now: TimeInterval) -> Bool {
        guard let openedAt else { return false }
        return now < openedAt || now - openedAt >= Self.shortestStream
    }

    /// Returns the seconds that are left of the pause that the server asked for.
    private func left(at now: TimeInterval) -> TimeInterval {
        guard let pause, pause.contains(now) else { return 0 }
        return pause.upperBound - now
    }
}
