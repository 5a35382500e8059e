import FirebaseConfig
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Each publisher begins its work when it is made, and once, however many subscribe. Values arrive on any thread.
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
            self.fetch(withExpirationDuration: expirationDuration) { status, error in end.come(to: status, error) }
        }
    }

    /// Puts the fetched values in use.
    ///
    /// - Returns: a publisher of whether another set is in use now.
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

/// The promise of a publisher, which is kept once and on one thread; unchecked, because its type does not say so.
private struct End<Value>: @unchecked Sendable {
    private let promise: (Result<Value, any Error>) -> Void

    init(_ promise: @escaping (Result<Value, any Error>) -> Void) {
        self.promise = promise
    }

    func come(to value: Value, _ error: (any Error)?) {
        promise(error.map { .failure($0) } ?? .success(value))
    }
}
