import Locks

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

/// The app whose state a store keeps. State of another project, app or namespace is of no use.
public struct StoreIdentity: Sendable, Hashable {
    /// The project's id.
    public let projectID: String
    /// The app's id.
    public let appID: String
    /// The namespace, usually `firebase`.
    public let namespace: String

    /// The identity of one app's state.
    public init(projectID: String, appID: String, namespace: String) {
        self.projectID = projectID
        self.appID = appID
        self.namespace = namespace
    }
}

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
