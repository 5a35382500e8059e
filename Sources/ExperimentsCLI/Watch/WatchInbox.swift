import Dispatch
import ExperimentsCore
import Foundation
import Synchronization

/// Events of a service, for the one thread that waits for them.
final class WatchInbox: Sendable {
    private let events = Mutex<[ServiceEvent]>([])
    private let arrival = DispatchSemaphore(value: 0)

    /// Adds an event.
    func post(_ event: ServiceEvent) {
        events.withLock { $0.append(event) }
        arrival.signal()
    }

    /// The next event; nil where none came until the deadline. Without one, waits for as long as it takes.
    func next(until deadline: Date?) -> ServiceEvent? {
        let end: DispatchWallTime =
            deadline.map { .now() + max(0, $0.timeIntervalSinceNow) } ?? .distantFuture
        guard arrival.wait(wallTimeout: end) == .success else { return nil }
        return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
