import Foundation

/// The overrides of a store, by the names of the keys.
///
/// The set itself has those for everyone. The narrower ones, for an app or for one installation of it, are sets of their
/// own inside of it.
public struct OverrideSet: Sendable, Hashable {
    /// The overrides for everyone, by the names of the keys.
    public var entries: [String: Override]
    /// The members of the document that this version does not know. They are kept.
    public var unknownMembers: JSONObject
    /// The overrides for apps and for installations; none of the sets is blank.
    var narrower: [OverrideScope: OverrideSet] = [:]
    /// The number of unknown members before the one for apps, so that it keeps its place in the document.
    var placeOfApps = 0
    /// Why the overrides for apps cannot be read; nil if they can. Those for everyone can be used nevertheless. The member
    /// for apps is kept as an unknown one, and is not changed.
    package var appsProblem: OverrideDocumentProblem?

    /// Creates a set of overrides, by the names of the keys.
    public init(_ entries: [String: Override] = [:], unknownMembers: JSONObject = JSONObject()) {
        self.entries = entries
        self.unknownMembers = unknownMembers
    }

    /// The set without overrides.
    public static let empty = OverrideSet()

    /// The override of a key for everyone; nil for none. Set nil to remove it.
    public subscript(name: String) -> Override? {
        get { entries[name] }
        set { entries[name] = newValue }
    }

    /// Whether there are no overrides for everyone.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names of the keys that are overridden for everyone, in alphabetical order.
    public var names: [String] { entries.keys.sorted() }

    /// Returns the text of the override of a key for everyone, if there is an override and it is active.
    package func activeText(for name: String, in circumstances: OverrideCircumstances) -> String? {
        guard let override = entries[name], override.isActive(for: name, in: circumstances) else { return nil }
        return override.value
    }

    /// Returns the next time after `now` at which an override for everyone ends by itself.
    public func nextExpiry(after now: Date) -> Date? {
        entries.values.lazy.filter { $0.isActive(at: now) }.compactMap(\.expiresAt).min()
    }

    /// Returns the names of the keys whose overrides for everyone differ between this set and `other`.
    public func namesChanged(from other: OverrideSet) -> Set<String> {
        guard entries != other.entries else { return [] }
        var names = Set(entries.keys.filter { entries[$0] != other.entries[$0] })
        names.formUnion(other.entries.keys.filter { entries[$0] == nil })
        return names
    }
}
