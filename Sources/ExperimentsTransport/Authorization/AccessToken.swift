import Foundation

/// A text that authorizes whoever bears it, for an hour or so. It prints without its text.
public struct AccessToken: Sendable, Hashable {
    /// The token itself, for the `Authorization` header and for nothing else.
    public let text: String
    /// When it was received, by this machine's clock.
    public let receivedAt: Date
    /// When services stop accepting it, by this machine's clock.
    public let expiresAt: Date

    /// A token is renewed when less than this many seconds remain of its life, or a fifth of it where that is less.
    public static let renewalMargin: TimeInterval = 225

    /// A token that lives for `lifetime` seconds from `receivedAt` on.
    public init(text: String, receivedAt: Date, lifetime: TimeInterval) {
        self.text = text
        self.receivedAt = receivedAt
        expiresAt = receivedAt.addingTimeInterval(lifetime)
    }

    /// Whether the token is good for a request now and for those that soon follow. A clock that was moved back to
    /// before the token was received says nothing about its age, so the token counts as old.
    public func isFresh(at now: Date) -> Bool {
        let margin = min(Self.renewalMargin, expiresAt.timeIntervalSince(receivedAt) / 5)
        return now >= receivedAt && expiresAt.timeIntervalSince(now) >= margin
    }

    /// Whether services should still accept the token.
    public func isAlive(at now: Date) -> Bool {
        now >= receivedAt && now < expiresAt
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows the expiry only.
    public var description: String { "token (hidden) until \(expiresAt)" }
    /// Shows the expiry only.
    public var debugDescription: String { description }
    /// Shows the expiry only.
    public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt]) }
}
