import FirebaseConfig
import Foundation
import Synchronization

/// The access tokens that were issued. Safe to use from any thread.
final class AccessTokens: Sendable {
    /// How many tokens are kept; of more, all that expired and then the oldest go.
    private static let limit = 10_000

    private let grants = Mutex<[String: AccessGrant]>([:])

    /// A new token for `grant`.
    func issue(_ grant: AccessGrant, now: Date, randomness: Randomness) -> String {
        let token = "emulated." + String(randomness.next(), radix: 36) + String(randomness.next(), radix: 36)
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
