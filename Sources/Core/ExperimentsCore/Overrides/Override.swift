import Foundation

/// A value that an operator puts in place of what the source holds, with an author and an end.
public struct Override: Sendable, Hashable {
    /// The text that takes the place of the source's.
    public var value: String
    /// Whether it is in force. One that is switched off is kept for later.
    public var isEnabled: Bool
    /// Who set it.
    public var author: String?
    /// Why.
    public var note: String?
    /// When it was set.
    public var setAt: Date?
    /// When it stops being in force by itself; nil for never.
    public var expiresAt: Date?
    /// What else ends it by itself, besides a time.
    public var until: OverrideEnd?
    /// Members of the file's entry that this version does not know. They are written back.
    public var unknownMembers: JSONObject

    /// An override that is in force.
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

    /// Whether its time is over at `now`.
    public func isExpired(at now: Date) -> Bool {
        guard let expiresAt else { return false }
        return expiresAt <= now
    }

    /// Whether it takes the place of the source's value at `now`, as far as time alone decides; see
    /// ``isActive(for:in:)``.
    public func isActive(at now: Date) -> Bool {
        isEnabled && !isExpired(at: now)
    }
}
