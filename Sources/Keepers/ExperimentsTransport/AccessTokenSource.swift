import Foundation

/// Provides the access tokens for requests to Google's services.
///
/// **To use a source**, give it to a client. `ServiceAccountTokenSource` uses a service account's key, and
/// `FixedAccessToken` is for a token from another source.
///
/// **To implement one**, keep a token until shortly before it expires, and let concurrent callers share one request for
/// a new one. A client asks for a token before each request, on any thread, and calls `discardAccessTokens()` if the
/// service refuses it.
public protocol AccessTokenSource: Sendable {
    /// Returns a token that allows all of `scopes`, such as `GoogleScope.remoteConfig`.
    ///
    /// - Throws: an error whose description gives advice, and contains no secret.
    func accessToken(scopes: [String]) async throws -> AccessToken

    /// Forgets all tokens, so that the next call asks for a new one. Called when a service refuses a token.
    func discardAccessTokens() async
}

extension AccessTokenSource {
    /// Does nothing, for sources that do not keep tokens.
    public func discardAccessTokens() async {}
}

/// A token for the `Authorization` header. It prints as `(hidden)`.
public struct AccessToken: Sendable, Hashable {
    /// The token as the `Authorization` header needs it, without `Bearer`.
    public let text: String
    /// The time at which it expires; nil if it is not known.
    public let expiresAt: Date?

    /// Creates a token.
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
    /// An empty mirror, so that reflection does not show the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The scopes of Google's services that this package uses. A scope defines what a token allows.
public enum GoogleScope {
    /// Reading and publishing templates.
    public static let remoteConfig = "https://www.googleapis.com/auth/firebase.remoteconfig"
    /// Everything that the account may do in Google Cloud.
    public static let cloudPlatform = "https://www.googleapis.com/auth/cloud-platform"
}

/// A source of one token that was obtained elsewhere, for example by `gcloud auth print-access-token`. It is not renewed.
public struct FixedAccessToken: AccessTokenSource {
    private let token: AccessToken

    /// Creates a source of `token`.
    public init(_ token: AccessToken) {
        self.token = token
    }

    /// Returns the token, regardless of the scopes.
    public func accessToken(scopes: [String]) async throws -> AccessToken { token }
}
