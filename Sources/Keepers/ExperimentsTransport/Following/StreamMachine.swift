import ExperimentsCore
import Foundation

/// The state of a stream of changes that is kept open: whether it is wanted, opened, waited for or given up. It is a
/// value that gets the time and random numbers from outside, and returns what to do.
///
/// Each series of attempts has a number. A series that was replaced or stopped reports nothing more.
package struct StreamMachine: Sendable {
    /// How much somebody wants a stream that is not open.
    package enum Urgency: Sendable, Hashable {
        /// A stream that waits goes on waiting, and an address that refused is not asked again.
        case usual
        /// An address that refused is asked again.
        case anew
        /// A stream that waits is opened immediately, too.
        case immediate
    }

    private enum Phase: Hashable {
        /// There is no series of attempts.
        case idle
        /// The stream is open, or being opened.
        case open
        /// It waits, because the server could not be reached or for another reason.
        case waiting(isUnreachable: Bool)
    }

    /// A pause of the server of up to this many seconds after a normal end is not worth a message.
    private static let quietPause: TimeInterval = 30

    /// The state as an operator sees it.
    package private(set) var status = LiveStatus.off
    /// The number of the current series of attempts.
    package private(set) var series = 0
    private var retry = StreamRetry()
    private var phase = Phase.idle
    /// The address that refused in a way that will not pass.
    private var refused: String?

    /// Creates a machine for a stream that is not wanted yet.
    package init() {}

    /// Whether the stream waits only because the server could not be reached.
    package var isUnreachable: Bool { phase == .waiting(isUnreachable: true) }

    /// Notes that the stream at an address is wanted.
    ///
    /// - Parameter rules: the waits of a new series of attempts.
    /// - Returns: the number of a new series of attempts to begin, instead of any other; nil if there is nothing to do.
    package mutating func want(_ address: String, _ urgency: Urgency, _ rules: StreamRetry.Rules) -> Int? {
        switch (phase, urgency) {
        case (.idle, .usual) where refused == address: return nil
        case (.open, _), (.waiting, .usual), (.waiting, .anew): return nil
        case (.idle, _), (.waiting, .immediate): break
        }
        series += 1
        retry = StreamRetry(rules)
        refused = nil
        phase = .open
        status = .connecting
        return series
    }

    /// Notes that the stream is no longer wanted.
    package mutating func stop() {
        series += 1
        refused = nil
        phase = .idle
        status = .off
    }

    /// Notes that a connection is being opened. Returns whether it is still wanted.
    package mutating func begin(_ series: Int) -> Bool {
        guard series == self.series else { return false }
        phase = .open
        status = .connecting
        return true
    }

    /// Handles a sign of an open connection. Returns false if the connection is out of date.
    ///
    /// - Parameter now: the time in seconds, by a clock that is never set.
    package mutating func handle(_ sign: StreamSign, of series: Int, at now: TimeInterval) -> Bool {
        guard series == self.series else { return false }
        switch sign {
        case .opened:
            retry.noteOpened(at: now)
            status = .live
        case .reconnectionTime(let seconds): retry.note(reconnectionTime: seconds)
        case .pause(let seconds): retry.note(pause: seconds, at: now)
        case .heard: break
        }
        return true
    }

    /// Handles the end of a connection.
    ///
    /// - Parameters:
    ///   - address: the address of the connection. After a refusal that will not pass, it is not asked again.
    ///   - now: the time in seconds, by a clock that is never set.
    ///   - date: the time of day.
    ///   - fraction: a random number from 0 up to 1.
    /// - Returns: the seconds to wait before the next attempt; nil if there is none.
    package mutating func end(
        _ series: Int, _ ending: StreamEnding, of address: String, at now: TimeInterval, _ date: Date,
        fraction: Double
    ) -> TimeInterval? {
        guard series == self.series else { return nil }
        switch retry.step(after: ending, at: now, fraction: fraction) {
        case .stop(let reason):
            phase = .idle
            refused = address
            status = .unavailable(reason: reason)
            return nil
        case .open(let wait, let reason):
            var isUnreachable = false
            if case .lost = ending { isUnreachable = true }
            phase = .waiting(isUnreachable: isUnreachable)
            let isQuiet = reason == nil && wait <= Self.quietPause
            status =
                isQuiet
                ? .connecting
                : .interrupted(reason: reason ?? "the server asked for a pause", nextTryAt: date + wait)
            return wait
        }
    }
}

/// A sign of an open connection.
package enum StreamSign: Sendable, Hashable {
    /// The server has begun to send.
    case opened
    /// The server has sent something.
    case heard
    /// The server asks clients to wait this many seconds before each reconnection.
    case reconnectionTime(TimeInterval)
    /// The server asks not to be contacted for this many seconds.
    case pause(TimeInterval)
}
