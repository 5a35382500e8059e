import ExperimentsCore

/// A first catalogue of keys, read off what a source holds: a start for a person to correct.
public struct CatalogueDraft: Sendable, Hashable {
    /// The keys, by name.
    public var keys: [CatalogKey]

    /// The keys that a snapshot has, each with the type that its text suggests.
    ///
    /// No default is drafted: what the app falls back on is not for its source to know.
    public init(of snapshot: Snapshot) {
        keys = snapshot.entries.keys.sorted().map { name in
            CatalogKey(name: name, schema: ValueSchema(suggestedBy: snapshot.entries[name]?.text))
        }
    }
}
