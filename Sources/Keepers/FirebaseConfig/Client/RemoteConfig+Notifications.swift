import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// Posted after each fetch, whether it succeeded or failed, by the client that fetched.
    ///
    /// The user info contains `status`, the number of the `FetchStatus` (`FetchStatus.code`), and `error` if there is
    /// one. The notification is posted on the thread on which the fetch ends: after the completion handler of the
    /// caller has run, or just before an `await` of the caller returns. It is not posted for a caller that was
    /// cancelled. The fetches that follow an announcement of the service are reported to the listeners for updates
    /// instead.
    public static let didFetchNotification = Notification.Name("RemoteConfig.didFetchNotification")

    /// Posted after each activation, by the client that activated.
    ///
    /// The user info contains `changed`: whether other values are in use now. The notification is posted on the thread
    /// that activates, after the caller's completion handler has run.
    public static let didActivateNotification = Notification.Name("RemoteConfig.didActivateNotification")

    /// The names of the entries in the user info of notifications.
    public enum NotificationField {
        /// The number of a `FetchStatus`.
        public static let status = "status"
        /// The error of a fetch that failed.
        public static let error = "error"
        /// Whether other values are in use after an activation.
        public static let changed = "changed"
    }

    func postFetched(_ result: Result<FetchOutcome, any Error>) {
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
