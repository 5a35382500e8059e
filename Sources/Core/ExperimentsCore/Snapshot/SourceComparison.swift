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
        var rows: [Row] = []
        var sameCount = 0
        var declared: Set<String> = []
        func compare(_ name: String, _ schema: ValueSchema?) {
            let (one, other) = (left.entries[name], right.entries[name])
            guard one != nil || other != nil else { return }
            if let one, let other, Self.areSame(one.text, other.text, schema) {
                sameCount += 1
            } else {
                rows.append(Row(name: name, left: one, right: other))
            }
        }
        for key in keys where declared.insert(key.name).inserted { compare(key.name, key.schema) }
        let others = Set(left.entries.keys).union(right.entries.keys).subtracting(declared)
        for name in others.sorted() { compare(name, nil) }
        self.rows = rows
        self.sameCount = sameCount
    }

    private static func areSame(_ one: String?, _ other: String?, _ schema: ValueSchema?) -> Bool {
        guard one != other else { return true }
        guard let one, let other, let schema else { return false }
        return schema.areSame(one, other)
    }
}
