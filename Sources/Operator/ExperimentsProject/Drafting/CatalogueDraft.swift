import ExperimentsCore

/// A first catalogue of keys, read off what a source holds: a start for a person to correct.
public struct CatalogueDraft: Sendable, Hashable {
    /// The keys, by name.
    public let keys: [CatalogKey]
    /// The names that no project file can declare, each because it is empty or has control characters.
    package let leftOut: [String]

    /// The keys that a snapshot has: each with the type that its text suggests, with the text as its default, and in the
    /// group that the source or the beginning of its name says.
    public init(of snapshot: Snapshot) {
        self.init(of: snapshot, alternatives: [:])
    }

    /// - Parameter alternatives: what else the source, or another like it, holds for a name: each a value that the key
    ///   must accept, and several words one of its cases.
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

    /// Whether a project file can have a key of this name.
    package static func canDeclare(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
