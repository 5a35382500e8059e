/// How to reach a backend of ActiveConfig.
public struct ActiveConfigSourceSettings: Sendable, Hashable {
    /// Where configurations are, with `{user}` in place of the user's ID: `https://example.com/active_config?userID={user}`.
    public var url: String
    /// The user whose configuration is shown; nil for no user in particular.
    public var user: String?
    /// What authorizes requests, sent as `Authorization: Bearer`; nil for nothing.
    public var token: Secret?
    /// The path of a JSON file with the configuration that the app is delivered with.
    public var bootstrapped: String?

    /// Settings.
    public init(url: String, user: String? = nil, token: Secret? = nil, bootstrapped: String? = nil) {
        self.url = url
        self.user = user
        self.token = token
        self.bootstrapped = bootstrapped
    }
}
