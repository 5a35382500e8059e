import ExperimentsCore
import Synchronization

/// A watcher that says what the test makes it say.
final class ManualFileWatcher: FileWatcher {
    private let observers = Observers<Void>()
    let paths = Mutex<[String]>([])

    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
        paths.withLock { $0.append(path) }
        return observers.add { _ in onChange() }
    }

    func announce() {
        observers.notify(())
    }
}
