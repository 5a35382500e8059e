import Synchronization

/// Keeps state for as long as the process lives.
public final class InMemoryConfigStore: ConfigStore {
    private let states: Mutex<[StoreIdentity: StoredState]>

    /// A store that holds nothing yet.
    public init() {
        states = Mutex([:])
    }

    /// What was last saved; there is never a warning.
    public func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?) {
        (states.withLock { $0[identity] } ?? StoredState(), nil)
    }

    /// Keeps `state` until the next save.
    public func save(_ state: StoredState, for identity: StoreIdentity) {
        states.withLock { $0[identity] = state }
    }
}
