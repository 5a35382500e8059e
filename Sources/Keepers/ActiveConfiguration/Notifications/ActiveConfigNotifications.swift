import Foundation

extension Notification.Name {
    /// A configuration was downloaded and put in force for the first time ever.
    public static let activeConfigFirstDownloadFinished = Notification.Name(
        "ActiveConfigFirstDownloadFinishedNotification")

    /// A download brought an answer, whatever became of it. See ``ActiveConfigUserInfoKey`` for what it tells.
    public static let activeConfigDownloadUpdateFinished = Notification.Name(
        "ActiveConfigDownloadUpdateFinishedNotification")

    /// A download changed nothing: there was no answer, or the document was refused.
    public static let activeConfigDownloadFailed = Notification.Name("ActiveConfigDownloadFailedNotification")
}

/// What the notifications of an `ActiveConfig` carry in their user info. Their object is the `ActiveConfig`.
public enum ActiveConfigUserInfoKey {
    /// Whose configuration was downloaded: a `String`, or an `NSNull` for the shared one. In update-finished and failed.
    public static let userID = "user_id"
    /// The meta of the downloaded configuration, else of the one in force: a `JSONObject`. In update-finished.
    public static let meta = "meta"
    /// Whether the downloaded configuration was put in force: a `Bool`. In update-finished.
    public static let configWasSet = "config_was_set"
    /// Why nothing changed: an ``ActiveConfigDownloadFailure``. In failed.
    public static let failure = "failure"
}
