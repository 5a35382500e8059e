import Foundation

/// What an access token allows.
struct AccessGrant: Sendable, Hashable {
    /// The service account's e-mail address.
    let email: String
    /// Whether the account's signature was checked.
    let isVerified: Bool
    /// Those of `templateScopes` that it has: all others are of no use here.
    let scopes: Set<String>
    let expiresAt: Date

    /// The scopes of which one is needed for templates.
    static let templateScopes: Set<String> = [
        "https://www.googleapis.com/auth/firebase.remoteconfig", "https://www.googleapis.com/auth/firebase",
        "https://www.googleapis.com/auth/cloud-platform",
    ]

    var includesTemplates: Bool { !scopes.isDisjoint(with: Self.templateScopes) }
}
