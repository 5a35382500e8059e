import Locks

/// Stores the state of a client between launches.
///
/// **To use a store**, give it to a `RemoteConfig`. `FileConfigStore` keeps a file, and `InMemoryConfigStore` is for
/// tests.
///
/// **To implement one**, keep the latest state of each identity, as `InMemoryConfigStore` does. The state contains the
/// credentials of the installation, so only the app should be able to read it. `load` is called once, when the client
/// is created. `save` is called in the background, for one state at a time.
public protocol ConfigStore: Sendable {
    /// Returns the state that was last saved for `identity`, or a new `StoredState` on the first launch. A stored state
    /// that cannot be used must be moved aside rather than overwritten, and reported in the warning.
    func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?)

    /// Stores `state` in place of the earlier one.
    ///
    /// - Throws: any error of the storage. The earlier state must then still be there.
    func save(_ state: StoredState, for identity: StoreIdentity) throws
}

/// The app to which a stored state belongs. The state of another project, app or namespace cannot be used.
public struct StoreIdentity: Sendable, Hashable {
    /// The ID of the Firebase project.
    public let projectID: String
    /// The ID that Firebase gives to the app.
    public let appID: String
    /// The namespace, usually `firebase`.
    public let namespace: String

    /// Creates an identity.
    public init(projectID: String, appID: String, namespace: String) {
        self.projectID = projectID
        self.appID = appID
        self.namespace = namespace
    }
}

/// Keeps the state for as long as the process lives.
public final class InMemoryConfigStore: ConfigStore {
    private let states: Mutex<[StoreIdentity: StoredState]>

    /// Creates an empty store.
    public init() {
        states = Mutex([:])
    }

    /// Returns the state that was last saved. There is never a warning.
    public func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?) {
        (states.withLock { $0[identity] } ?? StoredState(), nil)
    }

    /// Keeps `state` until the next save.
    public func save(_ state: StoredState, for identity: StoreIdentity) {
        states.withLock { $0[identity] = state }
    }
}
