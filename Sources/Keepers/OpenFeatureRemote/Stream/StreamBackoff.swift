import ExperimentsTransport
import Foundation

/// Decides how long to wait before a stream is opened again. It is a value without a clock, and sends nothing.
///
/// The wait is a second after the first failure, and doubles with each further one, up to a minute. If the server asks
/// for a longer wait, that one applies. A stream that was open for a while resets the number of failures. A stream that
/// ends right after it was opened counts as a failure, so that a server that closes each connection at once is not
/// asked continuously.
struct StreamBackoff: Sendable {
    /// The longest wait that doubling leads to, in seconds.
    static let longestWait: TimeInterval = 60
    /// The age, in seconds, below which a stream that ends counts as a failure.
    static let shortestStream: TimeInterval = 5

    private(set) var failures = 0
    private var openedAt: Date?
    private var asked: TimeInterval = 0

    /// Notes that the server answered with a stream at `now`.
    mutating func noteOpened(at now: Date) {
        openedAt = now
    }

    /// Notes that the server asked for a wait of this many milliseconds before a client reconnects.
    mutating func note(retry milliseconds: Int) {
        asked = min(Double(milliseconds) / 1000, Self.longestWait)
    }

    /// Returns the seconds to wait at `now`, when a stream has ended or could not be opened.
    ///
    /// - Parameters:
    ///   - retryAfter: the seconds that the answer asks for.
    ///   - fraction: a random number from 0 up to 1, which spreads clients that were cut off together.
    mutating func wait(at now: Date, retryAfter: TimeInterval? = nil, fraction: Double) -> TimeInterval {
        if let openedAt, now.timeIntervalSince(openedAt) >= Self.shortestStream { failures = 0 }
        openedAt = nil
        failures += 1
        let doubled = min(RetryWait.shortest * exp2(Double(min(failures - 1, 30))), Self.longestWait)
        let spread = max(doubled * (0.5 + fraction / 2), RetryWait.shortest)
        return max(spread, asked, retryAfter ?? 0)
    }
}
