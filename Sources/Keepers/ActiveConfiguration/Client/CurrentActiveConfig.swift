import Foundation

/// The configuration in force at one moment, and whose it is.
public struct CurrentActiveConfig: Sendable {
    /// What the configuration says.
    public let state: ActiveConfigState
    /// The user it is in force for; nil for no user in particular.
    public let userID: String?
    /// Where it comes from.
    public let origin: ActiveConfigOrigin
    /// The tag by which the server recognises it, if it is the user's own and the server gave one.
    public let etag: String?
    /// When it was downloaded, in this launch or an earlier one; nil if it was not.
    public let downloadedAt: Date?
    /// Counts the changes of one `ActiveConfig`: of two configurations, the one with the greater number is newer.
    public let revision: Int
    /// Why something that would have been preferred could not be used.
    public let problems: [ActiveConfigStoreProblem]
}
