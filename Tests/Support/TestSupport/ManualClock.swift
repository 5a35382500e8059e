import ExperimentsCore
import ExperimentsLocks
import ExperimentsSupport
import Foundation

/// A time that moves only when a test moves it.
public final class ManualClock: Sendable {
    private let current: Mutex<(now: Date, steady: Date)>

    /// A clock that stands at `date`; 2026-01-01T00:00:00Z unless told.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        current = Mutex((date, date))
    }

    /// The time it shows.
    public var now: Date { current.withLock(\.now) }

    /// The time it shows, as the function that the code under test asks for.
    public var reading: @Sendable () -> Date {
        { self.now }
    }

    /// The time it shows, and that of a clock that ``set(by:)`` does not move.
    package var clocks: Clocks { Clocks(now: reading) { self.current.withLock(\.steady) } }

    /// Moves it forward, or back where `seconds` is negative.
    public func advance(by seconds: TimeInterval) {
        current.withLock { $0 = ($0.now + seconds, $0.steady + seconds) }
    }

    /// Sets the time of day by this many seconds ahead, or back, while no time passes.
    public func set(by seconds: TimeInterval) {
        current.withLock { $0.now += seconds }
    }
}
