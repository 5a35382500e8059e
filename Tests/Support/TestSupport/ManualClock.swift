import ExperimentsCore
import Foundation
import Locks

/// A time that moves only when a test moves it.
public final class ManualClock: Sendable {
    private let current: Mutex<Date>

    /// A clock that stands at `date`; 2026-01-01T00:00:00Z unless told.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        current = Mutex(date)
    }

    /// The time it shows.
    public var now: Date { current.withLock { $0 } }

    /// The time it shows, as the function that the code under test asks for.
    public var reading: @Sendable () -> Date {
        { self.now }
    }

    /// Moves it forward, or back where `seconds` is negative.
    public func advance(by seconds: TimeInterval) {
        current.withLock { $0 += seconds }
    }
}
