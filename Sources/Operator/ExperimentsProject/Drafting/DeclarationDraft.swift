import ExperimentsCore

/// Drafts declarations for names that a source holds and a project does not declare.
package struct DeclarationDraft: Sendable {
    private let snapshot: Snapshot
    private let overrides: OverrideSet
    /// The one group of all declared keys that begin with a word; nil where they are of several, or of none.
    private var groups: [String: String?] = [:]
    private var usesGroups = false

    /// - Parameters:
    ///   - declared: the keys that the project has, whose groups are followed.
    ///   - overrides: tell what a name is like of which only they know.
    package init(declared: [CatalogKey], snapshot: Snapshot, overrides: OverrideSet = .empty) {
        (self.snapshot, self.overrides) = (snapshot, overrides)
        for key in declared {
            usesGroups = usesGroups || key.group != nil
            guard let word = PrefixGroups.words(key.name).first else { continue }
            let isShared = groups[word].map { $0 == key.group } ?? true
            groups[word] = .some(isShared ? key.group : nil)
        }
    }

    /// Keys for some names, each with the type, default and group that are suggested.
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
