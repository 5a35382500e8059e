import ExperimentsCore

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension RemoteConfigService {
    /// The key's value: the one there is on subscription, then each other one.
    ///
    /// Every subscriber gets the value there is, also a second one of the same publisher. The first value arrives on the
    /// subscriber's thread; the others on the thread that brings a change, one after the other: to have them elsewhere,
    /// use ``remoteValuePublisher(for:as:on:)``. A subscriber that asks for values one by one gets the newest. The
    /// publisher finishes with the service.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - type: its value type.
    public func remoteValuePublisher<Value: RemoteValue>(
        for key: some RemoteKey, as type: Value.Type = Value.self
    ) -> AnyPublisher<Value, Never> {
        Deferred { [weak self] in
            let values = LatestValue<Value>()
            let observation = self?.observeRemoteValue(for: key, { values.send($0) }, end: { values.finish() })
            if observation == nil { values.finish() }
            return values.publisher.handleEvents(receiveCancel: { observation?.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// The key's value: the one there is, then each other one, all on `scheduler`.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - type: its value type.
    ///   - scheduler: where values arrive, for example the main queue.
    public func remoteValuePublisher<Value: RemoteValue>(
        for key: some RemoteKey, as type: Value.Type = Value.self, on scheduler: some Scheduler
    ) -> AnyPublisher<Value, Never> {
        remoteValuePublisher(for: key, as: type).receive(on: scheduler).eraseToAnyPublisher()
    }

    /// A fetch that begins now, whether or not anyone subscribes; its end arrives on any thread.
    ///
    /// Fetches at the same time are one. A failure is not remembered: the next call fetches again.
    ///
    /// - Returns: a publisher of one value when the fetch is over, or of `FetchFailure`.
    public func fetchPublisher(_ trigger: FetchTrigger = .app) -> AnyPublisher<Void, any Error> {
        Future { promise in
            let end = FetchEnd(promise)
            Task {
                do {
                    try await self.fetch(trigger)
                    end.promise(.success(()))
                } catch {
                    end.promise(.failure(error))
                }
            }
        }
        .eraseToAnyPublisher()
    }
}

/// A subject that hands its newest value to whoever subscribes.
///
/// Unchecked, because subjects are safe to use from any thread and do not say so.
private final class LatestValue<Value>: @unchecked Sendable {
    private let subject = CurrentValueSubject<Value?, Never>(nil)

    var publisher: some Publisher<Value, Never> { subject.compactMap { $0 } }

    func send(_ value: Value) {
        subject.send(value)
    }

    func finish() {
        subject.send(completion: .finished)
    }
}

/// The promise of a fetch, which is kept once and on one thread; unchecked, because its type does not say so.
private struct FetchEnd: @unchecked Sendable {
    let promise: (Result<Void, any Error>) -> Void

    init(_ promise: @escaping (Result<Void, any Error>) -> Void) {
        self.promise = promise
    }
}
