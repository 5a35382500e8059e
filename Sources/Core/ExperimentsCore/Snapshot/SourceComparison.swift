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

    /// Compares two sources. Texts that mean the same value of a declared key, such as `1` and `true`, are the same.
    package init(_ left: Snapshot, _ right: Snapshot, keys: [CatalogKey]) {
        // Most names have the same text at both sources, and need only one look into the other dictionary.
        var differing: [String: Row] = [:]
        var (sharedCount, sameCount) = (0, 0)
        for (name, one) in left.entries {
            let other = right.entries[name]
            if other != nil { sharedCount += 1 }
            if let other, one.text == other.text {
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
        self.rows = rows + differing.values.sorted { $0.name < $1.name }
        self.sameCount = sameCount
    }

    private static func areSame(_ one: String?, _ other: String?, by schema: ValueSchema) -> Bool {
        guard let one, let other else { return false }
        return schema.areSame(one, other)
    }
}
