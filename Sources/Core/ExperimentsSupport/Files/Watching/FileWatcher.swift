import Dispatch

/// Notifies of changes of a file, whoever makes them: the file is written in place, replaced, removed or created.
///
/// Use `.system` in programs. To implement one, for example for a test that changes a file itself, keep `onChange`
/// until the handle is cancelled, and call it after each change:
///
/// ```swift
/// final class ManualWatcher: FileWatcher {
///     private let handlers = Mutex<[UUID: @Sendable () -> Void]>([:])
///
///     func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
///         let id = UUID()
///         handlers.withLock { $0[id] = onChange }
///         return ObservationHandle { [weak self] in self?.handlers.withLock { $0[id] = nil } }
///     }
///
///     func fileChanged() {
///         for handler in handlers.withLock({ Array($0.values) }) { handler() }
///     }
/// }
/// ```
package protocol FileWatcher: Sendable {
    /// Calls `onChange` after each change of the file at `path`, which need not exist yet, until the returned handle is
    /// cancelled or released. Several changes at almost the same time may lead to one call.
    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle
}

extension FileWatcher where Self == SystemFileWatcher {
    /// The operating system's own notices.
    package static var system: SystemFileWatcher { SystemFileWatcher() }
}

/// Watches files by the notices of the operating system: inotify on Linux, the kernel's event queue on Apple's systems.
///
/// The folder is watched as well as the file, because editors and this package's own writers replace files by a rename;
/// so is every symbolic link on the way. A folder that does not exist yet is waited for in the nearest one above it
/// that does. Nothing runs while nothing changes.
package struct SystemFileWatcher: FileWatcher {
    /// The system's watcher.
    package init() {}

    /// Calls `onChange`, on a queue of the watch's own, after each change of the file at `path`. A file written in
    /// place is told of when its writer closes it, or a tenth of a second after a write.
    package func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
        let watch = FileWatch(path: PathText.absolute(path), onChange: onChange)
        watch.start()
        return ObservationHandle { watch.stop() }
    }
}
