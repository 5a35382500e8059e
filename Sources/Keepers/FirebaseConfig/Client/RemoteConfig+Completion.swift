import Foundation

/// The same operations with completion handlers. A handler is called on any thread, before the notification is posted.
extension RemoteConfig {
    /// Fetches if the last good fetch is older than `expirationDuration` seconds.
    ///
    /// - Parameters:
    ///   - expirationDuration: the age in seconds; nil for the minimum interval of the settings.
    ///   - completionHandler: called with the status, and the error if there is one.
    public func fetch(
        withExpirationDuration expirationDuration: TimeInterval? = nil,
        completionHandler: @escaping @Sendable (FetchStatus, (any Error)?) -> Void
    ) {
        if isPreview { return completionHandler(.success, nil) }
        let expiration = expirationDuration ?? settings.minimumFetchInterval
        Task.detached {
            let result = await self.fetched(expiration: expiration, kind: .base, byHand: false)
            completionHandler(FetchStatus(result), result.error)
            self.postFetched(result)
        }
    }

    /// Activates the values that were fetched last.
    ///
    /// - Parameter completion: called with true if other values are in use now. The error is always nil.
    public func activate(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        let changed = activated()
        completion(changed, nil)
        postActivated(changed: changed)
    }

    /// Fetches if the last good fetch is older than the minimum interval, and activates the values that were fetched
    /// last.
    ///
    /// - Parameter completionHandler: called with the status, and the error if there is one. After an error, nothing
    ///   was activated.
    public func fetchAndActivate(
        completionHandler: @escaping @Sendable (FetchAndActivateStatus, (any Error)?) -> Void
    ) {
        if isPreview { return completionHandler(.successUsingPreFetchedData, nil) }
        let expiration = settings.minimumFetchInterval
        Task.detached {
            let result = await self.fetched(expiration: expiration, kind: .base, byHand: false)
            switch result {
            case .success(let outcome):
                let changed = self.activated()
                await self.keeper.flush()
                completionHandler(FetchAndActivateStatus(outcome), nil)
                self.postFetched(result)
                self.postActivated(changed: changed)
            case .failure(let error):
                completionHandler(.error, error)
                self.postFetched(result)
            }
        }
    }

    /// Starts to fetch and activate without waiting. Notifications report the result.
    public func update() {
        fetchAndActivate { _, _ in }
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
