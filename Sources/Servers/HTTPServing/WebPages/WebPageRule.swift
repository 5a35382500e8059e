/// Which requests a server on this machine answers, of those that a web page could have caused.
///
/// Every page that is open in a browser here can send requests to this machine, and a page whose name leads to this
/// machine all of a sudden (DNS rebinding) can read the answers, too. Both show: in `Host`, in `Origin` and in
/// `Sec-Fetch-Site`, none of which a page can set. Apps, SDKs and tools send no `Origin`, and they are let in.
public struct WebPageRule: Sendable, Hashable {
    /// Names that the server may be called by, beside those of loopback: `host.docker.internal`, `my-mac.local`.
    public var hosts: Set<String>
    /// Whether the server may be called by any address, because others than this machine are to reach it. No name server
    /// is asked for an address: none can lead a page here.
    public var acceptsAddresses: Bool
    /// The origins whose pages may ask for everything.
    public var origins: Set<WebOrigin>
    /// Whether pages of every origin may ask for what is for apps.
    public var acceptsAllOrigins: Bool

    /// Whom an endpoint is for.
    public enum Audience: Sendable, Hashable {
        /// Apps: pages that this machine serves may ask, too, as apps that are being made do.
        case apps
        /// Operators: only pages of `origins` may ask.
        case operators
    }

    /// Why a request is not answered.
    public enum Refusal: Error, Sendable, Hashable {
        /// It names a host that is not this server's.
        case misdirected(host: String)
        /// A page of this origin caused it; nil where the browser did not say which.
        case foreign(origin: String?)
    }

    /// By which the Android emulator's apps call the machine that it runs on.
    private static let androidHost = "10.0.2.2"

    /// A rule; by default for a server that only this machine reaches, without pages of others.
    public init(
        hosts: Set<String> = [], acceptsAddresses: Bool = false, origins: Set<WebOrigin> = [],
        acceptsAllOrigins: Bool = false
    ) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.acceptsAddresses = acceptsAddresses
        self.origins = origins
        self.acceptsAllOrigins = acceptsAllOrigins
    }

    /// Judges a request by its header fields `Host`, `Origin` and `Sec-Fetch-Site`.
    ///
    /// - Parameter checksHost: whether the server has to be called by a name of its own. Who asks for a token needs no
    ///   such check: a page that was led here does not know it.
    /// - Returns: the origin whose pages may read the answer; nil where the server's own page asks, or none.
    /// - Throws: `Refusal`.
    public func visitor(
        host: String?, origin: String?, fetchSite: String?, for audience: Audience, checksHost: Bool = true
    ) throws(Refusal) -> WebOrigin? {
        if checksHost, let host, !accepts(host) { throw .misdirected(host: host) }
        guard let origin else {
            // Browsers leave `Origin` out where a page only loads or opens something.
            guard fetchSite == nil || fetchSite == "none" || fetchSite == "same-origin" else {
                throw .foreign(origin: nil)
            }
            return nil
        }
        guard let page = WebOrigin(origin) else { throw .foreign(origin: origin) }
        if page.host != nil, page.authority == host?.lowercased() { return nil }
        if origins.contains(page) { return page }
        guard audience == .apps, page.isLoopback || acceptsAllOrigins else { throw .foreign(origin: origin) }
        return page
    }

    /// Whether the text can be one of `hosts`: a name or an address, without a port.
    public static func isHost(_ text: String) -> Bool {
        guard !text.contains("["), !text.contains(":") else { return false }
        return URLHost(authority: Substring(text)) != nil
    }

    private func accepts(_ text: String) -> Bool {
        guard let host = URLHost(authority: Substring(text)) else { return false }
        switch host.kind {
        case .loopback: return true
        case .address: return acceptsAddresses || host.name == Self.androidHost || hosts.contains(host.name)
        case .name: return hosts.contains(host.name)
        }
    }
}
