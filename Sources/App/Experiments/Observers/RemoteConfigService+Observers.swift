import ExperimentsCore

extension RemoteConfigService {
    /// Tells an observer what happens, until the returned handle is cancelled or released.
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
    /// The calls come on a queue of its own, as an ``ExperimentsObserver`` gets them.
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
        case .key(.incorrect(let key, let problem, let supplier)): try observer.didRefuse(key, problem, by: supplier)
        case .key(.exposure(let exposure)): try observer.didExpose(exposure)
        case .key(.action(let event)): try observer.didTrack(event)
        case .key(.misread(let mismatch)): try observer.didMisread(mismatch)
        case .key(.misdeclared(let problem)): try observer.didFindMisdeclared(problem)
        case .key(.pending(let key)): try observer.willChange(key)
        }
    }
}
