import Dispatch
import Foundation
import Locks

/// Events from any thread, for the one thread that waits for them.
final class EventQueue<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let arrival = DispatchSemaphore(value: 0)

    /// The number of waiting events.
    var count: Int { events.withLock(\.count) }

    /// Adds an event.
    func post(_ event: Event) {
        events.withLock { $0.append(event) }
        arrival.signal()
    }

    /// The next event; nil if none came until the deadline. Without one, waits for as long as it takes.
    func next(until deadline: Date? = nil) -> Event? {
        let end: DispatchWallTime =
            deadline.map { .now() + max(0, $0.timeIntervalSinceNow) } ?? .distantFuture
        guard arrival.wait(wallTimeout: end) == .success else { return nil }
        return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
