/// Whose state a store keeps. State of another project, app or namespace is of no use.
public struct StoreIdentity: Sendable, Hashable {
    /// The project's id.
    public let projectID: String
    /// The app's id.
    public let appID: String
    /// The namespace, usually `firebase`.
    public let namespace: String

    /// The identity of one app's state.
    public init(projectID: String, appID: String, namespace: String) {
        self.projectID = projectID
        self.appID = appID
        self.namespace = namespace
    }
}
