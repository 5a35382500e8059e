import ExperimentsCore
import Foundation

/// A web hook: `webhook: {url: "${DEPLOY_HOOK}", secret: "${DEPLOY_SECRET}"}`.
public struct ProjectWebHook: Sendable, Hashable {
    /// The address. Anyone who knows it could send messages to it, so it is treated as a secret.
    public var url: Secret
    /// The secret for signing messages; nil to not sign them.
    public var secret: Secret?
    /// The keys for which every change is reported; nil for those of `notify`.
    public var keys: [String]?
    /// Whether it is reported when a key becomes missing or incorrect, and when it recovers; nil for the setting of
    /// `notify`.
    public var broken: Bool?
    /// Whether it is reported when fetches begin to fail, and when they succeed again.
    public var failures: Bool
    /// Whether the steps of rollouts are reported.
    public var rollouts: Bool
    /// Whether the address may be used without encryption.
    public var insecure: Bool

    /// Creates a web hook.
    public init(
        url: Secret, secret: Secret? = nil, keys: [String]? = nil, broken: Bool? = nil, failures: Bool = true,
        rollouts: Bool = true, insecure: Bool = false
    ) {
        self.rollouts = rollouts
        self.url = url
        self.secret = secret
        self.keys = keys
        self.broken = broken
        self.failures = failures
        self.insecure = insecure
    }

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - text: a URL.
    ///   - insecure: whether it may be used without encryption.
    /// - Throws: `WebHookAddressProblem`, which never shows the text.
    public static func address(_ text: String, insecure: Bool) throws(WebHookAddressProblem) -> URL {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host,
            !host.isEmpty,
            scheme == "https" || scheme == "http"
        else { throw .notAnAddress }
        guard url.user == nil, url.password == nil else { throw .holdsPassword }
        guard scheme == "https" || insecure || host.namesThisMachine else { throw .unencrypted }
        return url
    }

    /// Whether the address is written in the project file and is on another machine.
    public var namesAddressElsewhere: Bool {
        guard url.variable == nil, let text = try? url.reveal(in: [:]), let host = URL(string: text)?.host
        else {
            return false
        }
        return !host.namesThisMachine
    }
}

/// The reason why an address cannot be used.
public enum WebHookAddressProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// It is not an HTTP or HTTPS URL with a host.
    case notAnAddress
    /// It contains a user's name or password.
    case holdsPassword
    /// It is on another machine and does not begin with `https://`, which the hook does not allow.
    case unencrypted

    /// The reason in words, without the address.
    public var description: String {
        switch self {
        case .notAnAddress:
            "must be a URL such as https://example.com/hook, or ${VARIABLE} to take one from the environment"
        case .holdsPassword: "must not contain a user name or password; use `secret` instead"
        case .unencrypted: "must begin with https://, or the hook needs `insecure: true`"
        }
    }
}
