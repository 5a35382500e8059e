/// What a client fetched because the service said that a template is out. It is not in use until `activate()`.
public struct RemoteConfigUpdate: Sendable, Hashable {
    /// The parameters that differ from those in use: added, removed, of another value, or touched by another
    /// experiment, rollout or personalization. Never empty.
    public let updatedKeys: Set<String>
    /// The version of the template; nil if the service did not say.
    public let templateVersion: Int64?

    /// An update.
    public init(updatedKeys: Set<String>, templateVersion: Int64? = nil) {
        self.updatedKeys = updatedKeys
        self.templateVersion = templateVersion
    }
}
