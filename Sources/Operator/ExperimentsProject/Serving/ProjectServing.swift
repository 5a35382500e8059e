/// How a project is served to apps: `serve: {port: 4180, token: "${SERVE_TOKEN}"}`.
public struct ProjectServing: Sendable, Hashable {
    /// The address to listen on; nil for one that only this machine reaches.
    public var host: String?
    /// The port; 0 for any that is free, nil for the usual one.
    public var port: UInt16?
    /// What every request has to show; nil for nothing.
    public var token: Secret?
    /// The origins whose web pages may ask, beside those of this machine: `https://shop.example`, or `*` for all.
    public var allowedOrigins: [String]
    /// The names of further sources that are served, each at a path of its own.
    public var sources: [String]
    /// Whether names that a source holds and no key declares are served, too.
    public var servesUndeclared: Bool
    /// Whether apps may get overrides over the values of an environment that is called production.
    public var allowsProductionOverrides: Bool
    /// Whether the dashboard serves, too, as long as it is open.
    public var startsWithDashboard: Bool

    /// How a project is served; by default on this machine, to everybody there.
    public init(
        host: String? = nil, port: UInt16? = nil, token: Secret? = nil, allowedOrigins: [String] = [],
        sources: [String] = [], servesUndeclared: Bool = false, allowsProductionOverrides: Bool = false,
        startsWithDashboard: Bool = true
    ) {
        (self.host, self.port, self.token, self.allowedOrigins) = (host, port, token, allowedOrigins)
        (self.sources, self.servesUndeclared) = (sources, servesUndeclared)
        self.allowsProductionOverrides = allowsProductionOverrides
        self.startsWithDashboard = startsWithDashboard
    }
}
