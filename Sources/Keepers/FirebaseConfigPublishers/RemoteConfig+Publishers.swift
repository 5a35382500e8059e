import Dispatch
import ExperimentsCore
import FirebaseConfig
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Each publisher starts its work when it is created, and does it once, regardless of the number of subscribers. Values
/// arrive on any thread.
extension RemoteConfig {
    /// A fetch, if the last good one is older than the minimum interval.
    ///
    /// - Returns: a publisher of the status, or of `FirebaseFetchError`.
    public func fetchPublisher() -> Future<FetchStatus, any Error> {
        fetchPublisher(withExpirationDuration: settings.minimumFetchInterval)
    }

    /// A fetch, if the last good one is older than `expirationDuration` seconds.
    ///
    /// - Returns: as `fetchPublisher()`.
    public func fetchPublisher(
        withExpirationDuration expirationDuration: TimeInterval
    ) -> Future<FetchStatus, any Error> {
        Future { promise in
            let end = End(promise)
            self.fetch(withExpirationDuration: expirationDuration) { status, error in
                end.come(to: status, error)
            }
        }
    }

    /// Activates the fetched values.
    ///
    /// - Returns: a publisher of whether a different set is in use now.
    public func activatePublisher() -> Future<Bool, any Error> {
        Future { promise in
            let end = End(promise)
            self.activate { changed, error in end.come(to: changed, error) }
        }
    }

    /// A fetch, if the last good one is older than the minimum interval, and then an activation.
    ///
    /// - Returns: a publisher of how both ended, or of `FirebaseFetchError`.
    public func fetchAndActivatePublisher() -> Future<FetchAndActivateStatus, any Error> {
        Future { promise in
            let end = End(promise)
            self.fetchAndActivate { status, error in end.come(to: status, error) }
        }
    }
}

/// The promise of a publisher, which is fulfilled once and on one thread; unchecked, because its type is not
/// `Sendable`.
private struct End<Value>: @unchecked Sendable {
    private let promise: (Result<Value, any Error>) -> Void

    init(_ promise: @escaping (Result<Value, any Error>) -> Void) {
        self.promise = promise
    }

    func come(to value: Value, _ error: (any Error)?) {
        promise(error.map { .failure($0) } ?? .success(value))
    }
}

/// A client can be an observed object of a view, which is drawn again when other values are active.
extension RemoteConfig: ObservableObject {
    /// Publishes, on the main queue and soon after, that other values are active.
    public var objectWillChange: ObservableObjectPublisher {
        attachments.object { ChangeRelay(self) }.publisher
    }
}

/// Passes on activations; unchecked, because the publisher is safe to use from any thread but is not declared so.
private final class ChangeRelay: @unchecked Sendable {
    let publisher = ObservableObjectPublisher()
    private var observation: ObservationHandle?

    init(_ config: RemoteConfig) {
        observation = config.observeActivations { [weak self] _ in
            DispatchQueue.main.async { self?.publisher.send() }
        }
    }
}
