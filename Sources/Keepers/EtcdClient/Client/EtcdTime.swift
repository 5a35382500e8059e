import ExperimentsCore

/// The clock and random numbers of the client. Tests have their own.
package struct EtcdTime: Sendable {
    /// Returns the time since some moment. It never goes back, even if the clock is changed.
    package var now: @Sendable () -> Duration
    /// Waits, or throws when the task is cancelled.
    package var pause: @Sendable (Duration) async throws -> Void
    /// Returns a random number from 0 up to 1.
    package var fraction: @Sendable () -> Double

    /// Creates a time.
    package init(
        now: @escaping @Sendable () -> Duration, pause: @escaping @Sendable (Duration) async throws -> Void,
        fraction: @escaping @Sendable () -> Double
    ) {
        (self.now, self.pause, self.fraction) = (now, pause, fraction)
    }

    /// The system's clock and random numbers.
    package static var system: EtcdTime {
        let start = ContinuousClock.now
        return EtcdTime(
            now: { ContinuousClock.now - start }, pause: { try await Task.sleep(for: $0) },
            fraction: { Double.random(in: 0..<1) })
    }
}
