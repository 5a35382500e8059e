import ExperimentsCore
import Foundation

/// An invitation to link an app with a server of overrides: a URL that the app can be opened with.
///
/// ```text
/// shop-debug://experiments?server=http://192.168.1.20:4180&token=ab12…&app=shop
/// ```
///
/// The dashboard shows it as text and as a QR code. The scheme is that of the app; the host is always `experiments`.
/// The token is valid for one app, and can be revoked. ``description`` leaves it out, so that it is never printed.
public struct LinkInvitation: Sendable, Hashable, CustomStringConvertible {
    /// The address of the server, with the scheme `http` or `https`. It has a path only if the server is behind a proxy
    /// with one.
    public let server: URL
    /// The secret with which the app authenticates.
    public let token: String
    /// The name of the app for which the token is valid; nil if the URL does not have it.
    public let app: String?

    /// The host of every invitation URL.
    public static let host = "experiments"

    /// Creates an invitation.
    ///
    /// - Throws: `LinkProblem` if `server` is not the address of a server, or `token` is not a valid token.
    public init(server: URL, token: String, app: String? = nil) throws(LinkProblem) {
        self.server = try Self.checked(server: server)
        self.token = try Self.checked(token: token)
        if let app, app.isEmpty || app.utf8.count > LinkLimits.identityBytes {
            throw LinkProblem(
                "the name of the app is empty, or longer than \(LinkLimits.identityBytes) bytes")
        }
        if let app, !OverrideScope.isPlain(app) {
            throw LinkProblem(
                "the name of the app \(Quotation.of(app)) begins or ends with a space, or has control characters"
            )
        }
        self.app = app
    }

    /// Returns whether a URL looks like an invitation: its host is `experiments`, and it has a server or a token.
    /// ``init(_:)`` checks whether it is valid.
    public static func isInvitation(_ url: URL) -> Bool {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            parts.host?.lowercased() == host,
            !["http", "https", "file"].contains(parts.scheme?.lowercased() ?? "")
        else { return false }
        return parts.queryItems?.contains { $0.name == "server" || $0.name == "token" } ?? false
    }

    /// Reads an invitation. Unknown members of the query are ignored.
    ///
    /// - Throws: `LinkProblem`, which never contains the token.
    public init(_ url: URL) throws(LinkProblem) {
        let limit = LinkLimits.invitationBytes
        guard url.absoluteString.utf8.count <= limit else { throw .tooLong("the link", limit: limit) }
        let form = "NAME://experiments?server=http://HOST:PORT&token=TOKEN"
        guard Self.isInvitation(url), let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else {
            throw LinkProblem("expected a link such as \(form), found another URL")
        }
        let server = try Self.member("server", of: parts, form)
        guard let address = URL(string: server) else {
            throw LinkProblem(
                "expected \"server\" to be the address of a server, such as http://192.168.1.20:4180")
        }
        let app = parts.queryItems?.first { $0.name == "app" }?.value
        try self.init(server: address, token: Self.member("token", of: parts, form), app: app)
    }

    /// Returns the URL that opens the app. It contains the token.
    ///
    /// - Parameter scheme: the URL scheme of the app, for example `shop-debug`.
    /// - Returns: nil if `scheme` is not a valid URL scheme.
    public func url(scheme: String) -> URL? {
        var parts = URLComponents()
        guard Self.isScheme(scheme) else { return nil }
        parts.scheme = scheme
        parts.host = Self.host
        // URLComponents does not escape `+` and `;`, which other programs read as a blank and as a separator.
        let isKept = { (byte: UInt8) in byte.isUnreserved || ":/".utf8.contains(byte) }
        let members =
            [("server", server.absoluteString), ("token", token)] + (app.map { [("app", $0)] } ?? [])
        parts.percentEncodedQuery = members.map { $0 + "=" + $1.percentEncoded(keeping: isKept) }.joined(
            separator: "&")
        return parts.url
    }

    /// The address of the server, and the app, without the token.
    public var description: String {
        server.absoluteString + (app.map { " for \($0)" } ?? "")
    }

    private static func member(_ name: String, of parts: URLComponents, _ form: String) throws(LinkProblem)
        -> String
    {
        let values = parts.queryItems?.filter { $0.name == name } ?? []
        guard values.count == 1, let value = values.first?.value, !value.isEmpty else {
            let found = values.count > 1 ? "occurs \(values.count) times" : "is missing"
            throw LinkProblem("\"\(name)\" \(found) in the link; expected \(form)")
        }
        return value
    }

    private static func checked(server: URL) throws(LinkProblem) -> URL {
        let text = "expected the address of a server, such as http://192.168.1.20:4180"
        guard let parts = URLComponents(url: server, resolvingAgainstBaseURL: false),
            ["http", "https"].contains(parts.scheme?.lowercased() ?? "")
        else { throw LinkProblem("\(text), found one that is neither http nor https") }
        guard let host = parts.host, !host.isEmpty else {
            throw LinkProblem("\(text), found one without a host")
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw LinkProblem("\(text), found one with a user, a query or a fragment")
        }
        if let port = parts.port, !(1...65_535).contains(port) {
            throw LinkProblem("\(text), found port \(port)")
        }
        return server
    }

    /// Only the characters that RFC 6750 allows in a token are accepted. None of them can affect a header or a
    /// terminal.
    private static func checked(token: String) throws(LinkProblem) -> String {
        guard token.utf8.count <= LinkLimits.tokenBytes else {
            throw .tooLong("the token", limit: LinkLimits.tokenBytes)
        }
        let marks = Set("-._~+/=".utf8)
        let isToken = token.utf8.allSatisfy { $0.isASCIILetterOrDigit || marks.contains($0) }
        guard !token.isEmpty, isToken else {
            throw LinkProblem("expected a token of letters, digits and -._~+/= alone, found another")
        }
        return token
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter else { return false }
        let marks = Set("+-.".utf8)
        return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || marks.contains($0) }
    }
}
