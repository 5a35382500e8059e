import Dispatch
import ExperimentsCore
import Locks

/// The events that wait for one observer, told in order on a queue of its own.
final class ObserverQueue<Event: Sendable>: Sendable {
    private struct State {
        var waiting: [Event] = []
        var droppedCount = 0
        var isTelling = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "experiments.observer")
    private let limit: Int
    private let handler: @Sendable (Event) throws -> Void
    private let dropped: @Sendable (Int) throws -> Void

    /// - Parameters:
    ///   - limit: how many events wait at most.
    ///   - handler: called with each event. Errors that it throws are ignored, because no code waits for an observer.
    ///   - dropped: called with the number of events that were dropped.
    init(
        limit: Int = 1000, _ handler: @escaping @Sendable (Event) throws -> Void,
        dropped: @escaping @Sendable (Int) throws -> Void
    ) {
        (self.limit, self.handler, self.dropped) = (limit, handler, dropped)
    }

    /// Puts an event in line, and returns at once.
    func tell(_ event: Event) {
        // An observer that got the events it causes itself could go on for ever.
        guard ObserverUnderWay.id != ObjectIdentifier(self) else { return }
        let isFirst = state.withLock { state in
            guard state.waiting.count < limit else {
                state.droppedCount += 1
                return false
            }
            state.waiting.append(event)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if isFirst { queue.async { self.tellWaiting() } }
    }

    private func tellWaiting() {
        ObserverUnderWay.$id.withValue(ObjectIdentifier(self)) {
            while let (events, droppedCount) = next() {
                for event in events { try? handler(event) }
                if droppedCount > 0 { try? dropped(droppedCount) }
            }
        }
    }

    private func next() -> (events: [Event], droppedCount: Int)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            defer { (state.waiting, state.droppedCount) = ([], 0) }
            return (state.waiting, state.droppedCount)
        }
    }
}

/// The observer that is being told in this task or on this thread.
enum ObserverUnderWay {
    @TaskLocal static var id: ObjectIdentifier?
}
