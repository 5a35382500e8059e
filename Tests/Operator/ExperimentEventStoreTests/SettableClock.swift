import ExperimentsLocks
import Foundation

/// A clock that shows what it was set to.
final class SettableClock: Sendable {
    private let date: Mutex<Date>

    init(_ date: Date) { self.date = Mutex(date) }

    /// What it shows.
    var now: Date {
        get { date.withLock { $0 } }
        set { date.withLock { $0 = newValue } }
    }
}
