import ExperimentsSupport
import ExperimentsTransport

/// Decides which requests a server on this machine answers, of those that a web page could have caused.
///
/// Every page that is open in a browser can send requests to this machine. A page whose host name suddenly resolves to
/// this machine (DNS rebinding) can read the answers, too. Both can be recognized by the headers `Host`, `Origin` and
/// `Sec-Fetch-Site`, which a page cannot set. Apps, SDKs and tools send no `Origin`, and are accepted.
public struct WebPageRule: Sendable, Hashable {
    /// The names that requests may use for the server, besides those of loopback: `host.docker.internal`,
    /// `my-mac.local`.
    public var hosts: Set<String>
    /// Whether requests may use any IP address for the server, so that other machines can reach it. An address needs no
    /// name server, so DNS rebinding is not possible with it.
    public var acceptsAddresses: Bool
    /// The origins whose pages may send any request.
    public var origins: Set<WebOrigin>
    /// Whether pages of every origin may send the requests for apps.
    public var acceptsAllOrigins: Bool

    /// The audience of an endpoint.
    public enum Audience: Sendable, Hashable {
        /// Apps. Pages on this machine may send requests, too, as apps in development do.
        case apps
        /// Operators. Only pages of `origins` may send requests.
        case operators
    }

    /// The reason why a request is refused.
    public enum Refusal: Error, Sendable, Hashable {
        /// The host is not a name of this server.
        case misdirected(host: String)
        /// A page of this origin caused it; nil if the browser did not send the origin.
        case foreign(origin: String?)
    }

    /// The address by which apps in the Android emulator reach the machine that it runs on.
    private static let androidHost = "10.0.2.2"

    /// Creates a rule, by default for a server that only this machine can reach, without pages of other origins.
    public init(
        hosts: Set<String> = [], acceptsAddresses: Bool = false, origins: Set<WebOrigin> = [],
        acceptsAllOrigins: Bool = false
    ) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.acceptsAddresses = acceptsAddresses
        self.origins = origins
        self.acceptsAllOrigins = acceptsAllOrigins
    }

    /// Checks a request by its header fields `Host`, `Origin` and `Sec-Fetch-Site`.
    ///
    /// - Parameters:
    ///   - host: the field `Host`; nil if it is missing.
    ///   - origin: the field `Origin`; nil if it is missing.
    ///   - fetchSite: the field `Sec-Fetch-Site`; nil if it is missing.
    ///   - audience: the audience of the endpoint.
    ///   - checksHost: whether requests must use one of the server's names. A server that requires a token does not
    ///     need this check, because a page with DNS rebinding does not know the token.
    /// - Returns: the origin whose pages may read the answer; nil for the server's own page, or if there is no page.
    /// - Throws: `Refusal`.
    public func visitor(
        host: String?, origin: String?, fetchSite: String?, for audience: Audience, checksHost: Bool = true
    ) throws(Refusal) -> WebOrigin? {
        if checksHost, let host, !accepts(host) { throw .misdirected(host: host) }
        guard let origin else {
            // Browsers omit `Origin` if a page only loads or opens something.
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

    /// Returns whether the text can be one of `hosts`: a name or an address, without a port.
    public static func isHost(_ text: String) -> Bool {
        guard !text.contains(scalar: "["), !text.contains(scalar: ":") else { return false }
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

// The CORS header fields of every server here, which allow web pages to read answers.
extension HeaderFields {
    /// Lets web pages of `visitor` read the answer with these header fields.
    ///
    /// - Parameters:
    ///   - visitor: the origin of the web pages.
    ///   - names: the additional fields that a page may read, as in `Access-Control-Expose-Headers`.
    package mutating func open(to visitor: WebOrigin, exposing names: String) {
        self["access-control-allow-origin"] = visitor.description
        self["access-control-expose-headers"] = names
    }

    /// Allows pages on the internet to reach this machine, in the answer to a preflight request for it.
    package mutating func openPrivateNetwork(asIn request: HeaderFields) {
        guard request["access-control-request-private-network"] != nil else { return }
        self["access-control-allow-private-network"] = "true"
    }
}
