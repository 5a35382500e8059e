/// What a token lets its bearer do.
public struct OAuthScope: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The scope as Google writes it, usually a URL.
    public let rawValue: String

    /// A scope. One with a blank in it would be two; `ServiceAccountKey` refuses to sign it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A scope.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Reading and publishing Remote Config templates.
    public static let remoteConfig: OAuthScope = "https://www.googleapis.com/auth/firebase.remoteconfig"
    /// All of Firebase.
    public static let firebase: OAuthScope = "https://www.googleapis.com/auth/firebase"
    /// All of Google Cloud, as far as the account's roles allow.
    public static let cloudPlatform: OAuthScope = "https://www.googleapis.com/auth/cloud-platform"

    /// As `rawValue`.
    public var description: String { rawValue }
}
