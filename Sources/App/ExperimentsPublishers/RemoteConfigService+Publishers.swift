import ExperimentsCore

// The publishers come from Combine on systems that have it, and from OpenCombine elsewhere. Code that uses them refers to
// `AnyPublisher` and the other types without naming the module.
#if canImport(Combine)
@_exported import Combine
#else
@_exported import OpenCombine
#endif

extension RemoteConfigService {
    /// Returns a publisher of the current value of a key, and then of each new value.
    ///
    /// Every subscriber gets the current value first. It arrives on the thread of the subscriber. The others arrive on
    /// the thread that causes the change, one after the other; use ``remoteValuePublisher(for:as:on:)`` to get them
    /// elsewhere. A subscriber that demands one value at a time gets the newest. The publisher finishes when the
    /// service is released.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - type: the type of its values.
    public func remoteValuePublisher<Value: RemoteValue>(
        for key: some RemoteKey, as type: Value.Type = Value.self
    ) -> AnyPublisher<Value, Never> {
        Deferred { [weak self] in
            // Subjects can be used from any thread, but are not declared as sendable.
            nonisolated(unsafe) let values = CurrentValueSubject<Value?, Never>(nil)
            let observation = self?.observeRemoteValue(
                for: key, { values.send($0) }, end: { values.send(completion: .finished) })
            if observation == nil { values.send(completion: .finished) }
            return values.compactMap(\.self).handleEvents(receiveCancel: { observation?.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// Returns a publisher of the current value of a key, and then of each new value, all on a scheduler.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - type: the type of its values.
    ///   - scheduler: the scheduler on which values arrive, for example the main queue.
    public func remoteValuePublisher<Value: RemoteValue>(
        for key: some RemoteKey, as type: Value.Type = Value.self, on scheduler: some Scheduler
    ) -> AnyPublisher<Value, Never> {
        remoteValuePublisher(for: key, as: type).receive(on: scheduler).eraseToAnyPublisher()
    }

    /// Starts a fetch immediately, and returns a publisher of its result, which arrives on any thread.
    ///
    /// Calls at the same time share one fetch. After a failure, the next call fetches again.
    ///
    /// - Parameter trigger: what caused the fetch.
    /// - Returns: a publisher that sends one value when the fetch has succeeded, or fails with `FetchFailure`.
    public func fetchPublisher(_ trigger: FetchTrigger = .app) -> AnyPublisher<Void, any Error> {
        Future { promise in
            // Called once, on one thread, but not declared as sendable.
            nonisolated(unsafe) let promise = promise
            Task {
                do {
                    try await self.fetch(trigger)
                    promise(.success(()))
                } catch {
                    promise(.failure(error))
                }
            }
        }
        .eraseToAnyPublisher()
    }
}
