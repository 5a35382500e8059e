/// What an `ActiveConfig` tells its observers.
public enum ActiveConfigEvent: Sendable {
    /// Another configuration is in force: after a download, or for another user.
    case changed(CurrentActiveConfig)
    /// A download brought an answer.
    case downloadFinished(ActiveConfigDownloadReport)
    /// A download changed nothing: there was no answer, or the document was refused.
    case downloadFailed(ActiveConfigDownloadFailure)
    /// A stored configuration could not be used, or one could not be stored. What is in force is in force all the same.
    case storeFailed(ActiveConfigStoreProblem)
}
