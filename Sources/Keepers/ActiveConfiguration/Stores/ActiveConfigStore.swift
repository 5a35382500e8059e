/// Keeps the last configuration of each user, so that the next launch begins with it.
///
/// A store keeps a user's own configuration only: what to use for a user who has none is decided by `ActiveConfig`.
/// The calls of one `ActiveConfig` come one after another, on any thread, and must not call back into it.
public protocol ActiveConfigStore: Sendable {
    /// The last configuration that was kept for a user; nil if there is none.
    ///
    /// - Parameter userID: the user; nil for the configuration that is shared by all.
    /// - Throws: why what was kept cannot be used.
    func configuration(for userID: String?) throws -> StoredActiveConfig?

    /// Keeps `configuration` for a user, in place of what was kept before; nil forgets it.
    ///
    /// - Throws: why it could not be kept; what was kept before is then still there.
    func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws

    /// Whether a configuration was ever downloaded, in this launch or an earlier one.
    var firstDownloadFinished: Bool { get }

    /// Keeps that a configuration was downloaded.
    func noteFirstDownload() throws
}
