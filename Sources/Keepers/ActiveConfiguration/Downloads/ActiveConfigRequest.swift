/// What a downloader is asked for.
public struct ActiveConfigRequest: Sendable, Hashable {
    /// Whose configuration; nil for the one that is shared by all.
    public let userID: String?
    /// The tag of the configuration that this user has now: the answer may be that it is still the same.
    public let etag: String?

    /// A request.
    public init(userID: String?, etag: String? = nil) {
        self.userID = userID
        self.etag = etag
    }
}
