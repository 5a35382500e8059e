import ExperimentsTransport
import Foundation

/// A token that is kept, with the time at which it was received.
struct HeldToken: Sendable, Hashable {
    let token: AccessToken
    let receivedAt: Date
    let expiresAt: Date

    /// A token is renewed when it expires within this many seconds, or within a fifth of its lifetime if that is less. Google's
    /// library for Python has the same margin.
    static let renewalMargin: TimeInterval = 225

    init(text: String, receivedAt: Date, lifetime: TimeInterval) {
        self.receivedAt = receivedAt
        expiresAt = receivedAt.addingTimeInterval(lifetime)
        token = AccessToken(text, expiresAt: expiresAt)
    }

    /// Whether the token need not be renewed yet. A clock that was moved back to before the token was received says nothing
    /// about its age, so the token counts as old.
    func isFresh(at now: Date) -> Bool {
        let margin = min(Self.renewalMargin, expiresAt.timeIntervalSince(receivedAt) / 5)
        return now >= receivedAt && expiresAt.timeIntervalSince(now) >= margin
    }

    /// Whether the token has not expired yet, so that services should accept it.
    func isAlive(at now: Date) -> Bool {
        now >= receivedAt && now < expiresAt
    }
}
