/// An update that a client fetched because the service announced a new template. It is not in use until `activate()`.
public struct RemoteConfigUpdate: Sendable, Hashable {
    /// The parameters that differ from those in use: added, removed, with another value, or with another experiment,
    /// rollout or personalization. Never empty.
    public let updatedKeys: Set<String>
    /// The version of the template; nil if the service did not say.
    public let templateVersion: Int64?

    /// Creates an update.
    public init(updatedKeys: Set<String>, templateVersion: Int64? = nil) {
        self.updatedKeys = updatedKeys
        self.templateVersion = templateVersion
    }
}
