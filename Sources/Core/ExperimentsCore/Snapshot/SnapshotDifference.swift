/// The differences between two snapshots, by name.
public struct SnapshotDifference: Sendable, Hashable {
    /// The change of one name.
    public enum Change: Sendable, Hashable {
        /// The name is new. Its text, or nil for the app's default.
        case added(String?)
        /// The text has changed.
        case changed(from: String?, to: String?)
        /// The name was removed. The value is its last text.
        case removed(String?)
    }

    /// The changes, by name. A history stores only the first of them.
    public let changes: ExactDictionary<Change>

    /// The number of changes, including those that are not in `changes`.
    public let count: Int

    /// The difference without changes.
    public static let none = SnapshotDifference(changes: ExactDictionary<Change>())

    /// Creates a difference from changes.
    public init(changes: ExactDictionary<Change>) {
        self.changes = changes
        count = changes.count
    }

    /// Creates a difference from changes.
    public init(changes: [String: Change]) {
        self.init(changes: ExactDictionary(changes))
    }

    private init(changes: ExactDictionary<Change>, count: Int) {
        self.changes = changes
        self.count = count
    }

    /// Compares two snapshots.
    public init(from old: Snapshot, to new: Snapshot) {
        // If the source answered that nothing changed, both snapshots share the same table, and this costs nothing.
        guard old.entries != new.entries else {
            self = .none
            return
        }
        var changes = ExactDictionary<Change>()
        var added = 0
        for (name, entry) in new.entries {
            guard let before = old.entries[name] else {
                changes[name] = .added(entry.text)
                added += 1
                continue
            }
            if !before.text.isExactly(entry.text) {
                changes[name] = .changed(from: before.text, to: entry.text)
            }
        }
        if old.entries.count + added > new.entries.count {
            for (name, entry) in old.entries where new.entries[name] == nil {
                changes[name] = .removed(entry.text)
            }
        }
        self.init(changes: changes)
    }

    /// Whether there are no changes.
    public var isEmpty: Bool { count == 0 }

    /// The changed names, in alphabetical order. A history stores only the first of them.
    public var names: [String] { changes.sortedNames }

    /// Returns the difference with only the first `limit` changes in alphabetical order. A history stores this form,
    /// because the first fetch of a hundred thousand keys has a hundred thousand changes.
    public func limited(to limit: Int) -> SnapshotDifference {
        guard changes.count > limit else { return self }
        var first: [String] = []
        for name in changes.keys {
            if first.count == limit, let last = first.last, name > last { continue }
            let index = first.firstIndex { name < $0 } ?? first.endIndex
            first.insert(name, at: index)
            if first.count > limit { first.removeLast() }
        }
        let kept = ExactDictionary(first.compactMap { name in changes[name].map { (name, $0) } }) {
            first, _ in first
        }
        return SnapshotDifference(changes: kept, count: count)
    }
}

/// A comparison of two sources: the names whose values differ.
package struct SourceComparison: Sendable, Hashable {
    /// The values of one name at both sources.
    package struct Row: Sendable, Hashable {
        /// The name of the key.
        package let name: String
        /// The entry at the first source; nil if there is none.
        package let left: Snapshot.Entry?
        /// The entry at the second source; nil if there is none.
        package let right: Snapshot.Entry?

        /// The difference in one word: `only-left`, `only-right` or `different`.
        package var word: String {
            switch (left, right) {
            case (_, nil): "only-left"
            case (nil, _): "only-right"
            default: "different"
            }
        }
    }

    /// The names that differ: the declared ones in the order of declaration, then the others in alphabetical order.
    package let rows: [Row]
    /// The number of names with the same value at both.
    package let sameCount: Int

    /// Compares two sources. Strings that mean the same value of a declared key, such as `1` and `true`, are the same.
    package init(_ left: Snapshot, _ right: Snapshot, keys: [CatalogKey]) {
        // Most names have the same text at both sources, and need only one look into the other dictionary.
        var differing = ExactDictionary<Row>()
        var (sharedCount, sameCount) = (0, 0)
        for (name, one) in left.entries {
            let other = right.entries[name]
            if other != nil { sharedCount += 1 }
            if let other, one.text.isExactly(other.text) {
                sameCount += 1
            } else {
                differing[name] = Row(name: name, left: one, right: other)
            }
        }
        if sharedCount < right.entries.count {
            for (name, other) in right.entries where left.entries[name] == nil {
                differing[name] = Row(name: name, left: nil, right: other)
            }
        }
        var rows: [Row] = []
        for key in keys where !differing.isEmpty {
            guard let row = differing.removeValue(forKey: key.name) else { continue }
            if let one = row.left, let other = row.right, Self.areSame(one.text, other.text, by: key.schema) {
                sameCount += 1
            } else {
                rows.append(row)
            }
        }
        self.rows = rows + differing.sortedElements.map(\.value)
        self.sameCount = sameCount
    }

    private static func areSame(_ one: String?, _ other: String?, by schema: ValueSchema) -> Bool {
        guard let one, let other else { return false }
        return schema.areSame(one, other)
    }
}
