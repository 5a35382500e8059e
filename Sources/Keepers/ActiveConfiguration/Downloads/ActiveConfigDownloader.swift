/// Brings configuration documents from somewhere.
public protocol ActiveConfigDownloader: Sendable {
    /// Downloads a user's configuration.
    ///
    /// It is called at most once at a time for one user, and for several users at once.
    ///
    /// - Throws: why there is no answer; a `FetchFailure` where status and size are worth telling.
    func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload
}
