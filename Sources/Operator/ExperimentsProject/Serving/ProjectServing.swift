import Foundation

/// The settings for serving a project to apps: `serve: {port: 4180, token: "${SERVE_TOKEN}"}`.
public struct ProjectServing: Sendable, Hashable {
    /// The address to listen on; nil for one that only this machine reaches.
    public var host: String?
    /// The port; 0 for any that is free, nil for the default.
    public var port: UInt16?
    /// The address at which apps reach the server behind a proxy, without a slash at the end; nil without a proxy.
    public var publicURL: URL?
    /// The token that every request must have; nil for none.
    public var token: Secret?
    /// The path of the certificate to serve https with; nil for http.
    public var certificate: String?
    /// The path of the certificate's private key; nil if there is no certificate.
    public var key: String?
    /// The origins whose web pages may send requests, besides those of this machine: `https://shop.example`, or `*` for
    /// all.
    public var allowedOrigins: [String]
    /// The names of additional sources to serve, each at a separate path.
    public var sources: [String]
    /// Whether names that no key declares are served, too.
    public var servesUndeclared: Bool
    /// Whether apps may get overrides in a production environment.
    public var allowsProductionOverrides: Bool
    /// Whether the dashboard also serves while it is open.
    public var startsWithDashboard: Bool
    /// The age up to which values are served while their source cannot be reached; nil for any.
    public var oldestStale: Duration?

    /// Creates settings, by default for this machine only and without a token.
    public init(
        host: String? = nil, port: UInt16? = nil, token: Secret? = nil, certificate: String? = nil,
        key: String? = nil, allowedOrigins: [String] = [], sources: [String] = [],
        servesUndeclared: Bool = false,
        allowsProductionOverrides: Bool = false, startsWithDashboard: Bool = true,
        oldestStale: Duration? = nil,
        publicURL: URL? = nil
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.allowedOrigins = allowedOrigins
        self.certificate = certificate
        self.key = key
        self.sources = sources
        self.servesUndeclared = servesUndeclared
        self.allowsProductionOverrides = allowsProductionOverrides
        self.startsWithDashboard = startsWithDashboard
        self.oldestStale = oldestStale
        self.publicURL = publicURL
    }
}
