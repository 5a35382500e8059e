import ExperimentsCore

/// Time and chance, as the client needs them. Tests have their own.
package struct EtcdTime: Sendable {
    /// The time that has passed since some moment; it never goes back, whatever is done to the clock.
    package var now: @Sendable () -> Duration
    /// Waits, or throws when the task is cancelled.
    package var pause: @Sendable (Duration) async throws -> Void
    /// A random number from 0 up to 1.
    package var fraction: @Sendable () -> Double

    /// Creates a time.
    package init(
        now: @escaping @Sendable () -> Duration, pause: @escaping @Sendable (Duration) async throws -> Void,
        fraction: @escaping @Sendable () -> Double
    ) {
        (self.now, self.pause, self.fraction) = (now, pause, fraction)
    }

    /// The system's.
    package static var system: EtcdTime {
        let start = ContinuousClock.now
        return EtcdTime(
            now: { ContinuousClock.now - start }, pause: { try await Task.sleep(for: $0) },
            fraction: { Double.random(in: 0..<1) })
    }
}
