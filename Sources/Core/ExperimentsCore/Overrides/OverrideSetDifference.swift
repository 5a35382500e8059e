/// The differences between two sets of overrides, key by key.
package struct OverrideSetDifference: Sendable, Hashable {
    /// The change of one key's override.
    package struct Change: Sendable, Hashable {
        /// The key's name.
        package let name: String
        /// Its override before; nil for none.
        package let before: Override?
        /// Its override after; nil for none.
        package let after: Override?

        /// Creates a change.
        package init(name: String, before: Override?, after: Override?) {
            (self.name, self.before, self.after) = (name, before, after)
        }

        /// The word for it: `added`, `removed`, `changed`, `switched-on`, `switched-off`, or `edited` if only something
        /// else differs.
        package var word: String {
            switch (before, after) {
            case (nil, _): "added"
            case (_, nil): "removed"
            case (let before?, let after?):
                if before.value != after.value {
                    "changed"
                } else if before.isEnabled == after.isEnabled {
                    "edited"
                } else {
                    after.isEnabled ? "switched-on" : "switched-off"
                }
            }
        }
    }

    /// The changes, in alphabetical order of the names.
    package let changes: [Change]

    /// Compares two sets. Only values, and whether overrides are switched on, are compared.
    package init(from old: OverrideSet, to new: OverrideSet) {
        changes = Set(old.entries.keys).union(new.entries.keys).sorted().compactMap { name in
            let (before, after) = (old[name], new[name])
            if let before, let after, before.value == after.value, before.isEnabled == after.isEnabled { return nil }
            return Change(name: name, before: before, after: after)
        }
    }

    /// Whether both override the same keys with the same values.
    package var isEmpty: Bool { changes.isEmpty }
}
