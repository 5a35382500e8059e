import ExperimentsLocks
import ExperimentsSupport

/// The keys of a service that keep their values for a session, with the values in use and the values that will follow.
/// The code that stores the values reports them here, and reports read them from here.
package final class PendingValues: Sendable {
    /// The text of the value that the app uses in this session, and of the one that it will use in the next.
    package struct Change: Sendable, Hashable {
        package let kept: String
        package let next: String

        package init(kept: String, next: String) {
            self.kept = kept
            self.next = next
        }
    }

    private let lookups = Mutex<[String: @Sendable () -> Change?]>([:])
    private let sessions = Observers<Void>()

    init() {}

    /// Notes that a key keeps its value from now on.
    ///
    /// - Parameter change: returns the value in use and the value that follows; nil if they are the same.
    package func keep(_ name: String, _ change: @escaping @Sendable () -> Change?) {
        lookups.withLock { $0[name] = change }
    }

    /// Forgets all keys that keep their values.
    package func forget() {
        lookups.withLock { $0 = [:] }
    }

    /// The pending change to a key; nil if there is none.
    package subscript(name: String) -> Change? {
        // Called without the lock, because it reads the key.
        lookups.withLock { $0[name] }?()
    }

    /// Notifies observers that another session begins.
    package func beginSession() {
        sessions.notify(())
    }

    /// Calls `handler` whenever another session begins, until the returned handle is cancelled or released.
    package func observeSessions(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle {
        sessions.add { handler() }
    }
}

extension RemoteConfigService {
    /// The keys of this service that keep their values for a session.
    package var pendingValues: PendingValues { attachment { PendingValues() } }
}

/// A mistake of the app: it read a key as another type than the key's own.
public struct ValueTypeMismatch: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The name of the key that was read.
    public let key: String
    /// The type that the key declares as its `valueType`.
    public let declared: String
    /// The type that the app requested.
    public let asked: String

    /// `key 'layout' is a Layout, but was read as Theme; ...`.
    public var description: String {
        "key \"\(key)\" is a \(declared), but was read as \(asked); ask for \(declared), or change the key's valueType"
    }
}
