import ExperimentsCore
import Foundation

/// Gives the tokens by which Google's services know on whose behalf they are asked.
public protocol AccessTokenSource: Sendable {
    /// A token that is good for all of `scopes`, such as `GoogleScope.remoteConfig`. Sources keep a token until
    /// shortly before it expires.
    ///
    /// - Throws: an error whose description says what to do; never with a secret in it.
    func accessToken(scopes: [String]) async throws -> AccessToken

    /// Forgets tokens that a service refused, so that the next one is a new one.
    func discardAccessTokens() async
}

extension AccessTokenSource {
    /// There is nothing to forget, unless a source says otherwise.
    public func discardAccessTokens() async {}
}

/// A token for the `Authorization` header. It prints as `(hidden)`.
public struct AccessToken: Sendable, Hashable {
    /// The token itself.
    public let text: String
    /// When it ends to be good, where that is known.
    public let expiresAt: Date?

    /// A token.
    public init(_ text: String, expiresAt: Date? = nil) {
        self.text = text
        self.expiresAt = expiresAt
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(hidden)`.
    public var description: String { "(hidden)" }
    /// `(hidden)`.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a token allows.
public enum GoogleScope {
    /// Reading and publishing templates.
    public static let remoteConfig = "https://www.googleapis.com/auth/firebase.remoteconfig"
    /// Everything of Google Cloud that the account may do.
    public static let cloudPlatform = "https://www.googleapis.com/auth/cloud-platform"
}

/// A token that was obtained elsewhere, for example by `gcloud auth print-access-token`.
public struct FixedAccessToken: AccessTokenSource {
    private let token: AccessToken

    /// A source of this one token.
    public init(_ token: AccessToken) {
        self.token = token
    }

    /// The token, whatever the scopes.
    public func accessToken(scopes: [String]) async throws -> AccessToken { token }
}
