/// What changed from one snapshot to the next, name by name.
public struct SnapshotDifference: Sendable, Hashable {
    /// How one name changed.
    public enum Change: Sendable, Hashable {
        /// The name is new; its text, or nil for the app's default.
        case added(String?)
        /// The text is another one now.
        case changed(from: String?, to: String?)
        /// The name is gone; the text it had.
        case removed(String?)
    }

    /// The changes, by name.
    public let changes: [String: Change]

    /// No change.
    public static let none = SnapshotDifference(changes: [:])

    /// Changes that were found elsewhere.
    public init(changes: [String: Change]) {
        self.changes = changes
    }

    /// What changed from `old` to `new`.
    public init(from old: Snapshot, to new: Snapshot) {
        var changes: [String: Change] = [:]
        for (name, entry) in new.entries {
            guard let before = old.entries[name] else {
                changes[name] = .added(entry.text)
                continue
            }
            if before.text != entry.text { changes[name] = .changed(from: before.text, to: entry.text) }
        }
        if new.entries.count < old.entries.count + changes.count {
            for (name, entry) in old.entries where new.entries[name] == nil { changes[name] = .removed(entry.text) }
        }
        self.changes = changes
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { changes.isEmpty }

    /// How many names changed.
    public var count: Int { changes.count }

    /// The names that changed, in alphabetical order.
    public var names: [String] { changes.keys.sorted() }
}
