import ExperimentsSupport
import Locks

/// What is known of the keys of a service that keep their values for a session: which values are in use, and which
/// follow. Whoever keeps the values tells it, and whoever reports them asks.
package final class PendingValues: Sendable {
    /// The text of the value that an app uses for this session, and of the one that follows it.
    package struct Change: Sendable, Hashable {
        package let kept: String
        package let next: String

        package init(kept: String, next: String) {
            (self.kept, self.next) = (kept, next)
        }
    }

    private let lookups = Mutex<[String: @Sendable () -> Change?]>([:])
    private let sessions = Observers<Void>()

    init() {}

    /// A key keeps its value from now on.
    ///
    /// - Parameter change: finds out what follows; nil where that is the same value.
    package func keep(_ name: String, _ change: @escaping @Sendable () -> Change?) {
        lookups.withLock { $0[name] = change }
    }

    /// No key keeps its value any longer.
    package func forget() {
        lookups.withLock { $0 = [:] }
    }

    /// What is pending for a key; nil for nothing.
    package subscript(name: String) -> Change? {
        // Asked without the lock: it reads the key.
        lookups.withLock { $0[name] }?()
    }

    /// Tells who observes that another session begins.
    package func beginSession() {
        sessions.notify(())
    }

    /// Calls `handler` whenever another session begins, until the returned handle is cancelled or released.
    package func observeSessions(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle {
        sessions.add { handler() }
    }
}

extension RemoteConfigService {
    /// What is known of the keys that keep their values for a session.
    package var pendingValues: PendingValues { attachment { PendingValues() } }
}
