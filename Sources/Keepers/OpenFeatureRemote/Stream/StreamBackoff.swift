import ExperimentsTransport
import Foundation

/// How long to wait before a stream is opened again. A value: it knows no clock and sends nothing.
///
/// A second after the first failure, doubled by each one after it, up to a minute; what the server asks for counts where it
/// is longer. A stream that lived for a while forgets the failures; one that ends right after it was opened counts as one
/// more, so that a server that only lets in and throws out is not asked without end.
struct StreamBackoff: Sendable {
    /// The longest wait that doubling leads to, in seconds.
    static let longestWait: TimeInterval = 60
    /// A stream that ended within so many seconds brought nothing.
    static let shortestStream: TimeInterval = 5

    private(set) var failures = 0
    private var openedAt: Date?
    private var asked: TimeInterval = 0

    /// The server answered at `now` with a stream.
    mutating func noteOpened(at now: Date) {
        openedAt = now
    }

    /// The server asked for so many milliseconds before a client comes back.
    mutating func note(retry milliseconds: Int) {
        asked = min(Double(milliseconds) / 1000, Self.longestWait)
    }

    /// The seconds to wait at `now`, when a stream has ended or could not be opened.
    ///
    /// - Parameters:
    ///   - retryAfter: the seconds that the answer asks for.
    ///   - fraction: a random number from 0 up to 1, to spread clients that were cut off together.
    mutating func wait(at now: Date, retryAfter: TimeInterval? = nil, fraction: Double) -> TimeInterval {
        if let openedAt, now.timeIntervalSince(openedAt) >= Self.shortestStream { failures = 0 }
        openedAt = nil
        failures += 1
        let doubled = min(RetryWait.shortest * exp2(Double(min(failures - 1, 30))), Self.longestWait)
        let spread = max(doubled * (0.5 + fraction / 2), RetryWait.shortest)
        return max(spread, asked, retryAfter ?? 0)
    }
}
