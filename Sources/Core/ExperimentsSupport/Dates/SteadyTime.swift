import Foundation

/// The time by a clock that is never set, for waits: the time at which it was first read, plus the time since then.
///
/// It continues while the machine sleeps. It differs from the time of day after that was set, so it is never shown or
/// stored.
package enum SteadyTime {
    private static let start = (date: Date(), instant: ContinuousClock.now)

    /// The time now.
    package static var now: Date {
        let start = start
        return start.date + start.instant.duration(to: .now).inSeconds
    }
}

/// Notices that the time of day was set: by a person, by NTP, or by a virtual machine that was paused.
package struct ClockWatch: Sendable {
    /// How far the time of day is ahead of the steady time, in seconds.
    private var lead: TimeInterval

    /// - Parameters:
    ///   - date: the time of day.
    ///   - steady: the same moment by the clock that is never set.
    package init(at date: Date = Date(), steady: Date = SteadyTime.now) {
        lead = date.timeIntervalSince(steady)
    }

    /// Returns by how many seconds the time of day was set since the last call. Less than a second counts as 0: clocks
    /// are corrected by that all the time.
    package mutating func jump(at date: Date = Date(), steady: Date = SteadyTime.now) -> TimeInterval {
        let new = date.timeIntervalSince(steady)
        guard abs(new - lead) >= 1 else { return 0 }
        defer { lead = new }
        return new - lead
    }
}

/// The clocks of something that waits: the time of day for what is shown or stored, and a clock that is never set for how
/// long to wait.
package struct Clocks: Sendable {
    /// The time of day.
    package let now: @Sendable () -> Date
    /// The time by a clock that is never set.
    package let steady: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date, steady: @escaping @Sendable () -> Date) {
        self.now = now
        self.steady = steady
    }

    /// - Parameter now: the only clock; nil for those of the system.
    package init(_ now: (@Sendable () -> Date)? = nil) {
        self.init(now: now ?? { Date() }, steady: now ?? { SteadyTime.now })
    }

    /// The time of day at a steady time.
    package func date(at steady: Date) -> Date { now() + steady.timeIntervalSince(self.steady()) }
}
