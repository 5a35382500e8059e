import Foundation

extension RemoteConfig {
    /// Posted after each fetch, whether it succeeded or failed, by the client that fetched.
    ///
    /// Its user info holds `status`, the number of the `FetchStatus` (`FetchStatus.code`), and `error` where there is
    /// one. It is posted on the thread that ends the fetch, after the caller's completion handler has run; where the
    /// caller waits with `await`, just before its wait ends. Fetches of a caller that was cancelled are not told; those
    /// that follow an announcement of the service are told to whoever listens for updates.
    public static let didFetchNotification = Notification.Name("RemoteConfig.didFetchNotification")

    /// Posted after each activation, by the client that activated.
    ///
    /// Its user info holds `changed`: whether another set is in use now. It is posted on the thread that activates,
    /// after the caller's completion handler has run.
    public static let didActivateNotification = Notification.Name("RemoteConfig.didActivateNotification")

    /// The names of what notifications hold.
    public enum NotificationField {
        /// The number of a `FetchStatus`.
        public static let status = "status"
        /// The error of a fetch that failed.
        public static let error = "error"
        /// Whether an activation put another set to use.
        public static let changed = "changed"
    }

    func postFetched(_ result: Result<FetchReceipt, any Error>) {
        guard !isPreview else { return }
        var info: [AnyHashable: Any] = [NotificationField.status: NSNumber(value: FetchStatus(result).code)]
        if case .failure(let error) = result {
            guard !(error is CancellationError) else { return }
            info[NotificationField.error] = error
        }
        notificationCenter.post(name: Self.didFetchNotification, object: self, userInfo: info)
    }

    func postActivated(changed: Bool) {
        guard !isPreview else { return }
        notificationCenter.post(
            name: Self.didActivateNotification, object: self,
            userInfo: [NotificationField.changed: NSNumber(value: changed)])
    }
}
