/// Two sources side by side: the names for which they hold something else.
package struct SourceComparison: Sendable, Hashable {
    /// What both sources say of one name.
    package struct Row: Sendable, Hashable {
        /// The name.
        package let name: String
        /// What the first source says; nil where it says nothing.
        package let left: Snapshot.Entry?
        /// What the second source says; nil where it says nothing.
        package let right: Snapshot.Entry?

        /// The word for it: `only-left`, `only-right` or `different`.
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
    /// How many names both hold alike.
    package let sameCount: Int

    /// Compares what two sources hold. Texts that spell the same value of a declared key are alike.
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
