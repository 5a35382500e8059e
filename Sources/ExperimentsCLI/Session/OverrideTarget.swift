import ExperimentsCore

/// The overrides that a command changes, and the keys they are for.
struct OverrideTarget {
    /// Where they are kept.
    let store: JSONOverrideStore
    /// The keys that the project declares; nil where there is no project, so that nothing can be checked.
    let keys: [CatalogKey]?

    /// What the store holds.
    ///
    /// - Throws: `FileProblem` where it cannot be read.
    func overrides() throws -> OverrideSet {
        if let problem = store.problem { throw problem }
        return store.overrides
    }

    /// Changes the overrides of the keys called `names`, all of them or none.
    ///
    /// - Throws: `CommandProblem` where one has none.
    func change(_ names: [String], _ change: (inout OverrideSet, String) -> Void) throws -> OverrideSet {
        try store.update { overrides in
            for name in names {
                guard overrides[name] != nil else { throw CommandProblem.noOverride(of: name, in: overrides) }
                change(&overrides, name)
            }
        }.after
    }
}
