import ExperimentsCore

/// A first catalogue of keys, derived from the values of a source, for a person to correct.
public struct CatalogueDraft: Sendable, Hashable {
    /// The keys, by name.
    public let keys: [CatalogKey]
    /// The names that a project file cannot declare, because they are empty or have control characters.
    package let leftOut: [String]

    /// Creates the keys of a snapshot. Each has the type that its text suggests, the text as its default, and the group
    /// that the source or the beginning of its name gives.
    public init(of snapshot: Snapshot) {
        self.init(of: snapshot, alternatives: [:])
    }

    /// - Parameter alternatives: other values of the source, or of a similar one, by name. The key must accept each
    ///   of them, and several words become its cases.
    package init(of snapshot: Snapshot, alternatives: [String: [String]]) {
        let names = snapshot.entries.keys.sorted()
        let declarable = names.filter(Self.canDeclare)
        let groups = PrefixGroups(declarable)
        keys = declarable.map { name in
            KeyDraft(name, text: snapshot.entries[name]?.text, alternatives: alternatives[name] ?? [])
                .key(in: snapshot.group(of: name) ?? groups.group(of: name))
        }
        leftOut = names.filter { !Self.canDeclare($0) }
    }

    /// Returns whether a project file can have a key of this name.
    package static func canDeclare(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
