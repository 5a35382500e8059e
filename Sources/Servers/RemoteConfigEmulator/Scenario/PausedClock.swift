import ExperimentsLocks

/// A clock for a scenario that waits while a person edits or publishes a template: their edits are then not based on an
/// old version when they publish.
package final class PausedClock<Base: Clock>: Clock where Base.Duration == Duration {
    private let base: Base
    private let pause: Duration
    private let end = Mutex<Base.Instant?>(nil)

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - base: measures the time.
    ///   - pause: the time that every sleep lasts, at least, after a person did something.
    package init(_ base: Base, pause: Duration) { (self.base, self.pause) = (base, pause) }

    package var now: Base.Instant { base.now }
    package var minimumResolution: Duration { base.minimumResolution }

    /// Notes that a person did something, so that sleepers wait.
    package func note() { end.withLock { $0 = base.now.advanced(by: pause) } }

    package func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline, tolerance: tolerance)
        while let end = end.withLock({ $0 }), end > base.now {
            try await base.sleep(until: end, tolerance: tolerance)
        }
    }
}
