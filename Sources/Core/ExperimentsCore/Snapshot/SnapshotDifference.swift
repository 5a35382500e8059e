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

    /// The changes, by name. In a history only the first of them.
    public let changes: [String: Change]

    /// How many names changed, also where `changes` no longer holds them all.
    public let count: Int

    /// No change.
    public static let none = SnapshotDifference(changes: [:])

    /// Changes that were found elsewhere.
    public init(changes: [String: Change]) {
        self.changes = changes
        count = changes.count
    }

    private init(changes: [String: Change], count: Int) {
        self.changes = changes
        self.count = count
    }

    /// What changed from `old` to `new`.
    public init(from old: Snapshot, to new: Snapshot) {
        // Where a source answered that nothing changed, both hold the very same table, and this costs nothing.
        guard old.entries != new.entries else {
            self = .none
            return
        }
        var changes: [String: Change] = [:]
        var added = 0
        for (name, entry) in new.entries {
            guard let before = old.entries[name] else {
                changes[name] = .added(entry.text)
                added += 1
                continue
            }
            if before.text != entry.text { changes[name] = .changed(from: before.text, to: entry.text) }
        }
        if old.entries.count + added > new.entries.count {
            for (name, entry) in old.entries where new.entries[name] == nil { changes[name] = .removed(entry.text) }
        }
        self.init(changes: changes)
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { count == 0 }

    /// The names that changed, in alphabetical order; in a history only the first of them.
    public var names: [String] { changes.keys.sorted() }

    /// The same with only the first `limit` changes in alphabetical order, for keeping: a first fetch of a hundred
    /// thousand keys is a hundred thousand changes.
    public func limited(to limit: Int) -> SnapshotDifference {
        guard changes.count > limit else { return self }
        var first: [String] = []
        for name in changes.keys {
            if first.count == limit, let last = first.last, name > last { continue }
            let index = first.firstIndex { name < $0 } ?? first.endIndex
            first.insert(name, at: index)
            if first.count > limit { first.removeLast() }
        }
        let kept = Dictionary(uniqueKeysWithValues: first.compactMap { name in changes[name].map { (name, $0) } })
        return SnapshotDifference(changes: kept, count: count)
    }
}
