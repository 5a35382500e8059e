import FirebaseConfig
import Foundation
import Locks

/// The access tokens that were issued. Safe to use from any thread.
final class AccessTokens: Sendable {
    /// How many tokens are kept; of more, all that expired and then the oldest go.
    private static let limit = 10_000

    private static let prefix = "emulated."

    private let grants = Mutex<[String: AccessGrant]>([:])

    /// A new token for `grant`.
    func issue(_ grant: AccessGrant, now: Date, randomness: Randomness) -> String {
        let token = Self.prefix + String(randomness.next(), radix: 36) + String(randomness.next(), radix: 36)
        grants.withLock { grants in
            if grants.count >= Self.limit {
                grants = grants.filter { now < $0.value.expiresAt }
                if grants.count >= Self.limit, let oldest = grants.min(by: { $0.value.expiresAt < $1.value.expiresAt })
                {
                    grants[oldest.key] = nil
                }
            }
            grants[token] = grant
        }
        return token
    }

    /// Whether a token looks like those of an emulator, so that one that is unknown has been revoked or has expired.
    static func isIssuedHere(_ token: String) -> Bool { token.hasPrefix(prefix) }

    /// What `token` allows; nil for one that is unknown or expired.
    func grant(_ token: String, now: Date) -> AccessGrant? {
        grants.withLock { grants in
            guard let grant = grants[token], now < grant.expiresAt else { return nil }
            return grant
        }
    }

    /// Makes all tokens invalid.
    func revokeAll() {
        grants.withLock { $0 = [:] }
    }
}

/// What an access token allows.
struct AccessGrant: Sendable, Hashable {
    /// The service account's e-mail address.
    let email: String
    /// Whether the account's signature was checked.
    let isVerified: Bool
    /// Those of `templateScopes` that it has: all others are of no use here.
    let scopes: Set<String>
    let expiresAt: Date

    /// The account of operators who show a token of their own, and not one of a service account.
    static let ownerEmail = "owner@localhost"
    /// The scopes of which one is needed for templates.
    static let templateScopes: Set<String> = [
        "https://www.googleapis.com/auth/firebase.remoteconfig", "https://www.googleapis.com/auth/firebase",
        "https://www.googleapis.com/auth/cloud-platform",
    ]

    var includesTemplates: Bool { !scopes.isDisjoint(with: Self.templateScopes) }
}
