import Foundation

/// The same operations for callers that do not wait. Handlers run on any thread, and before the notification.
extension RemoteConfig {
    /// Fetches if the last good fetch is older than `expirationDuration` seconds.
    ///
    /// - Parameters:
    ///   - expirationDuration: the age in seconds; nil for the minimum interval of the settings.
    ///   - completionHandler: gets the status, and the error where there is one.
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

    /// Puts the fetched set to use.
    ///
    /// - Parameter completion: gets whether another set is in use now. There is never an error.
    public func activate(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        let changed = activated()
        completion(changed, nil)
        postActivated(changed: changed)
    }

    /// Fetches if the last good fetch is older than the minimum interval, and activates what there is.
    ///
    /// - Parameter completionHandler: gets the status, and the error where there is one; nothing is activated then.
    public func fetchAndActivate(
        completionHandler: @escaping @Sendable (FetchAndActivateStatus, (any Error)?) -> Void
    ) {
        if isPreview { return completionHandler(.successUsingPreFetchedData, nil) }
        let expiration = settings.minimumFetchInterval
        Task.detached {
            let result = await self.fetched(expiration: expiration, kind: .base, byHand: false)
            switch result {
            case .success(let receipt):
                let changed = self.activated()
                await self.keeper.flush()
                completionHandler(FetchAndActivateStatus(receipt), nil)
                self.postFetched(result)
                self.postActivated(changed: changed)
            case .failure(let error):
                completionHandler(.error, error)
                self.postFetched(result)
            }
        }
    }

    /// Begins to fetch and activate, and does not wait: notifications tell how it ended.
    public func update() {
        fetchAndActivate { _, _ in }
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
