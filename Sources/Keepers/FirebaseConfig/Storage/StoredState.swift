import Foundation

/// All that a client keeps for its next start.
public struct StoredState: Sendable, Hashable {
    /// Who registered with the service.
    public var installation: Installation?
    /// The set that the last good fetch brought.
    public var fetched: FetchedConfig?
    /// The set that is in use.
    public var active: FetchedConfig?
    /// When the last good fetch was.
    public var lastSuccess: Date?
    /// A digest of what the service was told about the app in that fetch.
    public var contextDigest: String?
    /// The service's requests for rest.
    public var throttle: FetchThrottle
    /// What the app told about itself.
    var customSignals = CustomSignals()

    /// A state; that of a first start by default.
    public init(
        installation: Installation? = nil, fetched: FetchedConfig? = nil, active: FetchedConfig? = nil,
        lastSuccess: Date? = nil, contextDigest: String? = nil, throttle: FetchThrottle = FetchThrottle()
    ) {
        self.installation = installation
        self.fetched = fetched
        self.active = active
        self.lastSuccess = lastSuccess
        self.contextDigest = contextDigest
        self.throttle = throttle
    }
}
