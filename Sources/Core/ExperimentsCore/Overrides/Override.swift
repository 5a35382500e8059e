import Foundation

/// A value that an operator sets in place of the source's, with an author, a note and an end.
///
/// ```swift
/// Override(value: "30", author: "ann", note: "long trial", expiresAt: Date(timeIntervalSinceNow: 7200))
/// ```
public struct Override: Sendable, Hashable {
    /// The text that replaces the text of the source.
    public var value: String
    /// Whether the override is switched on. One that is switched off is kept for later.
    public var isEnabled: Bool
    /// The name of the person who set it.
    public var author: String?
    /// The reason, in words.
    public var note: String?
    /// The time at which it was set.
    public var setAt: Date?
    /// The time at which it ends by itself; nil for never.
    public var expiresAt: Date?
    /// An event that ends it by itself, besides a time; nil for none.
    public var until: OverrideEnd?
    /// The members of its entry in the file that this version does not know. They are kept.
    public var unknownMembers: JSONObject

    /// Creates an override, by default switched on.
    public init(
        value: String, isEnabled: Bool = true, author: String? = nil, note: String? = nil, setAt: Date? = nil,
        expiresAt: Date? = nil, until: OverrideEnd? = nil, unknownMembers: JSONObject = JSONObject()
    ) {
        self.value = value
        self.isEnabled = isEnabled
        self.author = author
        self.note = note
        self.setAt = setAt
        self.expiresAt = expiresAt
        self.until = until
        self.unknownMembers = unknownMembers
    }

    /// Returns whether its time is over at `now`.
    public func isExpired(at now: Date) -> Bool {
        guard let expiresAt else { return false }
        return expiresAt <= now
    }

    /// Returns whether it is switched on and its time is not over at `now`. An event can end it, too: see `until`.
    public func isActive(at now: Date) -> Bool {
        isEnabled && !isExpired(at: now)
    }
}
