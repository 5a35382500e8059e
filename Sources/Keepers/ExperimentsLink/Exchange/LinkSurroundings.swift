import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

/// The network, the time and the randomness that a link uses. Tests supply their own.
struct LinkSurroundings: Sendable {
    /// Sends requests.
    var transport: any StreamingTransport
    /// The time since any fixed moment. It goes on while the device sleeps, and no change of its clock moves it.
    var now: @Sendable () -> Duration
    /// Waits until that time has come.
    var wait: @Sendable (_ until: Duration) async throws -> Void
    /// The time by the device's clock.
    var date: @Sendable () -> Date
    /// A random number from 0 up to 1.
    var fraction: @Sendable () -> Double
    /// Tells of each change of the network, and whether it can be used.
    var watchNetwork: @Sendable (@escaping @Sendable (_ isUsable: Bool) -> Void) -> ObservationHandle?

    /// Whether the app is to follow its link at all.
    var presence = AppPresence()

    /// The real world.
    static var real: LinkSurroundings {
        let start = ContinuousClock.now
        return LinkSurroundings(
            transport: SystemTransport(), now: { start.duration(to: .now) },
            wait: { try await Task.sleep(until: start + $0, tolerance: .milliseconds(50), clock: .continuous) },
            date: { Date() }, fraction: { Double.random(in: 0..<1) }, watchNetwork: NetworkPath.watch,
            presence: .system)
    }
}
