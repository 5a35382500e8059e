import ExperimentsTransport
import Foundation

/// A token that was received, and how old it is.
struct HeldToken: Sendable, Hashable {
    let token: AccessToken
    let receivedAt: Date
    let expiresAt: Date

    /// A token is renewed when less than this many seconds remain of its life, or a fifth of it where that is less.
    static let renewalMargin: TimeInterval = 225

    init(text: String, receivedAt: Date, lifetime: TimeInterval) {
        self.receivedAt = receivedAt
        expiresAt = receivedAt.addingTimeInterval(lifetime)
        token = AccessToken(text, expiresAt: expiresAt)
    }

    /// Whether the token is good for a request now and for those that soon follow. A clock that was moved back to
    /// before the token was received says nothing about its age, so the token counts as old.
    func isFresh(at now: Date) -> Bool {
        let margin = min(Self.renewalMargin, expiresAt.timeIntervalSince(receivedAt) / 5)
        return now >= receivedAt && expiresAt.timeIntervalSince(now) >= margin
    }

    /// Whether services should still accept the token.
    func isAlive(at now: Date) -> Bool {
        now >= receivedAt && now < expiresAt
    }
}
