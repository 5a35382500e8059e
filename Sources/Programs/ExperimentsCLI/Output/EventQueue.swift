import Dispatch
import ExperimentsLocks
import Foundation

/// Events from any thread, for one thread that waits for them.
final class EventQueue<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let arrival = DispatchSemaphore(value: 0)

    /// The number of waiting events.
    var count: Int { events.withLock(\.count) }

    func post(_ event: Event) {
        events.withLock { $0.append(event) }
        arrival.signal()
    }

    /// The longest wait for a deadline. After it, a change to the clock is noticed.
    private static var longestWait: TimeInterval { 60 }

    /// Returns the next event; nil if there was none before the deadline, or for a minute. Without a deadline, waits
    /// without a limit.
    func next(until deadline: Date? = nil) -> Event? {
        // Do not wait until a time of day, because the user may set the clock back.
        let end: DispatchTime =
            deadline.map { .now() + min(max(0, $0.timeIntervalSinceNow), Self.longestWait) } ?? .distantFuture
        guard arrival.wait(timeout: end) == .success else { return nil }
        return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// The result of asynchronous work, for a thread that waits for it.
final class Promise<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isFulfilled = DispatchSemaphore(value: 0)

    /// Starts `work` in the background.
    init(_ work: @escaping @Sendable () async throws -> Value) {
        Task.detached {
            do {
                self.fulfil(.success(try await work()))
            } catch {
                self.fulfil(.failure(error))
            }
        }
    }

    /// Returns the result; nil if there is none by the deadline.
    func result(by deadline: DispatchTime) -> Result<Value, any Error>? {
        guard isFulfilled.wait(timeout: deadline) == .success else { return nil }
        // Let the next call return, too.
        isFulfilled.signal()
        return result.withLock { $0 }
    }

    private func fulfil(_ new: Result<Value, any Error>) {
        result.withLock { $0 = new }
        isFulfilled.signal()
    }
}
