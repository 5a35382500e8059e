import ExperimentsCore

/// Drafts declarations for names that a source has and a project does not declare.
package struct DeclarationDraft: Sendable {
    private let snapshot: Snapshot
    private let overrides: OverrideSet
    /// The one group of all declared keys that begin with a word; nil where they are of several, or of none.
    private var groups: [String: String?] = [:]
    private var usesGroups = false

    /// - Parameters:
    ///   - declared: the keys of the project, whose groups are followed.
    ///   - overrides: the values of names that only overrides have.
    package init(declared: [CatalogKey], snapshot: Snapshot, overrides: OverrideSet = .empty) {
        (self.snapshot, self.overrides) = (snapshot, overrides)
        for key in declared {
            usesGroups = usesGroups || key.group != nil
            guard let word = PrefixGroups.words(key.name).first else { continue }
            let isShared = groups[word].map { $0 == key.group } ?? true
            groups[word] = .some(isShared ? key.group : nil)
        }
    }

    /// Returns keys for names, each with the suggested type, default and group.
    package func keys(_ names: [String]) -> [CatalogKey] {
        let prefixes = PrefixGroups(names)
        return names.map { name in
            let shared = usesGroups ? prefixes.group(of: name) : nil
            let group = snapshot.group(of: name) ?? groupOfNeighbours(name) ?? shared
            guard let entry = snapshot.entries[name] else {
                // An override is no default: it tells the type alone.
                let schema = KeyDraft(name, text: overrides[name]?.value).schema
                return CatalogKey(name: name, group: group, schema: ValueSchema(kind: schema.kind))
            }
            return KeyDraft(name, text: entry.text).key(in: group)
        }
    }

    private func groupOfNeighbours(_ name: String) -> String? {
        PrefixGroups.words(name).first.flatMap { groups[$0] ?? nil }
    }
}
