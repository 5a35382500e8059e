import Dispatch
import ExperimentsCore
import Foundation

extension ActiveConfig {
    /// Whether a configuration was ever downloaded and put in force, in this launch or an earlier one.
    public var firstConfigDownloadFinished: Bool { store.firstDownloadFinished }

    // All notifications go through the listener queue: they come after the calls of listeners that the same download caused.

    func postFirstDownloadFinished() {
        listenerQueue.async {
            self.notificationCenter.post(name: .activeConfigFirstDownloadFinished, object: self)
        }
    }

    /// Posts the result of a download. A refused document is posted as failed and then, because there was an answer, as
    /// finished without being set.
    func post(_ result: DownloadResult) {
        switch result {
        case .success(let report):
            postUpdateFinished(userID: report.userID, meta: report.meta, configWasSet: report.configWasSet)
        case .failure(let failure):
            listenerQueue.async {
                self.notificationCenter.post(
                    name: .activeConfigDownloadFailed, object: self,
                    userInfo: [
                        ActiveConfigUserInfoKey.userID: Self.userInfo(failure.userID),
                        ActiveConfigUserInfoKey.failure: failure,
                    ])
            }
            if failure.invalid != nil {
                postUpdateFinished(userID: failure.userID, meta: currentConfigurationMeta, configWasSet: false)
            }
        }
    }

    private func postUpdateFinished(userID: String?, meta: JSONObject, configWasSet: Bool) {
        listenerQueue.async {
            self.notificationCenter.post(
                name: .activeConfigDownloadUpdateFinished, object: self,
                userInfo: [
                    ActiveConfigUserInfoKey.userID: Self.userInfo(userID), ActiveConfigUserInfoKey.meta: meta,
                    ActiveConfigUserInfoKey.configWasSet: configWasSet,
                ])
        }
    }

    private static func userInfo(_ userID: String?) -> Any {
        userID ?? NSNull()
    }
}

extension Notification.Name {
    /// A configuration was downloaded and put in force for the first time ever.
    public static let activeConfigFirstDownloadFinished = Notification.Name(
        "ActiveConfigFirstDownloadFinishedNotification")

    /// A download ended with an answer, whether or not that was put in force. Its user info has the members of
    /// ``ActiveConfigUserInfoKey``.
    public static let activeConfigDownloadUpdateFinished = Notification.Name(
        "ActiveConfigDownloadUpdateFinishedNotification")

    /// A download changed nothing: there was no answer, or the document was refused.
    public static let activeConfigDownloadFailed = Notification.Name("ActiveConfigDownloadFailedNotification")
}

/// The keys of the user info of an `ActiveConfig`'s notifications. Their object is the `ActiveConfig`.
public enum ActiveConfigUserInfoKey {
    /// The user whose configuration was asked for: a `String`, or an `NSNull` for the shared one. In update-finished and
    /// failed.
    public static let userID = "user_id"
    /// The `meta` of the downloaded configuration or, if there was none, of the one in force: a `JSONObject`. In
    /// update-finished.
    public static let meta = "meta"
    /// Whether the downloaded configuration was put in force: a `Bool`. In update-finished.
    public static let configWasSet = "config_was_set"
    /// Why nothing changed: an ``ActiveConfigDownloadFailure``. In failed.
    public static let failure = "failure"
}
