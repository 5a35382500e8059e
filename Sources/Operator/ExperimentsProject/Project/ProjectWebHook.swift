import ExperimentsCore
import Foundation

/// An address that is told of changes: `webhook: {url: "${DEPLOY_HOOK}", secret: "${DEPLOY_SECRET}"}`.
public struct ProjectWebHook: Sendable, Hashable {
    /// Where the news are sent. Whoever knows it can send news there, so that it is kept like a secret.
    public var url: Secret
    /// What the news are signed with; nil for not at all.
    public var secret: Secret?
    /// The keys whose every change is told; nil for those of `notify`.
    public var keys: [String]?
    /// Whether it is told when a key becomes missing or incorrect, and when it is mended; nil for what `notify` says.
    public var broken: Bool?
    /// Whether it is told when fetches begin to fail, and when they succeed again.
    public var failures: Bool
    /// Whether the address may be reached without encryption.
    public var insecure: Bool

    /// A hook.
    public init(
        url: Secret, secret: Secret? = nil, keys: [String]? = nil, broken: Bool? = nil, failures: Bool = true,
        insecure: Bool = false
    ) {
        (self.url, self.secret, self.keys, self.broken) = (url, secret, keys, broken)
        (self.failures, self.insecure) = (failures, insecure)
    }

    /// The address that a text names.
    ///
    /// - Parameters:
    ///   - text: a URL.
    ///   - insecure: whether it may be reached without encryption.
    /// - Throws: `WebHookAddressProblem`, which never quotes the text.
    public static func address(_ text: String, insecure: Bool) throws(WebHookAddressProblem) -> URL {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty,
            scheme == "https" || scheme == "http"
        else { throw .notAnAddress }
        guard url.user == nil, url.password == nil else { throw .holdsPassword }
        guard scheme == "https" || insecure || isThisMachine(host) else { throw .unencrypted }
        return url
    }

    /// Whether the project file names an address on another machine itself.
    public var namesAddressElsewhere: Bool {
        guard url.variable == nil, let text = try? url.reveal(in: [:]), let host = URL(string: text)?.host else {
            return false
        }
        return !Self.isThisMachine(host)
    }

    /// Whether a host is this machine.
    static func isThisMachine(_ host: String) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
    }
}

/// Why news cannot be sent to an address.
public enum WebHookAddressProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    case notAnAddress
    case holdsPassword
    case unencrypted

    /// In words, without the address.
    public var description: String {
        switch self {
        case .notAnAddress:
            "must be a URL such as https://example.com/hook, or ${VARIABLE} to take one from the environment"
        case .holdsPassword: "must not hold a user's name or password: sign with 'secret' instead"
        case .unencrypted: "must begin with https://, or the hook needs 'insecure: true'"
        }
    }
}
