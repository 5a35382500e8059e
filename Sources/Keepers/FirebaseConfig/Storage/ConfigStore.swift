/// Where a client keeps its state between starts.
public protocol ConfigStore: Sendable {
    /// The state that was last saved for `identity`; a state of its own for a first start. What cannot be used is set
    /// aside, never overwritten, and told in the warning.
    func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?)

    /// Keeps `state` in place of what was there.
    ///
    /// - Throws: what the medium throws; the old state is then still there.
    func save(_ state: StoredState, for identity: StoreIdentity) throws
}
