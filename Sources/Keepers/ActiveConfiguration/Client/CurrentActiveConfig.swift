import ExperimentsCore
import Foundation

/// The configuration in force at one moment, with its user and its origin.
public struct CurrentActiveConfig: Sendable {
    /// The content of the configuration.
    public let state: ActiveConfigState
    /// The user it is in force for; nil for no user in particular.
    public let userID: String?
    /// Where it comes from.
    public let origin: ActiveConfigOrigin
    /// The server's entity tag for it; nil if it was not downloaded or the server gave none.
    public let etag: String?
    /// When it was downloaded, in this launch or an earlier one; nil if it was not.
    public let downloadedAt: Date?
    /// The number of changes before this one in the same `ActiveConfig`: the greater number is the newer configuration.
    public let revision: Int
    /// Why configurations that come earlier in the order of preference could not be used.
    public let problems: [ActiveConfigStoreProblem]

    /// Whether the store holds it as the user's own. If it could not be stored, the next download tries again.
    var isStored: Bool
}

extension CurrentActiveConfig {
    init(_ found: FallbackChain.Found, for userID: String?, revision: Int) {
        self.init(
            state: found.state, userID: userID, origin: found.origin, etag: found.etag,
            downloadedAt: found.downloadedAt, revision: revision, problems: found.problems,
            isStored: found.origin == .own)
    }
}
