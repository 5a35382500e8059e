import Dispatch
import Foundation
import Locks

/// Events from any thread, for the one thread that waits for them.
final class EventQueue<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let arrival = DispatchSemaphore(value: 0)

    /// The number of waiting events.
    var count: Int { events.withLock(\.count) }

    func post(_ event: Event) {
        events.withLock { $0.append(event) }
        arrival.signal()
    }

    /// The longest wait for a deadline. A clock that is set meanwhile is noticed after it.
    private static var longestWait: TimeInterval { 60 }

    /// The next event; nil if none came until the deadline, or within a minute before it. Without one, waits for as long
    /// as it takes.
    func next(until deadline: Date? = nil) -> Event? {
        // Not until a time of the clock on the wall: the user may set it back.
        let end: DispatchTime =
            deadline.map { .now() + min(max(0, $0.timeIntervalSinceNow), Self.longestWait) } ?? .distantFuture
        guard arrival.wait(timeout: end) == .success else { return nil }
        return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
