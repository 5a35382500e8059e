import Dispatch
import ExperimentsCore
import ExperimentsLocks

extension RemoteConfigService {
    /// Sends events to an observer until the returned handle is cancelled or released.
    public func observe(with observer: some ExperimentsObserver) -> ObservationHandle {
        let queue = ObserverQueue<ObservedEvent>(
            { try $0.tell(observer) }, dropped: { try observer.didDrop($0) })
        let keys = observeKeyEvents { queue.tell(.key($0)) }
        let fetches = observe { (event: ServiceEvent) in
            if case .fetchFinished(let record) = event { queue.tell(.fetch(record)) }
        }
        return ObservationHandle {
            keys.cancel()
            fetches.cancel()
        }
    }

    /// Calls `handler` with the events of some kinds, until the returned handle is cancelled or released.
    ///
    /// ```swift
    /// let observation = service.observe(.missing, .incorrect) { event in print(event) }
    /// ```
    ///
    /// The handler is called on a separate queue, as an ``ExperimentsObserver`` is.
    public func observe(
        _ kind: KeyEvent.Kind, _ others: KeyEvent.Kind...,
        handler: @escaping @Sendable (KeyEvent) throws -> Void
    ) -> ObservationHandle {
        let kinds = Set(others + [kind])
        let queue = ObserverQueue<KeyEvent>(handler, dropped: { _ in })
        return observeKeyEvents { event in
            if kinds.contains(event.kind) { queue.tell(event) }
        }
    }
}

/// An event for observers.
private enum ObservedEvent: Sendable {
    case key(KeyEvent)
    case fetch(FetchRecord)

    func tell(_ observer: some ExperimentsObserver) throws {
        switch self {
        case .fetch(let record): try observer.didFetch(record)
        case .key(.missing(let key)): try observer.didMiss(key)
        case .key(.incorrect(let key, let problem, let supplier)):
            try observer.didRefuse(key, problem, by: supplier)
        case .key(.exposure(let exposure)): try observer.didExpose(exposure)
        case .key(.action(let event)): try observer.didTrack(event)
        case .key(.misread(let mismatch)): try observer.didMisread(mismatch)
        case .key(.misdeclared(let problem)): try observer.didFindMisdeclared(problem)
        case .key(.pending(let key)): try observer.willChange(key)
        }
    }
}

/// The events waiting for one observer, which gets them in order on a separate queue.
final class ObserverQueue<Event: Sendable>: Sendable {
    private let state = Mutex((waiting: [Event](), droppedCount: 0, isTelling: false))
    private let queue = DispatchQueue(label: "experiments.observer")
    private let limit: Int
    private let handler: @Sendable (Event) throws -> Void
    private let dropped: @Sendable (Int) throws -> Void

    /// - Parameters:
    ///   - limit: the maximum number of waiting events.
    ///   - handler: called with each event. Errors that it throws are ignored.
    ///   - dropped: called with the number of events that were dropped.
    init(
        limit: Int = 1000, _ handler: @escaping @Sendable (Event) throws -> Void,
        dropped: @escaping @Sendable (Int) throws -> Void
    ) {
        self.limit = limit
        self.handler = handler
        self.dropped = dropped
    }

    /// Appends an event to the queue, and returns without waiting for the observer.
    func tell(_ event: Event) {
        // An observer that got the events it causes itself could go on forever.
        guard observerUnderWay != ObjectIdentifier(self) else { return }
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
        $observerUnderWay.withValue(ObjectIdentifier(self)) {
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

/// The observer that is handling an event in this task or on this thread.
@TaskLocal private var observerUnderWay: ObjectIdentifier?
