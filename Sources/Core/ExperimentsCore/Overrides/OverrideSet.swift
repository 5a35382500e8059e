import Foundation

/// All overrides of a store, by key name.
public struct OverrideSet: Sendable, Hashable {
    /// The overrides, by key name.
    public var entries: [String: Override]
    /// Members of the document that this version does not know. They are written back.
    public var unknownMembers: JSONObject

    /// Overrides by key name.
    public init(_ entries: [String: Override] = [:], unknownMembers: JSONObject = JSONObject()) {
        self.entries = entries
        self.unknownMembers = unknownMembers
    }

    /// No override.
    public static let empty = OverrideSet()

    /// The override of the key called `name`.
    public subscript(name: String) -> Override? {
        get { entries[name] }
        set { entries[name] = newValue }
    }

    /// Whether there is none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names that have one, in alphabetical order.
    public var names: [String] { entries.keys.sorted() }

    /// The text in force for the key called `name`, if any.
    package func activeText(for name: String, in circumstances: OverrideCircumstances) -> String? {
        guard let override = entries[name], override.isActive(for: name, in: circumstances) else { return nil }
        return override.value
    }

    /// The next time after `now` at which an override stops being in force by itself.
    public func nextExpiry(after now: Date) -> Date? {
        entries.values.lazy.filter { $0.isActive(at: now) }.compactMap(\.expiresAt).min()
    }

    /// The names whose override differs between this set and `other`.
    public func namesChanged(from other: OverrideSet) -> Set<String> {
        guard entries != other.entries else { return [] }
        var names = Set(entries.keys.filter { entries[$0] != other.entries[$0] })
        names.formUnion(other.entries.keys.filter { entries[$0] == nil })
        return names
    }
}
