import Foundation

/// A token with which an installation authorizes its fetches for some days. It prints without its text.
public struct InstallationToken: Sendable, Hashable {
    let text: String
    /// When it was issued, by this machine's clock.
    public let issuedAt: Date
    /// When the service stops accepting it.
    public let expiresAt: Date

    /// A token is renewed when less than this remains of its life.
    public static let renewalMargin: TimeInterval = 3600

    init(text: String, issuedAt: Date, lifetime: TimeInterval) {
        self.text = text
        self.issuedAt = issuedAt
        expiresAt = issuedAt.addingTimeInterval(lifetime)
    }

    /// Whether the token can still be used at `now`. A clock that was moved back to before the token was issued says
    /// nothing about its age, so the token counts as old.
    public func isFresh(at now: Date) -> Bool {
        now >= issuedAt && expiresAt.timeIntervalSince(now) >= Self.renewalMargin
    }
}

extension InstallationToken: CustomStringConvertible, CustomReflectable {
    /// Shows the expiry only.
    public var description: String { "token (hidden) until \(expiresAt)" }
    /// Shows the expiry only.
    public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt]) }
}
